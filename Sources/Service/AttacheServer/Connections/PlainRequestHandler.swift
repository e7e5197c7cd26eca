import AttacheSystem
import HTTPTypes
import Logging
import NIOCore

/// The first handler of a TLS port: a client that sends a request without TLS gets a 400 that it can read, and is
/// reported, instead of a connection that ends without a word.
final class PlainRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The delay before closing, so that a client that is still sending can read the response.
    private static let closeDelay = TimeAmount.seconds(1)

    // There is no encoder before TLS.
    private static let response: ByteBuffer = {
        let problem = Problem(.badRequest, "This port requires TLS; use https:// in the URL.")
        let body = problem.json()
        let head =
            "HTTP/1.1 \(problem.status.code) \(problem.status.reasonPhrase)\r\nContent-Type: \(Problem.mediaType)\r\n"
            + "Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
        return ByteBuffer(bytes: Array(head.utf8) + body)
    }()

    private let report: @Sendable (String) -> Void
    private var isRefused = false

    /// `report` is called with the address of each such client.
    init(report: @escaping @Sendable (String) -> Void) {
        self.report = report
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Further input of a refused client is discarded.
        guard !isRefused else { return }
        // Requests begin with the name of a method, and TLS with the number of a record type.
        let first = unwrapInboundIn(data).readableBytesView.first ?? 0
        guard (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else {
            context.fireChannelRead(data)
            context.pipeline.syncOperations.removeHandler(self, promise: nil)
            return
        }
        isRefused = true
        report(context.channel.remoteAddress?.ipAddress ?? "unix")
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(Self.response), promise: nil)
        context.eventLoop.scheduleTask(in: Self.closeDelay) { channel.close(promise: nil) }
    }
}
