import AttacheSystem
import HTTPTypes
import HummingbirdCore
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// What arrives: requests that are passed on, or held, and bodies that must come in time.
extension HTTPConnectionHandler {
    /// A part of a request, or what comes between requests.
    enum Input {
        case part(HTTPRequestPart)
        case event(Any)
        case error(any Error)
        /// A parse error, after which no more parts come.
        case noRequest(any Error)
    }

    /// What the loop reads from the connection.
    enum Reading {
        /// The next piece was asked for, and has not come.
        case asked
        /// It has come.
        case came
        /// It was passed on, at least its beginning.
        case taken
    }

    /// Whether input that was held is being passed on; `again` if there was room for more meanwhile.
    enum Passing {
        case no, yes, again
    }

    /// The number of bytes that may be parsed now; `nil` where all that comes is discarded.
    var allowance: Int? { held.isEmpty ? state.allowance(isWritable: context?.channel.isWritable ?? false) : 0 }

    /// Whether all connections together hold more than half of the limit.
    var hasShortMemory: Bool { idleHandler?.hasShortMemory ?? false }

    /// Counts bytes that are held, or no longer so.
    func hold(_ byteCount: Int) { idleHandler?.hold(byteCount) }

    /// Records that the loop has read from the connection.
    func hasRead() {
        reading = .came
        if case .ahead = turn { turn = .first }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { take(.part(unwrapInboundIn(data)), context) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { take(.event(event), context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let isSyntax = error is HTTPParserError || error is HTTP1TypeConversionError
        take(isSyntax ? .noRequest(error) : .error(error), context)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.fireChannelWritabilityChanged()
        resume()
    }

    func read(context: ChannelHandlerContext) {
        reading = .asked
        waitForBody(context)
        context.read()
    }

    /// Records that the client is waited for, if a read was asked for: what was sent ahead comes without one.
    private func waitForBody(_ context: ChannelHandlerContext) {
        guard case .asked = reading, case .arriving(var arrival) = state else { return }
        arrival.timeout.waits(from: context.eventLoop.now)
        state = .arriving(arrival)
        if timer == nil, let deadline = arrival.timeout.deadline { schedule(at: deadline, context) }
    }

    private func schedule(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
            timer = nil
            guard case .arriving(let arrival) = state, let deadline = arrival.timeout.deadline else { return }
            guard context.eventLoop.now >= deadline else { return schedule(at: deadline, context) }
            stopWaitingForBody(arrival.timeout.problem)
        }
    }

    private func take(_ input: Input, _ context: ChannelHandlerContext) {
        guard held.isEmpty, canPass(input, context) else { return held.append(input) }
        pass(input, context)
    }

    private func canPass(_ input: Input, _ context: ChannelHandlerContext) -> Bool {
        switch (input, state) {
        case (.part(.head), .ready): context.channel.isWritable && hasTurn(context)
        case (.part(.head), .arriving), (.part(.head), .answering), (.noRequest, .answering): false
        default: true
        }
    }

    /// Whether the next request may begin now; otherwise it begins in the loop's next turn.
    private func hasTurn(_ context: ChannelHandlerContext) -> Bool {
        switch turn {
        case .first: return true
        case .waiting: return false
        case .ahead:
            guard let ahead, !ahead.begins() else { return true }
            turn = .waiting
            let own = NIOLoopBound(self, eventLoop: context.eventLoop)
            ahead.wait {
                own.value.turn = .ahead
                own.value.resume()
            }
            return false
        }
    }

    /// Answers with a problem a request that has arrived in part, or the next one, and ends the connection; does nothing
    /// before the request in progress has its answer.
    func endInput(_ problem: Problem) {
        guard let context, held.isEmpty else { return }
        switch state {
        case .ready: report(problem, context)
        case .arriving: stopWaitingForBody(problem)
        case .answering, .stopped, .ending, .closed: return
        }
    }

    private func pass(_ input: Input, _ context: ChannelHandlerContext) {
        switch (input, state) {
        case (.part(.head(let head)), .ready): begin(head, context)
        case (.part(.body(let body)), .arriving(var arrival)):
            arrival.take(body, isRead: reading == .came, at: context.eventLoop.now)
            state = .arriving(arrival)
            if case .came = reading { reading = .taken }
            guard !arrival.isInTinyPieces else { return stopWaitingForBody(.tinyPieces) }
            context.fireChannelRead(wrapInboundOut(.body(body)))
            waitForBody(context)
        case (.part(.end(let fields)), .arriving(let arrival)):
            state = .answering(isLast: arrival.isLast)
            idleHandler?.connection.requestArrived()
            inputGate?.requestArrived()
            context.fireChannelRead(wrapInboundOut(.end(fields)))
        case (.noRequest(let error), .ready): report(Problem(unparsed: error as? HTTPParserError), context)
        case (.noRequest(let error), .arriving): stopWaitingForBody(Problem(unparsed: error as? HTTPParserError))
        case (.part, _), (.noRequest, _): break
        case (.event(let event), _):
            if event is ChannelShouldQuiesceEvent { state.endAfterResponse() }
            context.fireUserInboundEventTriggered(event)
        case (.error(let error), _): context.fireErrorCaught(error)
        }
    }

    private func begin(_ head: HTTPRequest, _ context: ChannelHandlerContext) {
        if let problem = idleHandler?.refusal(ofHealthCheck: head.path == "/healthz") {
            return report(problem, context)
        }
        turn = .ahead
        idleHandler?.connection.requestBegan()
        let arrival = RequestArrival(head, timeout: requestTimeout)
        state = .arriving(arrival)
        var head = head
        // The only spelling that Hummingbird recognises.
        if arrival.isLast { head.headerFields[.connection] = "close" }
        if let routes = routes.take() { add(routes, context) }
        context.fireChannelRead(wrapInboundOut(.head(head)))
        waitForBody(context)
    }

    /// Adds the handler of requests that need no router, behind Hummingbird's own handlers, which exist by now.
    private func add(_ routes: CollectedRoutes, _ context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let state = try? pipeline.handler(type: HTTPConnectionStateHandler.self) else { return }
        let handler = CollectedRequestHandler(routes, of: self, in: context.channel)
        try? pipeline.addHandler(handler, position: .after(state))
    }

    /// Passes on what may now be passed on, here and in front of the parser.
    func resume() {
        // What is passed on may be answered and flushed at once, which makes room for more.
        guard case .no = passing else { return passing = .again }
        repeat {
            guard let context else { break }
            passing = .yes
            var hasPassed = false
            while let next = held.first, canPass(next, context) {
                held.popFirst()
                pass(next, context)
                hasPassed = true
            }
            if hasPassed { context.fireChannelReadComplete() }
            inputGate?.resume()
        } while passing == .again
        passing = .no
    }
}
