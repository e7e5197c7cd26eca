import AttacheTesting
import HTTPTypes
import Logging

@testable import AttacheServer

/// Routes of a test, which are answered without the router.
enum CollectedScene {
    /// The longest body, in bytes.
    static let bodyLimit = 100

    /// The route `POST /a`; the time on event loops is the clock's.
    static func routes(
        _ clock: ManualClock = ManualClock(),
        bodyLimit: Int = bodyLimit,
        bodies: BodyMemory = BodyMemory(limit: 1 << 20),
        _ accept: @escaping @Sendable (RequestHead) throws(Problem) -> CollectedWork
    ) -> CollectedRoutes {
        let tokens = ReloadableTokens(AccessTokens())
        let rules = RequestRules(
            hosts: HostCheck(listen: .unix(path: "/a"), names: [], tokens: tokens),
            tokens: tokens,
            metrics: HTTPMetrics(registry: PrometheusRegistry()),
            readiness: Readiness(),
            log: ServiceLog(level: .critical)
        )
        let route = CollectedRoute(path: "/a", methods: [.post], isGuarded: false, accept: accept)
        return CollectedRoutes([route], rules, bodyLimit: bodyLimit, bodies: bodies, times: LoopTimes { clock.now })
    }

    /// The head of a request for the route.
    static func head(_ path: String = "/a", _ method: HTTPRequest.Method = .post) -> HTTPRequest {
        HTTPRequest(method: method, scheme: nil, authority: "localhost", path: path)
    }

    /// An answer with this text.
    static func answer(_ text: String) -> BufferedResponse {
        BufferedResponse(mediaType: "text/plain", body: Array(text.utf8))
    }
}
