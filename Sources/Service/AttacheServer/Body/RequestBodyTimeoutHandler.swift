import NIOCore
import NIOHTTPTypes

/// Ends requests whose bodies arrive too slowly: the reader of the body gets a problem instead of the next chunk and
/// responds with it; then the connection is closed.
///
/// Only the time in which the service waits for the client counts, so a body that arrives with its head costs nothing.
final class RequestBodyTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private let timeout: TimeAmount
    private var mode = RequestBodyTimeoutMode.whole
    /// The number of requests without a complete response.
    private var requestCount = 0
    /// Whether a request is arriving.
    private var isOpen = false
    /// The start of the current wait for the client.
    private var waitingSince: NIODeadline?
    /// The duration of all earlier waits for this request.
    private var waited = TimeAmount.zero
    private var timer: Scheduled<Void>?
    /// Whether the request timed out; nothing more is read.
    private var isOver = false

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After the timeout the rest of a body must not be parsed as a request.
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
        // The rest of the body would be parsed as the next request.
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

    /// One timer that reschedules itself is cheaper than one for each chunk.
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
        case .whole: Problem(.requestTimeout, "The body took longer than \(time) to arrive; send it without pauses.")
        case .pieces:
            Problem(.requestTimeout, "The body paused for \(time); send the remaining items in a new batch.")
        }
    }
}

/// The scope of the request body timeout; a route sends it down the channel.
enum RequestBodyTimeoutMode: Sendable {
    /// The whole body, without the time in which the service itself does not read.
    case whole
    /// Each chunk, from the moment the service waits for it.
    case pieces
}
