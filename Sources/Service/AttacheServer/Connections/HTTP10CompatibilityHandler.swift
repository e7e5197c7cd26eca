import NIOCore
import NIOHTTP1

/// HTTP/1.0 compatibility handler (RFC 9112 §9.3, RFC 1945): no chunked encoding, and the connection closes after the
/// response, as it does after a request that would change the protocol. It also sees the host of a target in absolute
/// form, which the types of later handlers lose.
final class HTTP10CompatibilityHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private var isHTTP10 = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if head.version.major == 1 && head.version.minor == 0 {
            isHTTP10 = true
            head.headers.replaceOrAdd(name: "connection", value: "close")
            // `Expect` was introduced by HTTP/1.1 (RFC 9110 §10.1.1).
            head.headers.remove(name: "expect")
            // `Host` was introduced by HTTP/1.1 too, and is required by `HostCheck`.
            if !head.headers.contains(name: "host") { head.headers.add(name: "host", value: "localhost") }
        }
        // The parser reads nothing after a request that may change the protocol (RFC 9110 §7.8); clients such as Java's offer
        // h2c with each request.
        if head.headers.contains(name: "upgrade") || head.method == .CONNECT {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        }
        if !Self.targetAgrees(head) {
            // Two hosts, which `HostCheck` refuses.
            head.headers.add(name: "host", value: head.uri)
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }

    /// Whether a target is a path, or in absolute form with the host of `Host` (RFC 9112 §3.2.2).
    private static func targetAgrees(_ head: HTTPRequestHead) -> Bool {
        if head.uri.hasPrefix("/") || head.uri == "*" || head.method == .CONNECT { return true }
        guard let target = Authority(target: head.uri), let host = head.headers.first(name: "host") else {
            return false
        }
        return Authority(parsing: host)?.agrees(with: target) ?? false
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isHTTP10, case .head(var head) = unwrapOutboundIn(data) else {
            return context.write(data, promise: promise)
        }
        head.version = .http1_0
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }
}
