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

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
        arrival = .now
        client = Client(peer: source.channel.remoteAddress)
    }
}
