import Attache
import AttacheCore
import AttacheSystem
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /v1/rewrite` and `GET /healthz` without the router, with the answer that `ServiceRouter` gives; all that it might
/// refuse, or answer in another way, is left to it.
///
/// The event loop of the connection answers payloads that need no wait: those whose verdicts are in memory, and those
/// without media. A task for each request, with two changes of threads, takes several times as long as such a payload.
/// Another payload has one task, on the executor of its medium, from its permit to its answer. Whether the process is alive
/// is known without a turn behind the tasks of all clients.
struct ImmediateRewrite: ImmediateResponding {
    private static let path = "/v1/rewrite"
    /// The maximum body, in bytes: the other connections of the event loop wait while it is processed.
    private static let bodyLimit = 8 * 1024
    private static let healthPath = "/healthz"
    /// The headers of requests that only the router answers.
    private static let routed: [HTTPField.Name] = [.transferEncoding, .expect, .idempotencyKey, .attachePreview]

    let route: RewriteRoute
    let hosts: HostCheck
    let access: AccessMiddleware
    let telemetry: TelemetryMiddleware
    /// The value of the header `Server`.
    let serverName: String
    let wall: any WallTimeSource = SystemWallClock()
    let times = LoopTimes()

    func accepts(_ head: HTTPRequest) -> Bool {
        if head.method == .get, head.path == Self.healthPath {
            let length = head.headerFields[.contentLength].map { RequestFraming.contentLength($0) }
            return length ?? 0 == 0 && !Self.routed.contains { head.headerFields.contains($0) }
        }
        guard head.method == .post, let path = head.path, path.hasPrefix(Self.path),
            path.utf8.count == Self.path.utf8.count || path.hasPrefix(Self.path + "?"),
            let length = head.headerFields[.contentLength].flatMap({ RequestFraming.contentLength($0) })
        else { return false }
        return length <= Self.bodyLimit && !Self.routed.contains { head.headerFields.contains($0) }
    }

    func client(of head: HTTPRequest, from peer: Client) -> Client? {
        let request = Self.request(head)
        guard (try? hosts.check(request)) != nil else { return nil }
        return head.method == .post ? try? access.client(of: request, from: peer) : peer
    }

    /// A request without its body, so that one that waits does not hold what was read with it.
    private static func request(_ head: HTTPRequest) -> Request {
        Request(head: head, body: RequestBody(buffer: ByteBuffer()))
    }

    func respond(
        to head: HTTPRequest,
        _ body: ByteBuffer,
        of client: Client,
        since arrival: ContinuousClock.Instant
    ) -> BeginResult<ImmediateWork, ImmediateAnswer>? {
        let request = Self.request(head)
        let trace = RequestTrace(head.headerFields, telemetry.identifiers)
        guard head.method == .post else {
            telemetry.metrics.began()
            let body = HealthRoutes.alive
            var response = Response(status: .ok, headers: HealthRoutes.headers)
            response.headers[.contentLength] = "\(body.count)"
            return .finished(answer(response, body, to: request, trace, at: Self.healthPath, since: arrival))
        }
        let scope = RequestScope(client: client.name, trace: trace)
        let result = RequestScope.$current.withValue(scope) {
            route.begin(request, Array(body.readableBytesView), of: client, since: arrival)
        }
        switch result {
        case nil: return nil
        case .finished(let response):
            telemetry.metrics.began()
            return .finished(answer(response.withoutBody, response.body, to: request, trace, since: arrival))
        case .needsMedia(let pending):
            telemetry.metrics.began()
            return .needsMedia(
                ImmediateWork(executor: pending.executor) {
                    await RequestScope.$current.withValue(scope) {
                        await finish(pending, of: client, to: request, trace, since: arrival)
                    }
                }
            )
        }
    }

    private func finish(
        _ pending: PendingRewrite,
        of client: Client,
        to request: Request,
        _ trace: RequestTrace,
        since arrival: ContinuousClock.Instant
    ) async -> ImmediateAnswer? {
        let result: Result<BufferedResponse, Problem>
        do throws(Problem) {
            result = .success(try await route.finish(pending, for: client))
        } catch {
            result = .failure(error)
        }
        // The client has disconnected.
        if Task.isCancelled {
            telemetry.metrics.ended()
            return nil
        }
        switch result {
        case .success(let response):
            return answer(response.withoutBody, response.body, to: request, trace, since: arrival)
        case .failure(let problem):
            telemetry.metrics.count(problem.kind)
            return answer(problem.response, problem.json(), to: request, trace, since: arrival)
        }
    }

    private func answer(
        _ response: Response,
        _ body: [UInt8],
        to request: Request,
        _ trace: RequestTrace,
        at path: String = Self.path,
        since arrival: ContinuousClock.Instant
    ) -> ImmediateAnswer {
        var response = response
        telemetry.addHeaders(to: &response, of: trace)
        telemetry.end(request, trace, at: path, since: arrival, response.status)
        response.headers[.date] = HTTPDate.text(wall.secondsSinceEpoch)
        response.headers[.server] = serverName
        return ImmediateAnswer(head: response.head, body: ByteBuffer(bytes: body))
    }
}

/// Answers to requests of HTTP/1 without Hummingbird's task.
protocol ImmediateResponding: Sendable {
    /// The time that clients have on event loops.
    var times: LoopTimes { get }

    /// Whether a request may have an answer here, as far as its head shows.
    func accepts(_ head: HTTPRequest) -> Bool

    /// The client of a request; `nil` for a request that the router refuses.
    func client(of head: HTTPRequest, from peer: Client) -> Client?

    /// Answers a complete request of a client, whose head was read at `arrival`, or returns the work that its answer needs;
    /// returns `nil` for a request that the router answers.
    func respond(
        to head: HTTPRequest,
        _ body: ByteBuffer,
        of client: Client,
        since arrival: ContinuousClock.Instant
    ) -> BeginResult<ImmediateWork, ImmediateAnswer>?
}

/// A complete answer.
struct ImmediateAnswer: Sendable {
    let head: HTTPResponse
    let body: ByteBuffer
}

/// The work of a request that waits for media.
struct ImmediateWork: Sendable {
    /// The executor of its task; `nil` for the threads of Swift concurrency.
    let executor: (any TaskExecutor)?
    /// Returns the answer, or `nil` when the task was cancelled.
    let run: @Sendable () async -> ImmediateAnswer?
}
