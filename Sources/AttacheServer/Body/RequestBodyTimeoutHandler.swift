import NIOCore
import NIOHTTPTypes

/// Ends requests whose bodies arrive too slowly: whoever reads such a body gets a problem instead of the next piece, and
/// answers in the ordinary way; then the connection is closed.
///
/// Time counts only while the service waits for the client, so a body that is there when its head is costs nothing.
final class RequestBodyTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeout: TimeAmount
    private var mode = RequestBodyTimeoutMode.whole
    /// Requests that have begun and are not answered yet.
    private var requestCount = 0
    /// Whether a request has begun and not ended.
    private var isOpen = false
    /// Since when the service waits for more of it.
    private var waitingSince: NIODeadline?
    /// How long it has waited for that request before.
    private var waited = TimeAmount.zero
    private var timer: Scheduled<Void>?
    /// Whether the time was over; nothing is read any more.
    private var isOver = false

    /// Creates the handler of one connection, or of one stream.
    ///
    /// - Parameter timeout: How long the service waits for the body of a request, or for the next piece of it.
    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // What comes now comes too late, and may not pass for a request.
        guard !isOver else { return }
        if let since = waitingSince.take() { waited = waited + (context.eventLoop.now - since) }
        switch unwrapInboundIn(data) {
        case .head:
            requestCount += 1
            isOpen = true
            mode = .whole
            waited = .zero
        case .body: break
        case .end: isOpen = false
        }
        context.fireChannelRead(data)
    }

    func read(context: ChannelHandlerContext) {
        if isOpen, !isOver, waitingSince == nil {
            waitingSince = context.eventLoop.now
            if timer == nil { schedule(at: deadline(since: context.eventLoop.now), context) }
        }
        context.read()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard let mode = event as? RequestBodyTimeoutMode else {
            return context.triggerUserOutboundEvent(event, promise: promise)
        }
        self.mode = mode
        promise?.succeed()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        requestCount -= 1
        guard isOver, requestCount <= 0 else { return context.write(data, promise: promise) }
        // The rest of the body would pass for the next request.
        context.writeAndFlush(data, promise: promise)
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end()
    }

    private func end() {
        timer?.cancel()
        timer = nil
        isOpen = false
    }

    private func deadline(since: NIODeadline) -> NIODeadline {
        switch mode {
        case .whole: since + (timeout - waited)
        case .pieces: since + timeout
        }
    }

    /// One timer, that looks again when it was too early, is cheaper than one for each piece.
    private func schedule(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
        timer = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [self] in
            timer = nil
            guard isOpen, let since = waitingSince else { return }
            let deadline = self.deadline(since: since)
            guard context.eventLoop.now >= deadline else { return schedule(at: deadline, context) }
            isOver = true
            waitingSince = nil
            context.fireErrorCaught(problem)
        }
    }

    private var problem: Problem {
        let time = Duration.nanoseconds(timeout.nanoseconds)
        return switch mode {
        case .whole: Problem(.requestTimeout, "The body took longer than \(time) to arrive; send it at once.")
        case .pieces:
            Problem(.requestTimeout, "Nothing more of the body came for \(time); send the rest as a batch anew.")
        }
    }
}

/// What must not take longer than the time that a request's body has to arrive; sent down a channel by the route.
enum RequestBodyTimeoutMode: Sendable {
    /// All of it together, but for the time in which the service itself does not read.
    case whole
    /// Each piece, from the moment that the service waits for it.
    case pieces
}
