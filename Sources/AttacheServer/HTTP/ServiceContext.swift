import HTTPTypes
import Hummingbird
import NIOCore

/// What is known of a request besides the request itself.
struct ServiceContext: Hummingbird.RequestContext {
    var coreContext: CoreRequestContextStorage
    /// When the request's head was read; its time runs from here.
    let arrival: ContinuousClock.Instant
    /// Whom the request counts for.
    var client: Client

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        arrival = .now
        client = Client(peer: source.channel.remoteAddress)
    }
}
