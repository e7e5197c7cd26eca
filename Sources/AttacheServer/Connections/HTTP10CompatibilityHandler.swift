import NIOCore
import NIOHTTP1

/// HTTP/1.0 compatibility handler (RFC 9112 §9.3, RFC 1945): no chunked encoding, and the connection closes after the
/// response.
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
        // `Expect` was introduced by HTTP/1.1 (RFC 9110 §10.1.1).
        head.headers.remove(name: "expect")
        // `Host` was introduced by HTTP/1.1 too, and is required by `HostCheck`.
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
