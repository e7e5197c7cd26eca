import AttachePrometheus
import CoreMetrics
import HTTPTypes
import Synchronization

/// Counts the responses of one route by their status; a status is shown once there was one.
final class StatusCounters: Sendable {
    /// One status' counter, made when it is first needed, and found without a lock.
    private final class Slot: Sendable {
        let counter = AtomicLazyReference<PrometheusCounter>()
    }

    /// The statuses that RFC 9110 divides into classes.
    private static let statuses = 100..<600

    private let route: String
    private let registry: PrometheusRegistry
    private let slots = statuses.map { _ in Slot() }

    /// Creates the counters.
    ///
    /// - Parameters:
    ///   - route: The route's path.
    ///   - registry: Where they are shown.
    init(route: String, registry: PrometheusRegistry) {
        self.route = route
        self.registry = registry
    }

    /// Counts a response.
    func increment(_ status: HTTPResponse.Status) {
        guard Self.statuses.contains(status.code) else { return }
        let slot = slots[status.code - Self.statuses.lowerBound]
        if let counter = slot.counter.load() { return counter.increment(by: 1) }
        let labels = [(HTTPMetricName.route, route), (HTTPMetricName.status, "\(status.code)")]
        // The registry gives everybody the same counter, so that it does not matter who comes first.
        let made = registry.makeCounter(label: HTTPMetricName.requests, dimensions: labels)
        if let counter = made as? PrometheusCounter { _ = slot.counter.storeIfNil(counter) }
        made.increment(by: 1)
    }
}
