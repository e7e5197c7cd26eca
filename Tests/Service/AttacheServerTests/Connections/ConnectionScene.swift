import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

@testable import AttacheServer

/// A connection of the service without a socket, on a loop that the test drives.
enum ConnectionScene {
    static let ok = HTTPResponsePart.head(HTTPResponse(status: .ok))
    static let request = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

    static func channel(
        _ routes: CollectedRoutes? = nil,
        on loop: EmbeddedEventLoop = EmbeddedEventLoop(),
        in registry: ConnectionRegistry? = nil,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(loop: loop)
        if let registry {
            let handler = IdleConnectionHandler(Connection(channel, now: now), in: registry, idleTimeout: .seconds(60))
            try channel.pipeline.syncOperations.addHandler(handler)
        }
        try channel.pipeline.syncOperations.configureHTTPServerPipeline(
            withPipeliningAssistance: false,
            withErrorHandling: false
        )
        try channel.pipeline.syncOperations.addHandlers(
            HTTP1ToHTTPServerCodec(secure: false),
            HTTPConnectionHandler(routes, requestTimeout: .seconds(30)) { _ in }
        )
        // The handler of routes is added behind it, as in a service.
        if routes != nil {
            try channel.pipeline.syncOperations.addHandler(HTTPConnectionStateHandler(logger: Logger(label: "test")))
        }
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
        return channel
    }

    /// The number of requests that have come through, and the bytes of their bodies.
    static func take(_ channel: EmbeddedChannel) throws -> (heads: Int, ends: Int, bytes: Int) {
        var counts = (0, 0, 0)
        while let part = try channel.readInbound(as: HTTPRequestPart.self) {
            switch part {
            case .head: counts.0 += 1
            case .body(let body): counts.2 += body.readableBytes
            case .end: counts.1 += 1
            }
        }
        return counts
    }

    static func respond(_ channel: EmbeddedChannel) throws {
        try channel.writeOutbound(ok)
        try channel.writeOutbound(HTTPResponsePart.end(nil))
    }

    /// Ends the output alone, as a socket does; an embedded channel ends as a whole.
    final class OutputEnd: ChannelOutboundHandler {
        typealias OutboundIn = NIOAny
        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if mode == .output { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
        }
    }

    /// What was sent so far.
    static func sent(_ channel: EmbeddedChannel) throws -> String {
        var text = ""
        while let bytes = try channel.readOutbound(as: ByteBuffer.self) { text += String(buffer: bytes) }
        return text
    }
}
