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
