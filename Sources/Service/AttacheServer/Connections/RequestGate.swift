import AttacheSystem
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Passes on one request at a time: the next one waits until the response before it has been taken.
///
/// A client may send requests without reading responses; what it sends ahead stays unparsed, so it costs no more than its
/// bytes, and responses do not pile up.
final class RequestGate: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private enum Input {
        case part(HTTPRequestPart)
        case event(Any)
        case error(any Error)
    }

    /// The number of bytes that are parsed at once: few requests, or a piece of a body in chunks.
    private static let pieceSize = (requests: 2048, chunks: 4096)

    /// The problem that the request being passed on is refused with.
    private(set) var refusal: Problem?
    private var held = FIFOQueue<Input>()
    private var context: ChannelHandlerContext?
    private var idleHandler: IdleConnectionHandler?
    private var inputGate: InputGate?
    /// Whether a request is arriving, and the rest of its body if its length is known.
    private var isArriving = false
    private var left: Int?
    /// Whether a request was passed on whose response is not complete.
    private var isAnswering = false
    private var isPassing = false
    /// Whether there was room for more since the last look at what is held.
    private var hasRoom = false

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        let pipeline = context.pipeline.syncOperations
        if let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) {
            let inputGate = InputGate(self)
            try? pipeline.addHandler(inputGate, position: .before(decoder))
            self.inputGate = inputGate
        }
        idleHandler = try? pipeline.handler(type: IdleConnectionHandler.self)
    }

    func handlerRemoved(context: ChannelHandlerContext) { end() }

    func channelInactive(context: ChannelHandlerContext) {
        end()
        context.fireChannelInactive()
    }

    /// The number of bytes that may be parsed now.
    var allowance: Int {
        guard held.isEmpty else { return 0 }
        if isArriving { return max(left ?? Self.pieceSize.chunks, Self.pieceSize.requests) }
        return isOpen ? Self.pieceSize.requests : 0
    }

    /// Whether requests have arrived that were not passed on.
    var isHolding: Bool { !held.isEmpty || inputGate?.isHolding ?? false }

    /// Counts bytes that are held, or no longer so.
    func hold(_ byteCount: Int) { idleHandler?.hold(byteCount) }

    private var isOpen: Bool { !isAnswering && context?.channel.isWritable ?? false }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { take(.part(unwrapInboundIn(data)), context) }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { take(.event(event), context) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { take(.error(error), context) }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.fireChannelWritabilityChanged()
        resume()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) { isAnswering = false }
        context.write(data, promise: promise)
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        if !isAnswering { resume() }
    }

    private func take(_ input: Input, _ context: ChannelHandlerContext) {
        guard held.isEmpty, canPass(input) else { return held.append(input) }
        pass(input, context)
    }

    private func canPass(_ input: Input) -> Bool {
        if case .part(.head) = input { isOpen } else { true }
    }

    private func pass(_ input: Input, _ context: ChannelHandlerContext) {
        switch input {
        case .part(let part):
            switch part {
            case .head(let head):
                (isArriving, isAnswering) = (true, true)
                left =
                    head.headerFields[.transferEncoding] == nil
                    ? head.headerFields[.contentLength].flatMap { RequestFraming.contentLength($0) } : nil
                refusal = idleHandler?.refusal(ofHealthCheck: head.path == "/healthz")
            case .body(let body): left = left.map { max(0, $0 - body.readableBytes) }
            case .end: isArriving = false
            }
            context.fireChannelRead(wrapInboundOut(part))
        case .event(let event): context.fireUserInboundEventTriggered(event)
        case .error(let error): context.fireErrorCaught(error)
        }
    }

    /// Passes on what may now be passed on.
    private func resume() {
        // What is passed on may be answered and flushed at once, which makes room for more.
        hasRoom = true
        guard !isPassing else { return }
        isPassing = true
        defer { isPassing = false }
        while hasRoom, let context {
            hasRoom = false
            var hasPassed = false
            while let next = held.first, canPass(next) {
                held.popFirst()
                pass(next, context)
                hasPassed = true
            }
            if hasPassed { context.fireChannelReadComplete() }
            inputGate?.resume()
        }
    }

    private func end() {
        (context, idleHandler, held) = (nil, nil, FIFOQueue())
    }
}
