import Attache
import AttacheSystem
import CoreMetrics
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The metrics of HTTP requests.
final class HTTPMetrics: Sendable {
    /// The label of requests without a route; paths chosen by clients must not become labels.
    static let unmatched = "unmatched"

    /// By path pattern, created on first use; there are as many as routes.
    private let routes = Locked<[String: RouteMetrics]>([:])
    private let registry: PrometheusRegistry
    private let other: RouteMetrics
    private let inFlight: any MeterHandler
    private let problems: [ProblemKind: any CounterHandler]
    private let reloads: [Bool: any CounterHandler]

    init(registry: PrometheusRegistry) {
        self.registry = registry
        other = RouteMetrics(route: Self.unmatched, registry: registry)
        inFlight = registry.makeMeter(label: HTTPMetricName.inFlight, dimensions: [])
        problems = Dictionary(
            uniqueKeysWithValues: ProblemKind.allCases.map { kind in
                let labels = [(HTTPMetricName.problem, kind.rawValue)]
                return (kind, registry.makeCounter(label: HTTPMetricName.problems, dimensions: labels))
            }
        )
        reloads = Dictionary(
            uniqueKeysWithValues: [true, false].map { isSuccess in
                let labels = [(HTTPMetricName.result, isSuccess ? "success" : "failure")]
                return (isSuccess, registry.makeCounter(label: HTTPMetricName.reloads, dimensions: labels))
            }
        )
        registry.observeBuild()
    }

    func began() { inFlight.increment(by: 1) }

    /// Counts a request that has ended or was abandoned.
    func ended() { inFlight.decrement(by: 1) }

    /// Returns the metrics of a path pattern, creating them if necessary; `nil` stands for requests without a route.
    func route(_ path: String?) -> RouteMetrics {
        guard let path else { return other }
        return routes.withLock { routes in
            if let known = routes[path] { return known }
            let made = RouteMetrics(route: path, registry: registry)
            routes[path] = made
            return made
        }
    }

    func count(_ problem: ProblemKind) { problems[problem]?.increment(by: 1) }

    func countReload(isSuccess: Bool) { reloads[isSuccess]?.increment(by: 1) }
}

/// The metrics of one route.
struct RouteMetrics: Sendable {
    private let statuses: StatusCounters
    private let duration: any TimerHandler

    init(route: String, registry: PrometheusRegistry) {
        statuses = StatusCounters(route: route, registry: registry)
        duration = registry.makeTimer(label: HTTPMetricName.duration, dimensions: [(HTTPMetricName.route, route)])
    }

    /// Records a response whose last byte has been written.
    func record(_ status: HTTPResponse.Status, after time: Duration) {
        statuses.increment(status)
        let (seconds, attoseconds) = time.components
        duration.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}

/// The response counters of one route by status; a status appears after its first response.
final class StatusCounters: Sendable {
    /// The counter of one status, created on first use and then read without a lock.
    private final class Slot: Sendable {
        let counter = AtomicLazyReference<PrometheusCounter>()
    }

    /// The valid statuses (RFC 9110).
    private static let statuses = 100..<600

    private let route: String
    private let registry: PrometheusRegistry
    private let slots = statuses.map { _ in Slot() }

    init(route: String, registry: PrometheusRegistry) {
        self.route = route
        self.registry = registry
    }

    func increment(_ status: HTTPResponse.Status) {
        guard Self.statuses.contains(status.code) else { return }
        let slot = slots[status.code - Self.statuses.lowerBound]
        if let counter = slot.counter.load() { return counter.increment(by: 1) }
        let labels = [(HTTPMetricName.route, route), (HTTPMetricName.status, "\(status.code)")]
        // The registry returns the same counter to every caller, so a race is harmless.
        let made = registry.makeCounter(label: HTTPMetricName.requests, dimensions: labels)
        if let counter = made as? PrometheusCounter { _ = slot.counter.storeIfNil(counter) }
        made.increment(by: 1)
    }
}

/// `GET /metrics`: all metrics in the Prometheus text format.
struct MetricsRoute: Sendable {
    let registry: PrometheusRegistry

    func respond(_ request: Request, _ context: ServiceContext) -> Response {
        Response(
            status: .ok,
            headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: registry.exposition()))
        )
    }
}
