import HummingbirdCore
import Logging
import NIOCore

/// The first of a connection's handlers, before TLS: closes the connection when its client does nothing for too long.
///
/// Hummingbird does that for HTTP/1.1 once the protocol is chosen, and asks an HTTP/2 client to answer before it closes. This
/// one also ends connections on which no handshake, no preface or no answer comes.
final class IdleConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// What the protocols' own ways to end a connection have first.
    private static let grace = Duration.seconds(1)

    /// What is known of the connection.
    let connection: Connection
    private let registry: ConnectionRegistry
    private let idleTimeout: Duration
    private var timer: Scheduled<Void>?
    private var isQuiescing = false
    /// The handlers of the requests on it: of one, or of each stream.
    private var requestHandlers: [ObjectIdentifier: HTTPConnectionHandler] = [:]

    /// Creates the watch.
    ///
    /// - Parameters:
    ///   - connection: What is known of the connection.
    ///   - registry: Where it stands among all others.
    ///   - idleTimeout: How long its client may do nothing.
    init(_ connection: Connection, in registry: ConnectionRegistry, idleTimeout: Duration) {
        self.connection = connection
        self.registry = registry
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        registry.open(connection)
        schedule(after: idleTimeout + Self.grace, context)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            isQuiescing = true
            schedule(after: Self.grace, context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// The handler of the requests, or of a stream's one, begins.
    func add(_ handler: HTTPConnectionHandler) { requestHandlers[ObjectIdentifier(handler)] = handler }

    /// The handler ends.
    func remove(_ handler: HTTPConnectionHandler) { requestHandlers[ObjectIdentifier(handler)] = nil }

    /// A response is complete.
    func responseEnded(wasWhole: Bool) {
        connection.responseEnded(wasWhole: wasWhole)
        registry.connectionBecameIdle()
    }

    private func check(_ context: ChannelHandlerContext) {
        timer = nil
        if isQuiescing {
            if connection.isIdle { return context.close(promise: nil) }
            // Whatever was on its way when the end began has arrived by now.
            for handler in Array(requestHandlers.values) { handler.stopWaitingForBody() }
            return schedule(after: Self.grace, context)
        }
        guard let since = connection.idleSince else { return schedule(after: idleTimeout, context) }
        let left = ContinuousClock.now.duration(to: since + idleTimeout + Self.grace)
        if left <= .zero { return context.close(promise: nil) }
        schedule(after: left, context)
    }

    private func schedule(after delay: Duration, _ context: ChannelHandlerContext) {
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(delay)) { [weak self] in
            self?.check(context)
        }
    }

    private func end() {
        timer?.cancel()
        timer = nil
        registry.close(connection)
    }
}

/// Connections of a protocol, each watched from before its first byte.
struct TrackedServerChannel<Base: ServerChildChannel>: ServerChildChannel {
    /// The protocol.
    let base: Base
    let registry: ConnectionRegistry
    let idleTimeout: Duration

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let (base, registry, idleTimeout) = (base, registry, idleTimeout)
        return channel.eventLoop.makeCompletedFuture {
            let idleHandler = IdleConnectionHandler(Connection(channel), in: registry, idleTimeout: idleTimeout)
            try channel.pipeline.syncOperations.addHandler(idleHandler, position: .first)
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    @concurrent func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
