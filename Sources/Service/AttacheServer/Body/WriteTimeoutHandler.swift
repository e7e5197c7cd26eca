import NIOCore
import NIOHTTPTypes

/// Counts the bytes of responses that the client has not taken, and closes connections whose client takes none of them for
/// too long.
///
/// A response below the buffer of its connection leaves it writable, so writability does not tell whether the client
/// reads. The timer runs only while something is unsent after a flush, so a client that reads promptly costs nothing.
///
/// The end of a connection waits for what is unsent: a channel whose client has closed its side drops it otherwise.
final class WriteTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The bytes that an unsent response costs in addition to its body.
    private static let overhead = 1024

    private let timeout: TimeAmount
    private var idleHandler: IdleConnectionHandler?
    /// The unsent bytes, and the bytes of the connection at the last check.
    private var unsent = 0
    private var waiting = 0
    /// The instant of the last progress; `nil` while nothing is unsent.
    private var stalledSince: NIODeadline?
    private var timer: Scheduled<Void>?
    /// The end of the connection, which waits for what is unsent.
    private var ending: (mode: CloseMode, promise: EventLoopPromise<Void>)?

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        idleHandler = try? context.pipeline.syncOperations.handler(type: IdleConnectionHandler.self)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: context.write(data, promise: promise)
        case .body(let body): write(data, counting: body.readableBytes, context, promise)
        case .end: write(data, counting: Self.overhead, context, promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard unsent > 0, stalledSince == nil else { return }
        stalledSince = context.eventLoop.now
        waiting = byteCount(context)
        idleHandler?.connection.responseStalls(true)
        if timer == nil { schedule(context) }
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        guard mode != .input, unsent > 0 else { return context.close(mode: mode, promise: promise) }
        let known = ending
        let ended = known?.promise ?? context.eventLoop.makePromise(of: Void.self)
        ended.futureResult.cascade(to: promise)
        ending = (known?.mode == .all ? .all : mode, ended)
        context.flush()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func write(
        _ data: NIOAny,
        counting count: Int,
        _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>?
    ) {
        unsent += count
        idleHandler?.hold(count)
        let sent = promise ?? context.eventLoop.makePromise()
        sent.futureResult.assumeIsolated().whenComplete { [self] _ in
            unsent -= count
            idleHandler?.release(count)
            if stalledSince != nil {
                stalledSince = context.eventLoop.now
                if unsent == 0 { recover() }
            }
            if unsent == 0, let ending = ending.take() { context.close(mode: ending.mode, promise: ending.promise) }
        }
        context.write(data, promise: sent)
    }

    private func recover() {
        stalledSince = nil
        idleHandler?.connection.responseStalls(false)
    }

    private func end() {
        timer?.cancel()
        timer = nil
        if stalledSince != nil { recover() }
        idleHandler?.release(unsent)
        idleHandler = nil
        ending.take()?.promise.succeed()
    }

    /// Several checks within the timeout, so that slow progress is noticed.
    private func schedule(_ context: ChannelHandlerContext) {
        let pause = TimeAmount.nanoseconds(timeout.nanoseconds / 4)
        timer = context.eventLoop.assumeIsolated().scheduleTask(in: pause) { [self] in
            timer = nil
            guard let since = stalledSince else { return }
            let (count, now) = (byteCount(context), context.eventLoop.now)
            if count < waiting { stalledSince = now }
            waiting = count
            guard now - (stalledSince ?? since) < timeout else { return context.close(promise: nil) }
            schedule(context)
        }
    }

    /// The number of pending bytes of a connection, which shows progress within one large write.
    private func byteCount(_ context: ChannelHandlerContext) -> Int {
        (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
