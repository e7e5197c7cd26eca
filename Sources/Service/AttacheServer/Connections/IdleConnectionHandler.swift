import HummingbirdCore
import Logging
import NIOCore

/// The first handler of a connection, before TLS; closes connections that are idle too long.
///
/// Hummingbird does so for HTTP/1.1 after the protocol is chosen, and pings an HTTP/2 client before it closes. This
/// handler also closes connections without a handshake, preface or ping response.
final class IdleConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// The head start of the protocols' own timeouts.
    private static let grace = Duration.seconds(1)

    let connection: Connection
    /// The limit of streams that the client does not read; HTTP/1.1 does not use it.
    private(set) lazy var streams = StreamAdmission(connection.channel.eventLoop)
    private let registry: ConnectionRegistry
    private let idleTimeout: Duration
    private var timer: Scheduled<Void>?
    private var isQuiescing = false
    /// The request handlers: one, or one for each stream.
    private var requestHandlers: [ObjectIdentifier: HTTPConnectionHandler] = [:]

    init(_ connection: Connection, in registry: ConnectionRegistry, idleTimeout: Duration) {
        self.connection = connection
        self.registry = registry
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        registry.open(connection)
        schedule(after: connection.refusal == nil ? idleTimeout + Self.grace : Self.grace, context)
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
        } else if event is ConnectionEviction {
            evict(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func add(_ handler: HTTPConnectionHandler) { requestHandlers[ObjectIdentifier(handler)] = handler }

    func remove(_ handler: HTTPConnectionHandler) { requestHandlers[ObjectIdentifier(handler)] = nil }

    /// The problem to refuse a new request with, or `nil`. Health checks are refused only with the whole connection.
    func refusal(ofHealthCheck isHealthCheck: Bool) -> Problem? {
        if let problem = connection.refusal { return problem }
        return !isHealthCheck && connection.isUnread ? registry.memoryProblem : nil
    }

    /// Whether the connection should end with its response, since other clients wait to connect.
    var yieldsToOthers: Bool { registry.isFull }

    func hold(_ byteCount: Int) { registry.hold(byteCount) }

    func release(_ byteCount: Int) { registry.release(byteCount) }

    /// Records that only the client keeps the connection open.
    func farewell() { registry.farewell(connection) }

    /// Ends the connection, unless a request has arrived meanwhile; a request whose body is arriving gets a response.
    private func evict(_ context: ChannelHandlerContext) {
        guard connection.waitingSince != nil else { return registry.spare(connection) }
        guard !connection.isIdle else { return context.close(promise: nil) }
        for handler in Array(requestHandlers.values) { handler.stopWaitingForBody(.crowded) }
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(Self.grace)) {
            context.close(promise: nil)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        timer = nil
        if isQuiescing {
            if connection.isIdle { return context.close(promise: nil) }
            // Requests that were sent before the shutdown began have arrived by now.
            for handler in Array(requestHandlers.values) { handler.stopWaitingForBody(.ending) }
            return schedule(after: Self.grace, context)
        }
        guard let since = connection.idleSince else { return schedule(after: idleTimeout, context) }
        let timeout = connection.refusal == nil ? idleTimeout : .zero
        let left = ContinuousClock.now.duration(to: since + timeout + Self.grace)
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

/// A server channel that tracks its connections from before their first byte.
struct TrackedServerChannel<Base: ServerChildChannel>: ServerChildChannel {
    let base: Base
    let registry: ConnectionRegistry
    let idleTimeout: Duration
    let isSecure: Bool

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
        let (base, registry, idleTimeout, isSecure) = (base, registry, idleTimeout, isSecure)
        return channel.eventLoop.makeCompletedFuture {
            // What was read and is not yet parsed counts for the memory of a connection.
            try channel.syncOptions?.setOption(.maxMessagesPerRead, value: 1)
            // Over TLS a client that closes its side has gone; over TCP it may wait for its response.
            if isSecure { try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: false) }
            let idleHandler = IdleConnectionHandler(Connection(channel), in: registry, idleTimeout: idleTimeout)
            try channel.pipeline.syncOperations.addHandler(idleHandler, position: .first)
        }.flatMap { base.setup(channel: channel, logger: logger) }
    }

    @concurrent func handle(value: Base.Value, logger: Logger) async {
        await base.handle(value: value, logger: logger)
    }
}
