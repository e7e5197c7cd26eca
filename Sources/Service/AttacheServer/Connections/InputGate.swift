import NIOCore

/// Holds the bytes of requests that a client sends ahead, in front of the parser of HTTP/1.1.
final class InputGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The handler that decides what may be parsed; `nil` after the end of the connection.
    private var connection: HTTPConnectionHandler?
    private var context: ChannelHandlerContext?
    private var bytes = ByteBuffer()
    /// The number of bytes that were passed on of a request that has not arrived: the parser and what follows it keep them.
    private var arriving = 0
    /// The number of bytes that were counted.
    private var counted = 0
    /// Events that came after the bytes, such as the end of input.
    private var events: [Any] = []
    private var intake = Intake.open
    private var isPassing = false

    /// What becomes of further bytes.
    private enum Intake {
        /// They are taken.
        case open
        /// They were asked for, and are read when the held ones have been passed on.
        case waiting
        /// They are dropped: the client sent more than may be held. What is not whole gets a problem as its answer, and the
        /// connection ends.
        case cut
        /// They are read and dropped: the last response is on its way, and the client may send until it has read it.
        case discarded
    }

    /// The limits of what is held, in bytes: several reads, and one where the memory of all connections is short. More comes
    /// at the end of input alone, when the channel reads all that has arrived without being asked.
    static let limit = (usual: 4 * ServiceChannel.readSize, short: ServiceChannel.readSize)

    init(_ connection: HTTPConnectionHandler) {
        self.connection = connection
    }

    /// Whether a request may have arrived that was not passed on: its bytes are held, or in the parser at this moment.
    var mayHoldRequest: Bool { isPassing || isHolding }

    private var isDropping: Bool {
        switch intake {
        case .cut, .discarded: true
        case .open, .waiting: false
        }
    }

    private var isHolding: Bool { bytes.readableBytes > 0 || !events.isEmpty }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDropping else { return }
        var buffer = unwrapInboundIn(data)
        if isHolding { bytes.writeBuffer(&buffer) } else { bytes = buffer }
        connection?.hasRead()
        pass(context)
        settle()
    }

    /// Drops what is beyond the limit, and the room that a large read leaves around a small rest.
    private func settle() {
        let limit = connection?.hasShortMemory ?? false ? Self.limit.short : Self.limit.usual
        if bytes.readableBytes > limit {
            intake = .cut
        } else if bytes.readableBytes == 0 || bytes.storageCapacity <= 2 * bytes.readableBytes {
            return
        }
        bytes = ByteBuffer(bytes: bytes.readableBytesView.prefix(limit))
        count()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // The connection ends with its last answer, not with its input.
        if case .cut = intake, let event = event as? ChannelEvent, event == .inputClosed { return }
        if isHolding { events.append(event) } else { context.fireUserInboundEventTriggered(event) }
    }

    func read(context: ChannelHandlerContext) {
        switch intake {
        case .open where isHolding: intake = .waiting
        // The channel takes no more of such a client.
        case .waiting, .cut: return
        // It is read all the time.
        case .discarded: return
        case .open: context.read()
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.fireChannelReadComplete()
        if case .discarded = intake { context.read() }
    }

    /// Drops what is held, and reads and drops what follows, until the connection closes: a client whose bytes are not read
    /// cannot end its request, and would find a broken connection in place of the response.
    func discard() {
        guard let context, intake != .discarded else { return }
        intake = .discarded
        (bytes, arriving) = (ByteBuffer(), 0)
        count()
        context.read()
    }

    /// Passes on what may now be parsed.
    func resume() {
        guard let context, !isPassing, isHolding || intake == .cut else { return }
        let count = bytes.readableBytes
        pass(context)
        if bytes.readableBytes < count { context.fireChannelReadComplete() }
    }

    private func pass(_ context: ChannelHandlerContext) {
        guard !isPassing else { return }
        isPassing = true
        defer { isPassing = false }
        while bytes.readableBytes > 0, let connection {
            // Not for the parser: after a request for another protocol it keeps all that comes.
            guard let allowance = connection.allowance else {
                bytes.clear()
                break
            }
            guard allowance > 0, let piece = bytes.readSlice(length: min(allowance, bytes.readableBytes)) else { break }
            arriving = min(arriving + piece.readableBytes, Self.limit.usual)
            context.fireChannelRead(wrapInboundOut(piece))
        }
        count()
        guard bytes.readableBytes == 0 else { return }
        bytes = ByteBuffer()
        // Before an event that ends the connection.
        if intake == .cut { connection?.endInput(.connectionMemoryFull) }
        while !events.isEmpty { context.fireUserInboundEventTriggered(events.removeFirst()) }
        if case .waiting = intake {
            intake = .open
            context.read()
        }
    }

    /// Records that a request has arrived: its own route counts its body.
    func requestArrived() { arriving = 0 }

    private func count() {
        let byteCount = bytes.readableBytes + arriving
        connection?.hold(byteCount - counted)
        counted = byteCount
    }

    private func end() {
        context = nil
        (bytes, events, arriving) = (ByteBuffer(), [], 0)
        count()
        connection = nil
    }
}
