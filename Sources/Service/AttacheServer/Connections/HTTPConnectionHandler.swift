import AttacheSystem
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Passes the requests of a connection on to those that answer them, one at a time, with the rules of HTTP that are the
/// same for all answers: `Expect: 100-continue`, the timeout of bodies, the end of a connection, `Date` and `Server`, and
/// problem details for requests that cannot be parsed.
///
/// A client may send requests without reading responses. The next one waits until the response before it has been taken;
/// `InputGate` keeps what is sent ahead unparsed, so it costs no more than its bytes, and responses do not pile up.
final class HTTPConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The delay before closing, so that a client that is still sending can read the response: an immediate close would
    /// reset it (RFC 9112 §9.6).
    private static let closeDelay = TimeAmount.seconds(1)
    /// How long requests that were sent ahead are answered while other clients wait for the connection, and how long that is
    /// remembered.
    private static let crowded = (patience: TimeAmount.milliseconds(250), memory: TimeAmount.seconds(10))

    private let count: @Sendable (ProblemKind) -> Void
    let requestTimeout: TimeAmount
    /// The routes that are answered without the router, until their handler is added.
    var routes: CollectedRoutes?
    var context: ChannelHandlerContext?
    var idleHandler: IdleConnectionHandler?
    var inputGate: InputGate?
    var state = RequestState.ready
    /// What arrived before it may be passed on.
    var held = FIFOQueue<Input>()
    var passing = Passing.no
    /// The time of the loop for requests that are sent ahead; `nil` without a limit.
    private(set) var ahead: RequestsAhead?
    var turn = RequestTurn.first
    var reading = Reading.taken
    /// The timer of bodies: one that reschedules itself is cheaper than one for each piece.
    var timer: Scheduled<Void>?

    private var serverHeaders = ServerHeaders()
    /// When a response was the last but for requests that were sent ahead.
    private var crowdedSince: NIODeadline?

    init(
        _ routes: CollectedRoutes?,
        requestTimeout: TimeAmount,
        count: @escaping @Sendable (ProblemKind) -> Void
    ) {
        self.routes = routes
        self.requestTimeout = requestTimeout
        self.count = count
    }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        ahead = routes?.times.time(of: context.eventLoop).ahead
        let pipeline = context.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            let inputGate = InputGate(self)
            try? pipeline.addHandler(inputGate, position: .before(decoder))
            self.inputGate = inputGate
        }
        if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(HTTP10CompatibilityHandler(), position: .before(codec))
        }
        idleHandler = try? pipeline.handler(type: IdleConnectionHandler.self)
        idleHandler?.requestHandler = self
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    private func leave() {
        timer.take()?.cancel()
        if let hasArrived = state.hasArrived { idleHandler?.connection.responseEnded(wasWhole: hasArrived) }
        (state, held) = (.closed, FIFOQueue())
        idleHandler?.requestHandler = nil
        // The context holds this handler.
        (context, inputGate, idleHandler) = (nil, nil, nil)
    }

    /// Whether a request may have arrived that has not begun.
    var holdsRequest: Bool { !held.isEmpty || inputGate?.mayHoldRequest ?? false }

    /// Whether other clients wait for the connection.
    var yieldsToOthers: Bool { idleHandler?.yieldsToOthers ?? false }

    /// Stops waiting for the rest of a body; its request is answered with a problem.
    func stopWaitingForBody(_ problem: Problem) {
        guard let context, case .arriving = state else { return }
        state = .stopped
        context.fireErrorCaught(problem)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch (unwrapOutboundIn(data), state) {
        // A late response, after the end of the connection has begun, is discarded.
        case (_, .ending): promise?.succeed()
        case (.head(let head), _): write(head, context, promise)
        case (.body, _): context.write(data, promise: promise)
        case (.end, _):
            context.write(data, promise: promise)
            guard let hasArrived = state.hasArrived else { return }
            idleHandler?.connection.responseEnded(wasWhole: hasArrived)
            if hasArrived, !state.isLast { state = .ready } else { end(context) }
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        resume()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch (event, state) {
        case (let mode as RequestBodyTimeoutMode, .arriving(var arrival)):
            arrival.timeout.mode = mode
            state = .arriving(arrival)
        case (is RequestBodyTimeoutMode, _): break
        default: return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        switch (state, mode) {
        // It closes by itself after the delay.
        case (.ending, .output), (.ending, .all): context.channel.closeFuture.cascade(to: promise)
        // No request begins while the last response is on its way.
        case (.ready, .output):
            end(context)
            context.channel.closeFuture.cascade(to: promise)
        case (.ready, .all):
            state = .ending
            context.close(mode: mode, promise: promise)
        default: context.close(mode: mode, promise: promise)
        }
    }

    private func write(_ head: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        guard head.status.kind != .informational else {
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
        switch state {
        // A response that is streamed continues while its body arrives; other routes do not read the rest of one.
        case .arriving(let arrival) where head.status.code < 400 && arrival.timeout.mode == .pieces:
            sendContinue(context)
        case .arriving: state.endAfterResponse()
        case .answering where yields(at: context.eventLoop.now):
            state.endAfterResponse()
        // The service ends: no request after this one is answered (RFC 9112 §9.6).
        case .answering where head.headerFields[.connection] == "close":
            state.endAfterResponse()
        default: break
        }
        send(head, context, promise)
    }

    /// Whether the connection ends with its response, since other clients wait for it; requests that were sent ahead are
    /// answered first, but not for ever.
    private func yields(at now: NIODeadline) -> Bool {
        guard yieldsToOthers else { return false }
        guard holdsRequest else { return true }
        let since = crowdedSince.flatMap { now - $0 < Self.crowded.memory ? $0 : nil } ?? now
        crowdedSince = since
        return now - since >= Self.crowded.patience
    }

    /// Writes the head of a response, with the headers that all have.
    private func send(_ head: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        var head = head
        serverHeaders.add(to: &head)
        if state.isLast { head.headerFields[.connection] = "close" }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Answers `Expect: 100-continue`: the body of the request is wanted.
    func awaitBody() {
        if let context { sendContinue(context) }
    }

    private func sendContinue(_ context: ChannelHandlerContext) {
        guard case .arriving(var arrival) = state, arrival.expectsContinue else { return }
        arrival.expectsContinue = false
        state = .arriving(arrival)
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Responds with a problem without asking a route, to a parse error and to a request that is refused.
    func report(_ problem: Problem, _ context: ChannelHandlerContext) {
        // The beginning of a request whose client has gone is no request either.
        guard context.channel.isActive else { return }
        count(problem.kind)
        let response = BufferedResponse(problem)
        state = .ending
        send(response.head, context, nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: response.body))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: nil)
        end(context)
    }

    /// Ends the connection after the client has had time to read the response.
    private func end(_ context: ChannelHandlerContext) {
        state = .ending
        context.flush()
        idleHandler?.farewell()
        inputGate?.discard()
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.closeDelay) { context.close(promise: nil) }
        }
        // It completes when everything is sent.
        context.close(mode: .output, promise: sent)
        resume()
    }
}
