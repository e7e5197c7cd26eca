import NIOCore
import NIOHTTPTypes

/// Counts the bytes of responses that the client has not taken, and closes connections and streams whose client takes
/// none of them for too long.
///
/// A response below the buffer of its stream leaves the stream writable, so writability does not tell whether the client
/// reads. The timer runs only while something is unsent after a flush, so a client that reads promptly costs nothing.
final class WriteTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The number of bytes of a stream's body that are counted at once: a frame of HTTP/2.
    private static let pieceSize = 16 * 1024
    /// The bytes that an unsent response costs beside its body.
    private static let overhead = (connection: 1024, stream: 16 * 1024)

    private let timeout: TimeAmount
    private var idleHandler: IdleConnectionHandler?
    private var isStream = false
    /// The unsent bytes, and the bytes of the connection at the last check.
    private var unsent = 0
    private var waiting = 0
    /// The instant of the last progress; `nil` while nothing is unsent.
    private var stalledSince: NIODeadline?
    private var timer: Scheduled<Void>?

    init(timeout: TimeAmount) {
        self.timeout = timeout
    }

    func handlerAdded(context: ChannelHandlerContext) {
        isStream = context.channel.parent?.parent != nil
        let pipeline = isStream ? context.channel.parent?.pipeline : context.pipeline
        idleHandler = try? pipeline?.syncOperations.handler(type: IdleConnectionHandler.self)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head: context.write(data, promise: promise)
        case .body(var body):
            while isStream, body.readableBytes > Self.pieceSize, let piece = body.readSlice(length: Self.pieceSize) {
                write(.body(piece), counting: piece.readableBytes, context, nil)
            }
            write(.body(body), counting: body.readableBytes, context, promise)
        case .end(let fields):
            write(.end(fields), counting: isStream ? Self.overhead.stream : Self.overhead.connection, context, promise)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        guard unsent > 0, stalledSince == nil else { return }
        stalledSince = context.eventLoop.now
        waiting = byteCount(context)
        stalls(true)
        if timer == nil { schedule(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    private func write(
        _ part: HTTPResponsePart,
        counting count: Int,
        _ context: ChannelHandlerContext,
        _ promise: EventLoopPromise<Void>?
    ) {
        unsent += count
        idleHandler?.hold(count)
        let sent = promise ?? context.eventLoop.makePromise()
        sent.futureResult.assumeIsolated().whenComplete { [self] result in
            unsent -= count
            idleHandler?.release(count)
            // A stream that the client reset has not been read.
            let isRead = isStream && (try? result.get()) != nil
            if isRead, unsent == 0 { idleHandler?.streams.completes() }
            guard stalledSince != nil else { return }
            stalledSince = context.eventLoop.now
            if unsent == 0 { recover() } else if isRead { idleHandler?.streams.progresses() }
        }
        context.write(wrapOutboundOut(part), promise: sent)
    }

    private func recover() {
        stalledSince = nil
        stalls(false)
    }

    private func stalls(_ stalls: Bool) {
        idleHandler?.connection.responseStalls(stalls, isStream: isStream)
        if isStream { idleHandler?.streams.sticks(stalls) }
    }

    private func end() {
        timer?.cancel()
        timer = nil
        if stalledSince != nil { recover() }
        idleHandler?.release(unsent)
        idleHandler = nil
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
        guard !isStream else { return 0 }
        return (try? context.channel.syncOptions?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
