import AttacheCore
import HTTPTypes
import HummingbirdCore

/// The routes whose requests have a small body and one document as their answer; `CollectedRequestHandler` reads the body
/// and answers them, without the router.
///
/// There are two ways to answer, because there are two kinds of requests. What streams, such as a batch or a file, is
/// the router's: Hummingbird's task reads and writes piece by piece. But a task for each request, with two changes of
/// threads, takes several times as long as a payload whose verdicts are known. So a payload is evaluated on the event loop
/// of its connection, and one that must wait has one task, on the loop of its media file. No route is in both.
struct CollectedRoutes: Sendable {
    let rules: RequestRules
    /// The longest body, in bytes.
    let bodyLimit: Int
    /// The memory of bodies.
    let bodies: BodyMemory
    /// The time that clients have on event loops.
    let times: LoopTimes
    private let routes: [String: CollectedRoute]

    init(
        _ routes: [CollectedRoute],
        _ rules: RequestRules,
        bodyLimit: Int,
        bodies: BodyMemory,
        times: LoopTimes = LoopTimes()
    ) {
        self.routes = Dictionary(routes.map { ($0.path, $0) }) { first, _ in first }
        self.rules = rules
        self.bodyLimit = bodyLimit
        self.bodies = bodies
        self.times = times
    }

    /// Begins a request of these routes; returns `nil` for one that the router answers.
    func begin(_ head: HTTPRequest, from peer: Client, since arrival: ContinuousClock.Instant) -> CollectedRequest? {
        let uri = URI(head.path ?? "")
        let path = uri.path
        guard let route = routes[path] ?? routes[Self.canonical(path)], route.methods.contains(head.method) else {
            return nil
        }
        let exchange = Exchange(head, rules, since: arrival)
        var client = peer
        let work: CollectedWork
        var refusal: Problem?
        do throws(Problem) {
            try rules.hosts.check(head)
            if route.isGuarded { client = try rules.tokens.client(of: head, from: peer) }
            try RequestFraming.check(lengthOf: head, limit: bodyLimit)
            work = try route.accept(RequestHead(head, uri, of: client, since: arrival))
        } catch {
            (work, refusal) = (CollectedWork(refusing: error), error)
        }
        return CollectedRequest(exchange, at: route, of: client, work, refusal: refusal, rules)
    }

    /// A path as the router reads it: empty parts do not count.
    private static func canonical(_ path: String) -> String {
        "/" + path.split(separator: "/").joined(separator: "/")
    }
}

/// A route of `CollectedRoutes`.
final class CollectedRoute: Sendable {
    let path: String
    let methods: [HTTPRequest.Method]
    /// Whether it requires a token, if the service has tokens.
    let isGuarded: Bool
    /// Checks a request by its head; throws the problem that it is refused with, before its body is read.
    let accept: @Sendable (RequestHead) throws(Problem) -> CollectedWork

    init(
        path: String,
        methods: [HTTPRequest.Method],
        isGuarded: Bool,
        accept: @escaping @Sendable (RequestHead) throws(Problem) -> CollectedWork
    ) {
        self.path = path
        self.methods = methods
        self.isGuarded = isGuarded
        self.accept = accept
    }
}

/// The work of a request, as its head decided.
struct CollectedWork: Sendable {
    typealias Begin = @Sendable ([UInt8]) throws(Problem) -> BeginResult<MediaWork, BufferedResponse>
    typealias Run = @Sendable ([UInt8]) async throws -> BufferedResponse

    /// Does the work as far as it need not wait, on the event loop; `nil` for work that is a task's alone.
    let begin: Begin?
    /// Does all of the work, in a task.
    let run: Run
    /// Whether the answer is known, so that the event loop makes it however much time the client has had there.
    let isKnown: Bool

    init(begin: Begin? = nil, isKnown: Bool = false, run: @escaping Run) {
        self.begin = begin
        self.run = run
        self.isKnown = isKnown
    }

    /// No work: the answer is known.
    init(_ response: BufferedResponse) {
        self.init(begin: { _ in .finished(response) }, isKnown: true, run: { _ in response })
    }

    /// The work of a request that is refused.
    init(refusing problem: Problem) {
        self.init(begin: { _ throws(Problem) in throw problem }, run: { _ in throw problem })
    }
}

/// The rest of a work that waits for media files.
struct MediaWork: Sendable {
    /// The executor of its task; `nil` for the threads of Swift concurrency.
    let executor: (any TaskExecutor)?
    let run: @Sendable () async throws(Problem) -> BufferedResponse
}
