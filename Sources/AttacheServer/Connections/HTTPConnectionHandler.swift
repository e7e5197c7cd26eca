import HTTPTypes
import Hummingbird
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// Keeps requests and responses of a connection, or of a stream of HTTP/2, to the rules that Hummingbird leaves open: who is
/// told to send on, when a connection ends, and what is said of what cannot be parsed.
final class HTTPConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// How long a client that is not heard any more has to read the answer: to close at once would take it away from whoever
    /// still sends (RFC 9112 §9.6).
    private static let closeDelay = TimeAmount.seconds(1)

    private let count: @Sendable (ProblemKind) -> Void
    private var context: ChannelHandlerContext?
    private var idleHandler: IdleConnectionHandler?
    private var isStream = false
    /// Requests whose responses are not complete; the last of them may still be arriving.
    private var pendingCount = 0
    private var isArriving = false
    /// Whether the client sends the body that is arriving only when it is told to.
    private var expectsContinue = false
    /// Whether the last request that was read is the connection's last.
    private var isLast = false
    /// Whether what still arrives is not read any more.
    private var isEnding = false
    private var isStalled = false
    private var unparsed: Problem?

    /// Creates the handler.
    ///
    /// - Parameter count: Counts problems that no route tells.
    init(count: @escaping @Sendable (ProblemKind) -> Void) {
        self.count = count
    }

    /// Whether the next response belongs to a request that has not arrived whole.
    private var answersBeforeRequestEnd: Bool { isArriving && pendingCount == 1 }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let pipeline = context.pipeline.syncOperations
        if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(HTTP10CompatibilityHandler(), position: .before(codec))
            idleHandler = try? pipeline.handler(type: IdleConnectionHandler.self)
        } else {
            isStream = true
            idleHandler = try? context.channel.parent?.pipeline.syncOperations.handler(type: IdleConnectionHandler.self)
        }
        idleHandler?.add(self)
    }

    func handlerRemoved(context: ChannelHandlerContext) { leave() }

    func channelInactive(context: ChannelHandlerContext) {
        leave()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes after the last request is for nobody.
        if isEnding || (isLast && !isArriving) { return }
        switch unwrapInboundIn(data) {
        case .head(var head):
            pendingCount += 1
            isArriving = true
            idleHandler?.connection.requestBegan()
            expectsContinue = head.headerFields[.expect]?.lowercased() == "100-continue"
            if Self.asksToClose(head.headerFields) {
                isLast = true
                // Hummingbird knows this spelling.
                head.headerFields[.connection] = "close"
            }
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
        // Whoever answers late, after the connection's end has begun, answers nobody.
        case _ where isEnding: promise?.succeed()
        case .head(let head): write(head, context, promise)
        case .body: context.write(data, promise: promise)
        case .end:
            let wasArriving = answersBeforeRequestEnd
            context.write(data, promise: promise)
            if pendingCount > 0 {
                pendingCount -= 1
                idleHandler?.responseEnded(wasWhole: !wasArriving)
            }
            if wasArriving || (isLast && pendingCount == 0) { scheduleClose(context) }
        }
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is ContinueExpectation else { return context.triggerUserOutboundEvent(event, promise: promise) }
        sendContinue(context)
        promise?.succeed()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard isEnding, mode != .input else { return context.close(mode: mode, promise: promise) }
        // It is about to close by itself, when the client has had its time.
        context.channel.closeFuture.cascade(to: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stalls(!context.channel.isWritable)
        context.fireChannelWritabilityChanged()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard !isStream, error is HTTPParserError || error is HTTP1TypeConversionError else {
            return context.fireErrorCaught(error)
        }
        let problem = Problem(unparsed: error as? HTTPParserError)
        if isArriving { return context.fireErrorCaught(problem) }
        unparsed = problem
        // Hummingbird answers this one once what was asked before is answered.
        context.fireErrorCaught(error is HTTPParserError ? error : HTTPParserError.invalidMethod)
    }

    /// Ends the wait for a body that has not arrived whole; its request is answered with a problem.
    func stopWaitingForBody() {
        guard isArriving, !isEnding else { return }
        context?.fireErrorCaught(Problem.ending)
    }

    private func write(_ head: HTTPResponse, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        var head = head
        guard head.status.kind != .informational else {
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        }
        if let unparsed, pendingCount == 0 { return report(unparsed, context, promise) }
        if answersBeforeRequestEnd {
            // A response that streams goes on while the body arrives.
            if head.status.code < 400 { sendContinue(context) } else { isLast = true }
        }
        if isLast, pendingCount == 1, !isStream { head.headerFields[.connection] = "close" }
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    /// Tells what is wrong with what could not be parsed, in place of Hummingbird's empty 400.
    private func report(_ problem: Problem, _ context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?) {
        count(problem.kind)
        let bytes = problem.json()
        var head = problem.response.head
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

    /// Ends the connection, or the stream, as soon as the client has had time to read the answer.
    private func scheduleClose(_ context: ChannelHandlerContext) {
        isEnding = true
        context.flush()
        if !isStream { context.close(mode: .output, promise: nil) }
        context.eventLoop.assumeIsolated().scheduleTask(in: Self.closeDelay) { context.close(promise: nil) }
    }

    private func stalls(_ stalls: Bool) {
        guard stalls != isStalled else { return }
        isStalled = stalls
        idleHandler?.connection.responseStalls(stalls, isStream: isStream)
    }

    private func leave() {
        guard let idleHandler else { return }
        self.idleHandler = nil
        context = nil
        idleHandler.remove(self)
        if isStalled { idleHandler.connection.responseStalls(false, isStream: isStream) }
        for number in 0..<pendingCount {
            idleHandler.responseEnded(wasWhole: !(isArriving && number == pendingCount - 1))
        }
        pendingCount = 0
    }

    /// `Connection` is a list of words in any case (RFC 9110 §7.6.1).
    private static func asksToClose(_ fields: HTTPFields) -> Bool {
        guard let text = fields[.connection] else { return false }
        return text.split(separator: ",").contains { word in
            word.trimmingPrefix { $0 == " " || $0 == "\t" }.lowercased().prefix { $0 != " " && $0 != "\t" } == "close"
        }
    }
}

/// Told to a connection when a request's body is about to be read: who asked before sending it is answered now.
struct ContinueExpectation: Sendable {
    /// Answers `Expect: 100-continue` (RFC 9110 §10.1.1) where the request has it.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: What is known of it.
    static func report(_ request: Request, _ context: ServiceContext) {
        guard request.headers[.expect] != nil else { return }
        context.channel.triggerUserOutboundEvent(ContinueExpectation(), promise: nil)
    }
}
