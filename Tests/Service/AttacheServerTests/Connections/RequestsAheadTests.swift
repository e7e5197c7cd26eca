import AttacheTesting
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import Synchronization
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Requests that are sent ahead", .inProcess, .timeLimit(.minutes(1)))
struct RequestsAheadTests {
    /// At its end a channel reads all that has arrived. Of more than may be held the first requests are answered, the next one
    /// gets a problem, and the connection ends; where memory is short, less is held.
    @Test(
        "Requests beyond what may be held are refused, and the connection ends",
        arguments: [(1, 0), (8, 0), (40, 0), (1, 51), (8, 51)]
    )
    func cut(pieceCount: Int, heldElsewhere: Int) throws {
        let registry = ConnectionRegistry(ConnectionLimits(count: 10, perPeer: 10, memory: 100 << 20))
        registry.hold(heldElsewhere << 20, of: Connection(EmbeddedChannel()))
        let loop = EmbeddedEventLoop()
        let channel = try ConnectionScene.channel(on: loop, in: registry)
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let piece = String(repeating: ConnectionScene.request, count: (8 << 10) / ConnectionScene.request.utf8.count)
        for _ in 0..<pieceCount { try channel.writeInbound(ByteBuffer(string: piece)) }
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        var count = 0
        while case let heads = try ConnectionScene.take(channel).heads, heads > 0 {
            count += heads
            try ConnectionScene.respond(channel)
        }
        var sent = ""
        while let part = try channel.readOutbound(as: ByteBuffer.self) { sent += String(buffer: part) }
        let limit = heldElsewhere > 50 ? InputGate.limit.short : InputGate.limit.usual
        let whole = pieceCount * (piece.utf8.count / ConnectionScene.request.utf8.count)
        let isCut = pieceCount * piece.utf8.count > limit + 2048
        // The parser has some more than the gate.
        let held = limit / ConnectionScene.request.utf8.count
        #expect(isCut ? (held...held + 100).contains(count) : count == whole)
        #expect(sent.ranges(of: "HTTP/1.1 503").count == (isCut ? 1 : 0))
        #expect(sent.ranges(of: "HTTP/1.1 400").isEmpty)
        guard isCut else { return }
        #expect(sent.lowercased().contains("connection: close"))
        loop.advanceTime(by: .seconds(2))
        #expect(!channel.isActive)
    }

    @Test("A body that is cut gets a problem, and the connection ends")
    func cutBody() throws {
        let loop = EmbeddedEventLoop()
        let channel = try ConnectionScene.channel(on: loop)
        defer { _ = try? channel.finish(acceptAlreadyClosed: true) }
        let length = 2 * InputGate.limit.usual
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n"
        try channel.writeInbound(
            ByteBuffer(string: ConnectionScene.request + post + String(repeating: "x", count: length))
        )
        try ConnectionScene.respond(channel)
        let counts = try ConnectionScene.take(channel)
        #expect(counts.heads == 2 && counts.ends == 1 && counts.bytes < length)
        #expect(throws: Problem.connectionMemoryFull) { try channel.throwIfErrorCaught() }
    }

    @Test("They come through one after the other, each behind the response before it", arguments: [1, 7, 100_000])
    func pipelining(pieceSize: Int) throws {
        let channel = try ConnectionScene.channel()
        let body = String(repeating: "x", count: 5000)
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5000\r\n\r\n\(body)"
        let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1388\r\n\(body)\r\n0\r\n\r\n"
        let all = Array((ConnectionScene.request + post + chunked + ConnectionScene.request).utf8)
        for start in stride(from: 0, to: all.count, by: pieceSize) {
            try channel.writeInbound(ByteBuffer(bytes: all[start..<min(start + pieceSize, all.count)]))
        }
        for bytes in [0, 5000, 5000, 0] {
            #expect(try ConnectionScene.take(channel) == (1, 1, bytes))
            try ConnectionScene.respond(channel)
        }
        #expect(try ConnectionScene.take(channel) == (0, 0, 0))
        _ = try channel.finish()
    }

    @Test("They wait while the channel cannot be written to")
    func writability() throws {
        let channel = try ConnectionScene.channel()
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request + ConnectionScene.request))
        #expect(try ConnectionScene.take(channel) == (1, 1, 0))
        channel.isWritable = false
        try ConnectionScene.respond(channel)
        #expect(try ConnectionScene.take(channel) == (0, 0, 0))
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(try ConnectionScene.take(channel) == (1, 1, 0))
        _ = try channel.finish()
    }

    @Test("The end of input comes behind them")
    func end() throws {
        final class Ends: ChannelInboundHandler {
            typealias InboundIn = HTTPRequestPart
            var count = 0
            func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
                if case ChannelEvent.inputClosed? = event as? ChannelEvent { count += 1 }
            }
        }
        let (channel, ends) = (try ConnectionScene.channel(), Ends())
        try channel.pipeline.syncOperations.addHandler(ends)
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request + ConnectionScene.request))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(ends.count == 0)
        try ConnectionScene.respond(channel)
        #expect(ends.count == 1)
        _ = try? channel.finish()
    }

    @Test(
        "A body that does not come is not waited for longer when its beginning was sent ahead",
        arguments: [0, 4, 5000]
    )
    func bodyAhead(_ sent: Int) throws {
        let channel = try ConnectionScene.channel()
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9000\r\n\r\n"
        let ahead = ConnectionScene.request + post + String(repeating: "x", count: sent)
        try channel.writeInbound(ByteBuffer(string: ahead))
        channel.read()
        try ConnectionScene.respond(channel)
        #expect(try ConnectionScene.take(channel) == (2, 1, sent))
        channel.embeddedEventLoop.advanceTime(by: .seconds(29))
        try channel.throwIfErrorCaught()
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(throws: Problem.self) { try channel.throwIfErrorCaught() }
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test("A body is not too late while the service does not read it")
    func unreadBodyAhead() throws {
        let channel = try ConnectionScene.channel()
        let post = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc"
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request + post))
        try ConnectionScene.respond(channel)
        #expect(try ConnectionScene.take(channel) == (2, 1, 3))
        channel.embeddedEventLoop.advanceTime(by: .seconds(31))
        try channel.throwIfErrorCaught()
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test(
        "A body in chunks of a byte is refused, since each costs the loop as much as hundreds",
        arguments: [(257, 1, false), (280, 1, true), (280, 64, false), (50_000, 64, false)]
    )
    func tinyPieces(count: Int, length: Int, isRefused: Bool) throws {
        let channel = try ConnectionScene.channel()
        let chunk = String(length, radix: 16) + "\r\n" + String(repeating: "x", count: length) + "\r\n"
        let head = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
        var problem: Problem?
        do {
            try channel.writeInbound(ByteBuffer(string: head + String(repeating: chunk, count: count)))
        } catch { problem = error as? Problem }
        #expect(try ConnectionScene.take(channel).heads == 1)
        #expect(problem == (isRefused ? .tinyPieces : nil))
        _ = try? channel.finish(acceptAlreadyClosed: true)
    }

    @Test("The bytes of a request count until it has arrived")
    func arriving() throws {
        let registry = ConnectionRegistry(ConnectionLimits(count: 10, perPeer: 10, memory: 100 << 20))
        let channel = try ConnectionScene.channel(in: registry)
        let connection = try channel.pipeline.syncOperations.handler(type: IdleConnectionHandler.self).connection
        let held = { connection.held.load(ordering: .relaxed) }
        let head = "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\nX-A: " + String(repeating: "a", count: 3000)
        try channel.writeInbound(ByteBuffer(string: head))
        #expect(held() == head.utf8.count)
        try channel.writeInbound(ByteBuffer(string: "\r\n\r\n12345678"))
        #expect(held() == head.utf8.count + 12)
        try channel.writeInbound(ByteBuffer(string: "9"))
        #expect(held() == 0)
        try channel.writeInbound(ByteBuffer(string: "GET /"))
        #expect(held() == 5)
        try ConnectionScene.respond(channel)
        #expect(held() == 5)
        _ = try? channel.finish(acceptAlreadyClosed: true)
        #expect(held() == 0)
    }

    @Test("A request that is refused without its body has its answer before the end of input", arguments: [1, 5000])
    func refusedAtTheEnd(byteCount: Int) throws {
        /// Ends the connection with its input, as Hummingbird does between requests.
        final class End: ChannelInboundHandler {
            typealias InboundIn = HTTPRequestPart
            func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) { context.close(promise: nil) }
        }
        let routes = CollectedScene.routes(bodyLimit: 1 << 20) { _ throws(Problem) in
            throw Problem(.unsupportedMediaType, "no")
        }
        let channel = try ConnectionScene.channel(routes)
        try channel.pipeline.syncOperations.addHandler(End())
        let post = "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 6000\r\n\r\n"
        let body = String(repeating: "x", count: byteCount)
        try channel.writeInbound(ByteBuffer(string: ConnectionScene.request + post + body))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        try ConnectionScene.respond(channel)
        let text = try ConnectionScene.sent(channel)
        #expect(text.hasPrefix("HTTP/1.1 200 ") && text.contains("HTTP/1.1 415 "), "\(text)")
        _ = try channel.finish(acceptAlreadyClosed: true)
    }

    @Test("They take a millisecond of their loop, and then leave it to other connections for as long")
    func turns() throws {
        let clock = ManualClock()
        let routes = CollectedScene.routes(clock) { _ throws(Problem) in
            clock.advance(by: .microseconds(100))
            return CollectedWork(CollectedScene.answer("a"))
        }
        let loop = EmbeddedEventLoop()
        let (many, other) = (
            try ConnectionScene.channel(routes, on: loop), try ConnectionScene.channel(routes, on: loop)
        )
        let request = "POST /a HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
        func count(_ channel: EmbeddedChannel) throws -> Int {
            try ConnectionScene.sent(channel).ranges(of: "HTTP/1.1 200 ").count
        }
        try many.writeInbound(ByteBuffer(string: String(repeating: request, count: 200)))
        // The first of a read needs no turn.
        #expect(try count(many) == 11)
        loop.advanceTime(by: .milliseconds(1))
        #expect(try count(many) == 0)
        // During the pause another connection is read.
        try other.writeInbound(ByteBuffer(string: request))
        #expect(try count(other) == 1)
        var total = 11
        while total < 200 {
            loop.advanceTime(by: .milliseconds(1))
            let answered = try count(many)
            #expect(answered <= 10)
            total += answered
            guard loop.now < .uptimeNanoseconds(1_000_000_000) else { break }
        }
        #expect(total == 200)
        _ = try many.finish()
        _ = try other.finish()
    }
}
