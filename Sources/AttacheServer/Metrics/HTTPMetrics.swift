import Attache
import AttacheSystem
import CoreMetrics
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// What is counted and timed of requests, whatever they ask for.
final class HTTPMetrics: Sendable {
    /// What counts for no route: paths of strangers are no labels.
    static let unmatched = "unmatched"

    /// By their paths as they stand in the router, made when they are first asked for: there are as many as routes.
    private let routes = Locked<[String: RouteMetrics]>([:])
    private let registry: PrometheusRegistry
    private let other: RouteMetrics
    private let inFlight: any MeterHandler
    private let problems: [ProblemKind: any CounterHandler]
    private let reloads: [Bool: any CounterHandler]

    /// Makes the metrics.
    ///
    /// - Parameter registry: Where they are shown.
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
        registry.observe(HTTPMetricName.information, .gauge, [(HTTPMetricName.version, AttacheVersion.text)]) { 1 }
    }

    /// A request has come in.
    func began() { inFlight.increment(by: 1) }

    /// A request has been answered, or given up.
    func ended() { inFlight.decrement(by: 1) }

    /// The metrics of a route.
    ///
    /// - Parameter path: The route's path as it stands in the router; `nil` when there was none.
    /// - Returns: Its metrics, made where there are none.
    func route(_ path: String?) -> RouteMetrics {
        guard let path else { return other }
        return routes.withLock { routes in
            if let known = routes[path] { return known }
            let made = RouteMetrics(route: path, registry: registry)
            routes[path] = made
            return made
        }
    }

    /// A request was refused.
    func count(_ problem: ProblemKind) { problems[problem]?.increment(by: 1) }

    /// Policies and tokens were read anew, or could not be used.
    func countReload(isSuccess: Bool) { reloads[isSuccess]?.increment(by: 1) }
}

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

/// `GET /metrics`: everything that is counted, in the text format of Prometheus.
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
