import NIOCore

/// Closes connections whose other end takes nothing of a response, which would keep its memory for ever.
///
/// It looks only while a response cannot be written, so one that is taken at once costs nothing.
final class WriteTimeoutHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    private let timeout: TimeAmount
    /// Since when nothing has been taken.
    private var stalledSince: NIODeadline?
    /// What was waiting to be taken at the last look, in bytes.
    private var waiting = 0
    private var timer: Scheduled<Void>?

    /// Creates the handler of one connection, or of one stream.
    ///
    /// - Parameter timeout: How long the other end may take nothing.
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

    /// Several looks in the time that there is, so that little progress is seen as such.
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

    /// What waits to be taken. A stream of HTTP/2 does not tell: it is one that takes less than half of its buffer in the
    /// time that there is.
    private func byteCount(_ context: ChannelHandlerContext) -> Int {
        guard context.channel.parent?.parent == nil else { return 0 }
        return (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
