import NIOCore

/// The first of a connection's handlers, before TLS: closes the connection when its client does nothing for too long.
///
/// Hummingbird does that for HTTP/1.1 once the protocol is chosen, and asks an HTTP/2 client to answer before it closes. This
/// one also ends connections on which no handshake, no preface or no answer comes.
final class ConnectionWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    /// What the protocols' own ways to end a connection have first.
    private static let grace = Duration.seconds(1)

    /// What is known of the connection.
    let connection: Connection
    private let table: ConnectionTable
    private let idleTimeout: Duration
    private var timer: Scheduled<Void>?
    private var isQuiescing = false
    /// The handlers of the requests on it: of one, or of each stream.
    private var conducts: [ObjectIdentifier: RequestConduct] = [:]

    /// Creates the watch.
    ///
    /// - Parameters:
    ///   - connection: What is known of the connection.
    ///   - table: Where it stands among all others.
    ///   - idleTimeout: How long its client may do nothing.
    init(_ connection: Connection, in table: ConnectionTable, idleTimeout: Duration) {
        self.connection = connection
        self.table = table
        self.idleTimeout = idleTimeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        table.open(connection)
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
    func add(_ conduct: RequestConduct) { conducts[ObjectIdentifier(conduct)] = conduct }

    /// The handler ends.
    func remove(_ conduct: RequestConduct) { conducts[ObjectIdentifier(conduct)] = nil }

    /// A response is complete.
    func responseEnded(wasWhole: Bool) {
        connection.responseEnded(wasWhole: wasWhole)
        table.becameFree()
    }

    private func look(_ context: ChannelHandlerContext) {
        timer = nil
        if isQuiescing {
            if connection.isIdle { return context.close(promise: nil) }
            // Whatever was on its way when the end began has arrived by now.
            for conduct in Array(conducts.values) { conduct.stopWaitingForBody() }
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
            self?.look(context)
        }
    }

    private func end() {
        timer?.cancel()
        timer = nil
        table.close(connection)
    }
}
