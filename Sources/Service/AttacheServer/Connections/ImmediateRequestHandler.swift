import AttacheCore
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers requests on the event loop of their connection, or in tasks of their own, as far as `ImmediateResponding`
/// can, and passes all others on to Hummingbird's task.
///
/// It is the last handler before that task, so that its answers pass through every rule of the connection. A request is
/// held until it has arrived whole, at the longest until the end of the read that brought its head. `HTTPConnectionHandler`
/// holds the next request until the answer.
final class ImmediateRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private struct Held {
        let head: HTTPRequest
        let arrival: ContinuousClock.Instant
        var body = ByteBuffer()
    }

    private enum Event {
        case event(Any)
        case error(any Error)
    }

    private let responder: any ImmediateResponding
    /// The handler that ends the connection; `nil` after its end.
    private var connection: HTTPConnectionHandler?
    private let peer: Client
    private let time: LoopTime
    private var held: Held?
    /// The task of a request, and what Hummingbird's task would end the connection for before the answer.
    private var task: Task<Void, Never>?
    private var later: [Event] = []
    private var attempts = DirectAttempts()
    /// Whether a request was answered in the current read.
    private var hasAnswered = false

    init(_ responder: any ImmediateResponding, of connection: HTTPConnectionHandler, in channel: any Channel) {
        self.responder = responder
        self.connection = connection
        peer = Client(peer: channel.remoteAddress)
        time = responder.times.time(of: channel.eventLoop)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        task?.cancel()
        (held, connection, later) = (nil, nil, [])
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head) where responder.accepts(head) && attempts.isDue:
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
        if hasAnswered {
            hasAnswered = false
            context.flush()
        }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        guard task == nil else { return later.append(.event(event)) }
        passOn(context)
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard task == nil else { return later.append(.error(error)) }
        passOn(context)
        context.fireErrorCaught(error)
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // So Hummingbird ends a connection whose own task is cancelled.
        if mode == .input { task?.cancel() }
        context.close(mode: mode, promise: promise)
    }

    /// Answers the request that is held, unless the task must.
    private func isAnswered(_ context: ChannelHandlerContext) -> Bool {
        // A connection that other clients wait for ends with the answer of the task, which knows what follows.
        guard let held, let connection, !connection.yieldsToOthers,
            let client = responder.client(of: held.head, from: peer),
            let response = time.spend(
                of: client,
                { responder.respond(to: held.head, held.body, of: client, since: held.arrival) }
            )
        else { return false }
        attempts.note(response == nil ? 0 : 1)
        guard let response else { return false }
        // Before the writes: they may end the connection, and its events pass on what is held.
        self.held = nil
        switch response {
        case .finished(let answer):
            write(answer, context)
            hasAnswered = true
        case .needsMedia(let work): start(work, context)
        }
        return true
    }

    private func write(_ answer: ImmediateAnswer, _ context: ChannelHandlerContext) {
        context.write(wrapOutboundOut(.head(answer.head)), promise: nil)
        context.write(wrapOutboundOut(.body(answer.body)), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
    }

    /// Starts the task of a request, which is cancelled when the client disconnects.
    private func start(_ work: ImmediateWork, _ context: ChannelHandlerContext) {
        let loop = context.eventLoop
        let own = NIOLoopBound((handler: self, context: context), eventLoop: loop)
        let task = Task(executorPreference: work.executor) { @concurrent in
            let answer = await work.run()
            loop.execute { own.value.handler.end(with: answer, own.value.context) }
        }
        self.task = task
        context.triggerUserOutboundEvent(DisconnectObserver { task.cancel() }, promise: nil)
    }

    /// Writes the answer of a task, and passes on what waited for it; without an answer the connection ends.
    private func end(with answer: ImmediateAnswer?, _ context: ChannelHandlerContext) {
        task = nil
        guard connection != nil else { return }
        guard let answer else { return context.close(promise: nil) }
        write(answer, context)
        // Before the flush, which lets the next request pass.
        let events = later
        later = []
        for event in events {
            switch event {
            case .event(let event): context.fireUserInboundEventTriggered(event)
            case .error(let error): context.fireErrorCaught(error)
            }
        }
        context.flush()
    }

    /// Passes on what is held of a request.
    private func passOn(_ context: ChannelHandlerContext) {
        guard let held = held.take() else { return }
        context.fireChannelRead(wrapInboundOut(.head(held.head)))
        if held.body.readableBytes > 0 { context.fireChannelRead(wrapInboundOut(.body(held.body))) }
    }
}
