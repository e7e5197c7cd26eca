import AttacheCore
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers requests on the event loop of their connection, as far as `ImmediateResponding` can, and passes all others on to
/// Hummingbird's task.
///
/// It is the last handler before that task, so that its answers pass through every rule of the connection. A request is
/// held until it has arrived whole, at the longest until the end of the read that brought its head.
final class ImmediateRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundOut = HTTPResponsePart

    private struct Held {
        let head: HTTPRequest
        let arrival: ContinuousClock.Instant
        var body = ByteBuffer()
    }

    /// The limit of answers in one read: the other connections of the event loop wait for them.
    private static let readLimit = 32

    private let responder: any ImmediateResponding
    /// The handler that ends the connection; `nil` after its end.
    private var connection: HTTPConnectionHandler?
    private let peer: Client
    private var held: Held?
    private var attempts = DirectAttempts()
    /// The number of requests that were answered in the current read.
    private var answerCount = 0

    init(_ responder: any ImmediateResponding, of connection: HTTPConnectionHandler, peer: SocketAddress?) {
        self.responder = responder
        self.connection = connection
        self.peer = Client(peer: peer)
    }

    func handlerRemoved(context: ChannelHandlerContext) { (held, connection) = (nil, nil) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where answerCount < Self.readLimit && responder.accepts(head) && attempts.isDue:
            held = Held(head: head, arrival: .now)
        case .body(var bytes) where held != nil:
            if held?.body.readableBytes == 0 { held?.body = bytes } else { held?.body.writeBuffer(&bytes) }
        case .end(nil) where isAnswered(context): break
        default:
            passOn(context)
            context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        // A body that arrives later is the task's, with its timeout and `Expect`.
        passOn(context)
        if answerCount > 0 {
            answerCount = 0
            context.flush()
        }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        passOn(context)
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        passOn(context)
        context.fireErrorCaught(error)
    }

    /// Answers the request that is held, unless the task must.
    private func isAnswered(_ context: ChannelHandlerContext) -> Bool {
        // A connection that other clients wait for ends with the answer of the task, which knows what follows.
        guard let held, let connection, !connection.yieldsToOthers else { return false }
        let response = responder.response(to: held.head, held.body, from: peer, since: held.arrival)
        attempts.note(response == nil ? 0 : 1)
        guard let response else { return false }
        // Before the writes: they may end the connection, and its events pass on what is held.
        self.held = nil
        connection.mayBeFollowed = true
        defer { connection.mayBeFollowed = false }
        context.write(wrapOutboundOut(.head(response.head)), promise: nil)
        context.write(wrapOutboundOut(.body(response.body)), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        answerCount += 1
        return true
    }

    /// Passes on what is held of a request.
    private func passOn(_ context: ChannelHandlerContext) {
        guard let held = held.take() else { return }
        context.fireChannelRead(wrapInboundOut(.head(held.head)))
        if held.body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(held.body))) }
    }
}
