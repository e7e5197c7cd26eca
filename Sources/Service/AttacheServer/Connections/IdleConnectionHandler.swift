import NIOCore

/// The first handler of a connection, before TLS; closes connections that are idle too long.
///
/// Hummingbird does so for connections of which it reads requests. This handler also closes those without a TLS handshake.
final class IdleConnectionHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// The head start of Hummingbird's own timeout.
    private static let grace = Duration.seconds(1)

    let connection: Connection
    private let registry: ConnectionRegistry
    private let idleTimeout: Duration
    private var timer: Scheduled<Void>?
    private var isQuiescing = false
    /// The handler of the connection's requests, until its end.
    var requestHandler: HTTPConnectionHandler?

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
        } else if let eviction = event as? ConnectionEviction {
            switch eviction {
            case .waiting: evict(context)
            // From here, past the handlers that wait for what is unsent.
            case .any: return context.close(promise: nil)
            }
        }
        context.fireUserInboundEventTriggered(event)
    }

    /// The problem to refuse a new request with, or `nil`. Health checks are refused only where the connection is one too many.
    func refusal(ofHealthCheck isHealthCheck: Bool) -> Problem? {
        // A probe learns whether the service lives, also where memory is short.
        if let problem = connection.refusal { return isHealthCheck && problem == .connectionMemoryFull ? nil : problem }
        return !isHealthCheck && connection.isUnread ? registry.memoryProblem : nil
    }

    /// Whether the connection should end with its response, since other clients wait to connect.
    var yieldsToOthers: Bool { registry.isFull }

    var hasShortMemory: Bool { registry.hasShortMemory }

    func hold(_ byteCount: Int) { registry.hold(byteCount, of: connection) }

    func release(_ byteCount: Int) { hold(-byteCount) }

    /// Records that only the client keeps the connection open.
    func farewell() { registry.farewell(connection) }

    /// Ends the connection, unless a request has arrived meanwhile; a request whose body is arriving gets a response.
    private func evict(_ context: ChannelHandlerContext) {
        let isUnread = connection.isUnread
        // A client that reads nothing gets no answer to what it has sent ahead either.
        guard connection.mayLosePlace(at: .now), isUnread || !(requestHandler?.holdsRequest ?? false) else {
            return registry.spare(connection)
        }
        guard !isUnread, !connection.isIdle else { return context.close(promise: nil) }
        requestHandler?.stopWaitingForBody(.crowded)
        timer?.cancel()
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(Self.grace)) {
            context.close(promise: nil)
        }
    }

    private func check(_ context: ChannelHandlerContext) {
        timer = nil
        if isQuiescing {
            let isDone = connection.isIdle && !connection.isUnread && !(requestHandler?.holdsRequest ?? false)
            if isDone { return context.close(promise: nil) }
            // Requests that were sent before the shutdown began have arrived by now.
            requestHandler?.stopWaitingForBody(.ending)
            return schedule(after: Self.grace, context)
        }
        guard let since = connection.idleSince else { return schedule(after: idleTimeout, context) }
        // The timeout of responses is for a client that reads slowly.
        if connection.isUnread { return schedule(after: Self.grace, context) }
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
