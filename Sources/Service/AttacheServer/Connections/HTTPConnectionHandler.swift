import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// HTTP rules that Hummingbird does not implement: `Expect: 100-continue`, the end of a connection, and problem details for requests that cannot be parsed.
final class HTTPConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The delay before closing, so that a client that is still sending can read the response: an immediate close would
    /// reset it (RFC 9112 §9.6).
    private static let closeDelay = TimeAmount.seconds(1)

    private let count: @Sendable (ProblemKind) -> Void
    /// Answers requests without the router, until its handler is added.
    private var immediate: (any ImmediateResponding)?
    private var context: ChannelHandlerContext?
    private var idleHandler: IdleConnectionHandler?
    private var gate: RequestGate?
    /// Called when the client disconnects before the response is complete.
    private var disconnect: DisconnectObserver?
    /// The number of requests without a complete response; the last of them may still be arriving.
    private var pendingCount = 0
    private var isArriving = false
    /// Whether the client waits for 100 before it sends the arriving body.
    private var expectsContinue = false
    /// Whether the last request read is the last of the connection.
    private var isLast = false
    /// Whether further input is discarded.
    private var isEnding = false
    private var unparsed: Problem?
    /// Whether a response is written while the next request may be in the parser.
    var mayBeFollowed = false

    init(_ immediate: (any ImmediateResponding)?, count: @escaping @Sendable (ProblemKind) -> Void) {
        self.immediate = immediate
        self.count = count
    }

    /// Whether other clients wait for the connection.
    var yieldsToOthers: Bool { idleHandler?.yieldsToOthers ?? false }

    /// Whether the next response belongs to a request that has not arrived completely.
    private var answersBeforeRequestEnd: Bool { isArriving && pendingCount == 1 }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let pipeline = context.pipeline.syncOperations
        gate = try? pipeline.handler(type: RequestGate.self)
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

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Input after the last request is discarded.
        if isEnding || (isLast && !isArriving) { return }
        switch unwrapInboundIn(data) {
        case .head where gate?.refusal != nil:
            if let problem = gate?.refusal { report(problem, context, nil) }
        case .head(var head):
            pendingCount += 1
            isArriving = true
            idleHandler?.connection.requestBegan()
            expectsContinue = head.headerFields[.expect]?.lowercased() == "100-continue"
            if Self.asksToClose(head.headerFields) {
                isLast = true
                // The only spelling that Hummingbird recognises.
                head.headerFields[.connection] = "close"
            }
            if let immediate = immediate.take() { add(immediate, context) }
            context.fireChannelRead(wrapInboundOut(.head(head)))
        case .body:
            expectsContinue = false
            context.fireChannelRead(data)
        case .end:
            isArriving = false
            expectsContinue = false
            idleHandler?.connection.requestArrived()
            context.fireChannelRead(data)
        }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        // A late response, after the end of the connection has begun, is discarded.
        case _ where isEnding: promise?.succeed()
        case .head(let head): write(head, context, promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let wasArriving = answersBeforeRequestEnd
            context.write(data, promise: promise)
            disconnect = nil
            if pendingCount > 0 {
                pendingCount -= 1
                idleHandler?.connection.responseEnded(wasWhole: !wasArriving)
            }
            if wasArriving || (isLast && pendingCount == 0) { scheduleClose(context) }
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        switch event {
        case is ContinueExpectation: sendContinue(context)
        case let observer as DisconnectObserver:
            disconnect = observer
            if !context.channel.isActive { leave() }
        default: return context.triggerUserOutboundEvent(event, promise: promise)
        }
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isEnding, mode != .input else { return context.close(mode: mode, promise: promise) }
        // It closes by itself after the delay.
        context.channel.closeFuture.cascade(to: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard error is HTTPParserError || error is HTTP1TypeConversionError else {
            return context.fireErrorCaught(error)
        }
        let problem = Problem(unparsed: error as? HTTPParserError)
        if isArriving { return context.fireErrorCaught(problem) }
        unparsed = problem
        // Hummingbird responds to this error after all earlier requests.
        context.fireErrorCaught(error is HTTPParserError ? error : HTTPParserError.invalidMethod)
    }

    /// Stops waiting for a partial body; its request is answered with a problem.
    func stopWaitingForBody(_ problem: Problem) {
        guard isArriving, !isEnding else { return }
        context?.fireErrorCaught(problem)
    }

    /// Adds the handler of requests that need no router, behind Hummingbird's own handlers, which exist by now.
    private func add(_ immediate: any ImmediateResponding, _ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let state = try? pipeline.handler(type: HTTPConnectionStateHandler.self) else { return }
        let handler = ImmediateRequestHandler(immediate, of: self, in: context.channel)
        try? pipeline.addHandler(handler, position: .after(state))
    }

    private func write(_ head: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        var head = head
        guard head.status.kind != .informational else {
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
        if let unparsed, pendingCount == 0 { return report(unparsed, context, promise) }
        if answersBeforeRequestEnd {
            // A streamed response continues while the body arrives.
            if head.status.code < 400 { sendContinue(context) } else { isLast = true }
        }
        // Other clients wait for a connection; requests that were sent ahead are answered first.
        if !isArriving, yieldsToOthers, !mayBeFollowed, !(gate?.isHolding ?? false) { isLast = true }
        if isLast, pendingCount == 1 { head.headerFields[.connection] = "close" }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Responds with a problem without asking a route: to a parse error, instead of Hummingbird's empty 400, and to a
    /// request that is refused.
    private func report(_ problem: Problem, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        count(problem.kind)
        var head = problem.response.head
        let bytes = problem.json()
        head.headerFields[.contentLength] = "\(bytes.count)"
        head.headerFields[.connection] = "close"
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(ByteBuffer(bytes: bytes))), promise: nil)
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
        scheduleClose(context)
    }

    private func sendContinue(_ context: ChannelHandlerContext) {
        guard expectsContinue else { return }
        expectsContinue = false
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: nil)
    }

    /// Closes the connection after the client has had time to read the response.
    private func scheduleClose(_ context: ChannelHandlerContext) {
        isEnding = true
        context.flush()
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.assumeIsolated().whenComplete { _ in
            context.eventLoop.assumeIsolated().scheduleTask(in: Self.closeDelay) { context.close(promise: nil) }
        }
        idleHandler?.farewell()
        // It completes when everything is sent.
        context.close(mode: .output, promise: sent)
    }

    private func leave() {
        disconnect.take()?.cancel()
        // The context holds this handler.
        (context, gate) = (nil, nil)
        guard let idleHandler = idleHandler.take() else { return }
        idleHandler.requestHandler = nil
        for number in 0..<pendingCount {
            idleHandler.connection.responseEnded(wasWhole: !(isArriving && number == pendingCount - 1))
        }
        pendingCount = 0
    }

    /// `Connection` is a case-insensitive list of options (RFC 9110 §7.6.1).
    private static func asksToClose(_ fields: HTTPFields) -> Bool {
        guard let text = fields[.connection] else { return false }
        return text.split(separator: ",").contains { word in
            word.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased().prefix { $0 != " " && $0 != "\t" } == "close"
        }
    }
}

/// The event that a body is about to be read, which answers `Expect: 100-continue`.
struct ContinueExpectation: Sendable {
    /// Sends the event if the request has `Expect` (RFC 9110 §10.1.1).
    static func report(_ request: Request, _ context: ServiceContext) {
        guard request.headers[.expect] != nil else { return }
        context.channel.triggerUserOutboundEvent(ContinueExpectation(), promise: nil)
    }
}
