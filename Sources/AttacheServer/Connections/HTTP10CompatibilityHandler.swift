import NIOCore
import NIOHTTP1

/// Speaks HTTP/1.0 to who speaks it (RFC 9112 §9.3, RFC 1945): no chunks, and the connection ends with the response.
final class HTTP10CompatibilityHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isHTTP10 = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), head.version.major == 1 && head.version.minor == 0 else {
            return context.fireChannelRead(data)
        }
        isHTTP10 = true
        head.headers.replaceOrAdd(name: "connection", value: "close")
        // Expectations came with HTTP/1.1 (RFC 9110 §10.1.1).
        head.headers.remove(name: "expect")
        // It came with HTTP/1.1 too; here it stands for "whoever listens", as it did then.
        if !head.headers.contains(name: "host") { head.headers.add(name: "host", value: "localhost") }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isHTTP10, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.version = .http1_0
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
