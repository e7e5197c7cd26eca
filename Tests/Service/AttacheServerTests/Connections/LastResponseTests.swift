import AttacheTesting
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import TestWidth
import Testing

@testable import AttacheServer

@Suite("The last response of a connection", .inProcess, .timeLimit(.minutes(1)))
struct LastResponseTests {
    /// The parser keeps what follows a request for another protocol, for whoever speaks that.
    @Test(
        "What follows the last response does not reach the parser",
        arguments: ["Connection: Upgrade\r\nUpgrade: x\r\n", "Connection: close\r\n"]
    )
    func discarded(fields: String) throws {
        final class Probe: ChannelInboundHandler {
            typealias InboundIn = ByteBuffer
            typealias InboundOut = ByteBuffer
            var count = 0
            func channelRead(context: ChannelHandlerContext, data: NIOAny) {
                count += unwrapInboundIn(data).readableBytes
                context.fireChannelRead(data)
            }
        }
        let (channel, probe) = (try ConnectionScene.channel(), Probe())
        let pipeline = channel.pipeline.syncOperations
        let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
        try pipeline.addHandler(probe, position: .before(decoder))
        try pipeline.addHandler(ConnectionScene.OutputEnd(), position: .first)
        try channel.writeInbound(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n"))
        try ConnectionScene.respond(channel)
        let count = probe.count
        for _ in 0..<20 { try channel.writeInbound(ByteBuffer(repeating: 0x78, count: 16 << 10)) }
        #expect(channel.isActive && probe.count <= count + 4096)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    private final class Reads: ChannelOutboundHandler {
        typealias OutboundIn = NIOAny
        var count = 0
        func read(context: ChannelHandlerContext) {
            count += 1
            context.read()
        }
    }

    @Test("What a client sends after more than may be held is dropped too, once the last response is on its way")
    func discardedAfterCut() throws {
        let (channel, reads) = (try ConnectionScene.channel(), Reads())
        try channel.pipeline.syncOperations.addHandlers(ConnectionScene.OutputEnd(), reads, position: .first)
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 900000\r\n\r\n"
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request + post))
        for _ in 0..<5 { try channel.writeInbound(ByteBuffer(repeating: 0x78, count: 16 << 10)) }
        // What was held is passed on, and the rest of the body gets a problem.
        try ConnectionScene.respond(channel)
        #expect(throws: Problem.connectionMemoryFull) { try channel.throwIfErrorCaught() }
        try ConnectionScene.respond(channel)
        for _ in 0..<5 {
            let count = reads.count
            #expect(count > 0)
            try channel.writeInbound(ByteBuffer(repeating: 0x78, count: 16 << 10))
            #expect(reads.count == count + 1)
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("What a client sends until it has read the last response is read and dropped")
    func discarded() throws {
        let (channel, reads) = (try ConnectionScene.channel(), Reads())
        try channel.pipeline.syncOperations.addHandlers(ConnectionScene.OutputEnd(), reads, position: .first)
        let post = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 90000\r\n\r\nabc"
        try channel.writeInbound(ByteBuffer(string: post))
        try ConnectionScene.respond(channel)
        #expect(try ConnectionScene.take(channel) == (1, 0, 3))
        for count in 1...5 {
            #expect(reads.count == count)
            try channel.writeInbound(ByteBuffer(repeating: 0x78, count: 16 << 10))
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("No request begins after a response that says it is the last")
    func saysClose() throws {
        let channel = try ConnectionScene.channel()
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request + ConnectionScene.request))
        try channel.writeOutbound(
            HTTPResponsePart.head(HTTPResponse(status: .ok, headerFields: [.connection: "close"]))
        )
        try channel.writeOutbound(HTTPResponsePart.end(nil))
        #expect(try ConnectionScene.take(channel) == (1, 1, 0))
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("While other clients wait, requests that were sent ahead are answered for 250 ms")
    func crowded() throws {
        let registry = ConnectionRegistry(ConnectionLimits(count: 1, perPeer: 1, memory: 1 << 20))
        let loop = EmbeddedEventLoop()
        let channel = try ConnectionScene.channel(on: loop, in: registry)
        registry.accepted(1)
        #expect(!registry.hasCapacity() && registry.isFull)
        try channel.writeInbound(ByteBuffer(string: String(repeating: ConnectionScene.request, count: 4)))
        for (pause, isLast) in [(0, false), (249, false), (1, true)] as [(Int64, Bool)] {
            loop.advanceTime(by: .milliseconds(pause))
            try ConnectionScene.respond(channel)
            #expect(try ConnectionScene.sent(channel).contains("onnection: close\r\n") == isLast)
        }
        #expect(try ConnectionScene.take(channel) == (3, 3, 0))
        loop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("No request begins while the last response is on its way", arguments: [CloseMode.output, .all])
    func noneAfterTheEnd(_ mode: CloseMode) throws {
        /// A socket that has not sent everything: it ends later.
        final class Unsent: ChannelOutboundHandler {
            typealias OutboundIn = NIOAny
            private var isSent = false
            private var end: (() -> Void)?
            func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
                if isSent { return context.close(mode: mode, promise: promise) }
                end = { context.close(mode: mode, promise: promise) }
            }
            func send() {
                isSent = true
                end.take()?()
            }
        }
        let channel = try ConnectionScene.channel()
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request))
        #expect(try ConnectionScene.take(channel) == (1, 1, 0))
        try ConnectionScene.respond(channel)
        let unsent = Unsent()
        try channel.pipeline.syncOperations.addHandler(unsent, position: .first)
        channel.close(mode: mode, promise: nil)
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request))
        #expect(try ConnectionScene.take(channel) == (0, 0, 0))
        unsent.send()
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("When the service ends, the response in progress is the last, and says so")
    func quiescing() throws {
        let channel = try ConnectionScene.channel()
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request))
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request))
        #expect(try ConnectionScene.take(channel) == (1, 1, 0))
        try ConnectionScene.respond(channel)
        #expect(try ConnectionScene.take(channel) == (0, 0, 0))
        #expect(try ConnectionScene.sent(channel).contains("onnection: close\r\n"))
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("Input that is no request gets its problem after the response before it, and the connection closes")
    func noRequest() throws {
        let channel = try ConnectionScene.channel()
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request + "GET / HTP/1.1\r\n\r\n"))
        #expect(try ConnectionScene.take(channel) == (1, 1, 0))
        #expect(try ConnectionScene.sent(channel).isEmpty)
        try ConnectionScene.respond(channel)
        let text = try ConnectionScene.sent(channel)
        #expect(text.hasPrefix("HTTP/1.1 200 "))
        #expect(text.contains("HTTP/1.1 400 ") && text.contains("problem:bad-request"), "\(text)")
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test(
        "What follows the last request is discarded",
        arguments: ["GET / HTTP/1.1\r\nHost: a\r\n\r\n", "GET / HTP\r\n\r\n"]
    )
    func last(_ rest: String) throws {
        let channel = try ConnectionScene.channel()
        let request = "GET / HTTP/1.1\r\nHost: a\r\nConnection: TE, Close\r\n\r\n"
        try channel.writeInbound(ByteBuffer(string: request + rest))
        #expect(try ConnectionScene.take(channel) == (1, 1, 0))
        try ConnectionScene.respond(channel)
        #expect(try ConnectionScene.sent(channel).contains("onnection: close\r\n"))
        try channel.writeInbound(ByteBuffer(string: rest))
        #expect(try ConnectionScene.take(channel) == (0, 0, 0))
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
        _ = try channel.finish(acceptAlreadyClosed: true)
    }
}
