import HTTPTypes
import Hummingbird
import NIOCore

/// The context of a request.
struct ServiceContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection.
    let channel: any Channel
    /// The instant at which the head was read; timeouts count from it.
    let arrival: ContinuousClock.Instant
    var client: Client
    var trace: RequestTrace?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        arrival = .now
        client = Client(peer: source.channel.remoteAddress)
    }

    /// The path pattern of the route; `nil` if no route matched, which Hummingbird calls `NotFound`.
    var route: String? { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } }
}

extension HTTPField.Name {
    /// Creates a name that is known to be valid.
    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is a token of RFC 9110") }
        return name
    }

    /// `Attache-Deadline`: the timeout of a payload, such as `5s`.
    static let attacheDeadline = known("Attache-Deadline")
    /// `Attache-Preview`: the client wants to see the media of the result.
    static let attachePreview = known("Attache-Preview")
    /// `Idempotency-Key`, of the IETF draft of that name.
    static let idempotencyKey = known("Idempotency-Key")
    /// `Cross-Origin-Opener-Policy`, of HTML.
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// `Referrer-Policy`, of W3C Referrer Policy.
    static let referrerPolicy = known("Referrer-Policy")
    /// `Idempotency-Replayed`: the response is a stored one.
    static let idempotencyReplayed = known("Idempotency-Replayed")
    /// `traceparent`, of W3C Trace Context.
    static let traceParent = known("traceparent")
    /// `X-Request-ID`, the request identifier of many proxies.
    static let requestIdentifier = known("X-Request-ID")
}
