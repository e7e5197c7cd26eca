import Attache
import AttacheCore
import AttacheSystem
import HTTPTypes
import Hummingbird
import NIOCore

/// `POST /v1/rewrite` for payloads that need no wait: those whose verdicts are in memory, and those without media.
///
/// The event loop of the connection answers them itself. A task for each request, with two changes of threads, takes
/// several times as long as such a payload. The answer is the one that `ServiceRouter` gives; all that it might refuse,
/// or answer in another way, is left to it.
struct ImmediateRewrite: ImmediateResponding {
    private static let path = "/v1/rewrite"
    /// The maximum body, in bytes: the other connections of the event loop wait while it is processed.
    private static let bodyLimit = 8 * 1024
    /// The headers of requests that only the router answers.
    private static let routed: [HTTPField.Name] = [.transferEncoding, .expect, .idempotencyKey, .attachePreview]

    let route: RewriteRoute
    let hosts: HostCheck
    let access: AccessMiddleware
    let telemetry: TelemetryMiddleware
    /// The value of the header `Server`.
    let serverName: String
    let wall: any WallTimeSource = SystemWallClock()

    func accepts(_ head: HTTPRequest) -> Bool {
        guard head.method == .post, let path = head.path, path.hasPrefix(Self.path),
            path.utf8.count == Self.path.utf8.count || path.hasPrefix(Self.path + "?"),
            let length = head.headerFields[.contentLength].flatMap({ RequestFraming.contentLength($0) })
        else { return false }
        return length <= Self.bodyLimit && !Self.routed.contains { head.headerFields.contains($0) }
    }

    func response(
        to head: HTTPRequest,
        _ body: ByteBuffer,
        from peer: Client,
        since arrival: ContinuousClock.Instant
    ) -> (head: HTTPResponse, body: ByteBuffer)? {
        let request = Request(head: head, body: RequestBody(buffer: body))
        guard (try? hosts.check(request, isStream: false)) != nil,
            let client = try? access.client(of: request, from: peer)
        else { return nil }
        let trace = RequestTrace(head.headerFields, telemetry.identifiers)
        let scope = RequestScope(client: client.name, trace: trace)
        let buffered = RequestScope.$current.withValue(scope) {
            route.respondAtOnce(to: request, Array(body.readableBytesView), of: client, since: arrival)
        }
        guard let buffered else { return nil }
        telemetry.metrics.began()
        var response = Response(status: buffered.status, headers: buffered.headers)
        telemetry.addHeaders(to: &response, of: trace, isStream: false)
        telemetry.end(request, trace, at: Self.path, since: arrival, buffered.status)
        response.headers[.date] = HTTPDate.text(wall.secondsSinceEpoch)
        response.headers[.server] = serverName
        return (response.head, ByteBuffer(bytes: buffered.body))
    }
}

/// Answers to requests of HTTP/1 on the event loop of their connection.
protocol ImmediateResponding: Sendable {
    /// Whether a request may have an answer here, as far as its head shows.
    func accepts(_ head: HTTPRequest) -> Bool

    /// Answers a complete request, whose head was read at `arrival`; returns `nil` for one that the router answers.
    func response(
        to head: HTTPRequest,
        _ body: ByteBuffer,
        from peer: Client,
        since arrival: ContinuousClock.Instant
    ) -> (head: HTTPResponse, body: ByteBuffer)?
}
