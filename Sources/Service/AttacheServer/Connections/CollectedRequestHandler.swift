import AttacheCore
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Answers the requests of `CollectedRoutes`, on the event loop of their connection where they need no wait and in a task
/// where they do, and passes all others on to Hummingbird's task.
///
/// It is the last handler before that task, so that its answers pass through every rule of the connection.
/// `HTTPConnectionHandler` holds the next request until the answer, and gives up waiting for a body.
final class CollectedRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What came while a task makes an answer, for which Hummingbird's task would end the connection.
    private enum Late {
        case event(Any)
        case error(any Error)
    }

    private enum State {
        /// No request of these routes is in progress.
        case passing
        /// The body of a request arrives.
        case collecting(CollectedRequest)
        /// A task makes the answer.
        case answering(Task<Void, Never>, [Late])
        /// The connection has ended.
        case ended
    }

    private let routes: CollectedRoutes
    private let connection: HTTPConnectionHandler
    private let peer: Client
    private let time: LoopTime
    private var state = State.passing
    /// What has arrived of a body.
    private var body = ByteBuffer()
    /// The length of the body of a request that has no answer yet.
    private var counted: (length: Int, client: Client)?
    /// Whether an answer was written that is flushed at the end of the read.
    private var isUnflushed = false

    init(_ routes: CollectedRoutes, of connection: HTTPConnectionHandler, in channel: any Channel) {
        self.routes = routes
        self.connection = connection
        peer = Client(peer: channel.remoteAddress)
        time = routes.times.time(of: channel.eventLoop)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        if case .answering(let task, _) = state { task.cancel() }
        (state, body) = (.ended, ByteBuffer())
        // A task that is cancelled keeps its copy a moment longer.
        releaseBody()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (unwrapInboundIn(data), state) {
        case (.head(let head), .passing):
            guard let request = routes.begin(head, from: peer, since: .now) else {
                return context.fireChannelRead(data)
            }
            state = .collecting(request)
        case (.body(let bytes), .collecting(let request)): add(bytes, of: request, context)
        case (.end, .collecting(let request)): answer(request, context)
        default: context.fireChannelRead(data)
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        if case .collecting(let request) = state {
            // The body of a refused request is not waited for.
            if let problem = request.refusal { refuse(request, problem, context) } else { connection.awaitBody() }
        }
        if isUnflushed {
            isUnflushed = false
            context.flush()
        }
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch state {
        case .answering(let task, let late): state = .answering(task, late + [.event(event)])
        case .collecting(let request):
            // The connection of a request that has not arrived may end with its input.
            if let problem = request.refusal { refuse(request, problem, context) }
            context.fireUserInboundEventTriggered(event)
        case .passing, .ended: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch (state, error) {
        case (.answering(let task, let late), _): state = .answering(task, late + [.error(error)])
        // The connection has stopped waiting for the body.
        case (.collecting(let request), let problem as Problem): refuse(request, request.refusal ?? problem, context)
        default: context.fireErrorCaught(error)
        }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        // So Hummingbird ends a connection whose own task is cancelled.
        if mode == .input, case .answering(let task, _) = state { task.cancel() }
        context.close(mode: mode, promise: promise)
    }

    private func add(_ bytes: ByteBuffer, of request: CollectedRequest, _ context: ChannelHandlerContext) {
        guard request.refusal == nil else { return }
        guard body.readableBytes + bytes.readableBytes <= routes.bodyLimit else {
            return refuse(request, RequestFraming.tooLarge(routes.bodyLimit), context)
        }
        let length = body.readableBytes + bytes.readableBytes
        guard routes.bodies.grow(from: body.readableBytes, to: length, of: request.client) else {
            return refuse(request, .bodyMemoryFull, context)
        }
        counted = (length, request.client)
        if body.readableBytes == 0 { body = bytes } else { body.writeImmutableBuffer(bytes) }
    }

    /// Answers a request that has arrived.
    private func answer(_ request: CollectedRequest, _ context: ChannelHandlerContext) {
        let bytes = Array(body.readableBytesView)
        body = ByteBuffer()
        switch begin(request, bytes) {
        case .finished(let response): write(response, to: request, context)
        case .needsMedia(let rest): start(request, on: rest.executor, context) { try await rest.run() }
        case nil: start(request, on: nil, context) { try await request.work.run(bytes) }
        }
    }

    /// Does work on the event loop, unless the client has had its time there.
    private func begin(_ request: CollectedRequest, _ bytes: [UInt8]) -> BeginResult<MediaWork, BufferedResponse>? {
        // A connection that other clients wait for ends with the answer of a task, which knows what follows.
        guard bytes.count <= LoopTime.bodyLimit, !connection.yieldsToOthers else { return nil }
        if request.work.isKnown { return request.begin(bytes) }
        return time.spend(of: request.client) { request.begin(bytes) } ?? nil
    }

    /// Answers a request whose body is not wanted, or has not come.
    private func refuse(_ request: CollectedRequest, _ problem: Problem, _ context: ChannelHandlerContext) {
        body = ByteBuffer()
        write(request.answer(to: problem), to: request, context)
    }

    private func write(_ response: BufferedResponse, to request: CollectedRequest, _ context: ChannelHandlerContext) {
        // Before the writes: they may end the connection, and its events pass on what follows.
        state = .passing
        releaseBody()
        isUnflushed = true
        var head = response.head
        request.exchange.answer(with: &head, at: request.route.path)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if request.exchange.head.method != .head {
            context.write(wrapOutboundOut(.body(ByteBuffer(bytes: response.body))), promise: nil)
        }
        request.exchange.end()
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
    }

    private func releaseBody() {
        if let counted { routes.bodies.release(counted.length, of: counted.client) }
        counted = nil
    }

    /// Starts the task of a request, which is cancelled when the client disconnects.
    private func start(
        _ request: CollectedRequest,
        on executor: (any TaskExecutor)?,
        _ context: ChannelHandlerContext,
        _ work: @escaping @Sendable () async throws -> BufferedResponse
    ) {
        let loop = context.eventLoop
        let own = NIOLoopBound((handler: self, context: context), eventLoop: loop)
        let task = Task(executorPreference: executor) { @concurrent in
            let response = await request.run(work)
            loop.execute { own.value.handler.end(request, with: response, own.value.context) }
        }
        state = .answering(task, [])
    }

    /// Writes the answer of a task, and passes on what waited for it; without an answer the connection ends.
    private func end(_ request: CollectedRequest, with response: BufferedResponse?, _ context: ChannelHandlerContext) {
        guard case .answering(_, let late) = state else { return }
        guard let response else {
            state = .ended
            return context.close(promise: nil)
        }
        write(response, to: request, context)
        // Before the flush, which lets the next request pass.
        for event in late {
            switch event {
            case .event(let event): context.fireUserInboundEventTriggered(event)
            case .error(let error): context.fireErrorCaught(error)
            }
        }
        isUnflushed = false
        context.flush()
    }
}
