import NIOCore

/// Closes connections whose client stops reading its response, which would hold the memory of the response
/// indefinitely.
///
/// The timer runs only while the channel is not writable, so a client that reads promptly costs nothing.
final class WriteTimeoutHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let timeout: TimeAmount
    /// The instant of the last progress.
    private var stalledSince: NIODeadline?
    /// The number of bytes that were pending at the last check.
    private var waiting = 0
    private var timer: Scheduled<Void>?

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if context.channel.isWritable {
            stalledSince = nil
        } else if stalledSince == nil {
            stalledSince = context.eventLoop.now
            waiting = byteCount(context)
            if timer == nil { schedule(context) }
        }
        context.fireChannelWritabilityChanged()
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
        stalledSince = nil
    }

    /// Several checks within the timeout, so that slow progress is noticed.
    private func schedule(_ context: ChannelHandlerContext) {
        let pause = TimeAmount.nanoseconds(timeout.nanoseconds / 4)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: pause) { [self] in
            timer = nil
            guard let since = stalledSince else { return }
            let (count, now) = (byteCount(context), context.eventLoop.now)
            let hasTaken = count < waiting
            waiting = count
            if hasTaken { stalledSince = now }
            guard hasTaken || now - since < timeout else { return context.close(promise: nil) }
            schedule(context)
        }
    }

    /// The number of pending bytes. An HTTP/2 stream does not report it: it times out if it does not become writable,
    /// that is, if the client reads less than half of its buffer within the timeout.
    private func byteCount(_ context: ChannelHandlerContext) -> Int {
        guard context.channel.parent?.parent == nil else { return 0 }
        return (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
