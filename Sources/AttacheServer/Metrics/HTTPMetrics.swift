import Attache
import AttachePrometheus
import AttacheThreads
import CoreMetrics

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
