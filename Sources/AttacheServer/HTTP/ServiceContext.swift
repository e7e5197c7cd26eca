import HTTPTypes
import Hummingbird
import NIOCore

/// What is known of a request besides the request itself.
struct ServiceContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection, or the stream of it.
    let channel: any Channel
    /// When the request's head was read; its time runs from here.
    let arrival: ContinuousClock.Instant
    /// Whom the request counts for.
    var client: Client
    /// Its place in its trace.
    var trace: RequestTrace?

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        arrival = .now
        client = Client(peer: source.channel.remoteAddress)
    }
}

extension ServiceContext {
    /// The route's path as it stands in the router; `nil` when there was none, which Hummingbird calls `NotFound`.
    var route: String? { endpointPath.flatMap { $0.hasPrefix("/") ? $0 : nil } }

    /// Whether the channel is a stream of an HTTP/2 connection, whose parent is the connection and not the listener.
    var isStream: Bool { channel.parent?.parent != nil }
}

extension HTTPField.Name {
    /// The names, parsed once; each is a token, so none is missing.
    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is a token of RFC 9110") }
        return name
    }

    /// `Attache-Deadline`: the time for a payload, such as `5s`.
    static let attacheDeadline = known("Attache-Deadline")
    /// `Idempotency-Key`, of the IETF draft of that name.
    static let idempotencyKey = known("Idempotency-Key")
    /// `Cross-Origin-Opener-Policy`, of HTML.
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    /// `Referrer-Policy`, of W3C Referrer Policy.
    static let referrerPolicy = known("Referrer-Policy")
    /// `Idempotency-Replayed`: the answer is one that was given before.
    static let idempotencyReplayed = known("Idempotency-Replayed")
    /// `traceparent`, of W3C Trace Context.
    static let traceParent = known("traceparent")
    /// `X-Request-ID`, by which many proxies name requests.
    static let requestIdentifier = known("X-Request-ID")
}
