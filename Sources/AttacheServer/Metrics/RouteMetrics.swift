import AttachePrometheus
import CoreMetrics
import HTTPTypes

/// What is counted and timed of one route.
struct RouteMetrics: Sendable {
    private let statuses: StatusCounters
    private let duration: any TimerHandler

    /// Makes the metrics.
    ///
    /// - Parameters:
    ///   - route: The route's path as it stands in the router, so that there are as many as there are routes.
    ///   - registry: Where they are shown.
    init(route: String, registry: PrometheusRegistry) {
        statuses = StatusCounters(route: route, registry: registry)
        duration = registry.makeTimer(label: HTTPMetricName.duration, dimensions: [(HTTPMetricName.route, route)])
    }

    /// Counts a response whose last byte has been handed on.
    func record(_ status: HTTPResponse.Status, after time: Duration) {
        statuses.increment(status)
        let (seconds, attoseconds) = time.components
        duration.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
