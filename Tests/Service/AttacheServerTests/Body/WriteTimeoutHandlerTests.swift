import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Write timeouts", .inProcess, .timeLimit(.minutes(1)))
struct WriteTimeoutHandlerTests {
    /// A client that takes what was written to it in pieces.
    private final class Reader: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart

        private var writes: [EventLoopPromise<Void>?] = []

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            writes.append(promise)
        }

        func flush(context: ChannelHandlerContext) {}

        /// Takes the first of what was written, or all of it.
        func take(_ count: Int = .max) {
            for _ in 0..<min(count, writes.count) { writes.removeFirst()?.succeed() }
        }
    }

    /// A connection with a stopped clock, to which a response in two pieces is written.
    private final class Connection {
        let channel = EmbeddedChannel()
        let reader = Reader()

        init() throws {
            try channel.pipeline.syncOperations.addHandlers(reader, WriteTimeoutHandler(timeout: .seconds(20)))
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
            respond()
        }

        // A channel and its pipeline hold each other until it is closed, and so do a write and its promise until it ends.
        deinit {
            reader.take()
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }

        var isActive: Bool { channel.isActive }

        func respond() {
            channel.write(HTTPResponsePart.head(HTTPResponse(status: .ok)), promise: nil)
            channel.write(HTTPResponsePart.body(ByteBuffer(string: "abc")), promise: nil)
            channel.write(HTTPResponsePart.end(nil), promise: nil)
            channel.flush()
        }

        func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }
    }

    @Test("A client that reads nothing is disconnected at the timeout, not before")
    func stalled() throws {
        let connection = try Connection()
        connection.pass(.milliseconds(19_999))
        #expect(connection.isActive)
        connection.pass(.milliseconds(1))
        #expect(!connection.isActive)
    }

    @Test("A client that reads slowly stays connected, and its timer restarts")
    func slow() throws {
        let connection = try Connection()
        for _ in 0..<10 {
            connection.pass(.seconds(14))
            #expect(connection.isActive)
            connection.reader.take(2)
            connection.respond()
            connection.pass(.seconds(5))
        }
        #expect(connection.isActive)
        connection.pass(.seconds(30))
        #expect(!connection.isActive)
    }

    @Test("The end of a connection waits for what is unsent", arguments: [CloseMode.output, .all])
    func end(_ mode: CloseMode) throws {
        /// Counts the ends that reach the socket.
        final class Ends: ChannelOutboundHandler, RemovableChannelHandler {
            typealias OutboundIn = NIOAny
            var modes: [CloseMode] = []
            func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
                modes.append(mode)
                promise?.succeed()
            }
        }
        let (connection, ends) = (try Connection(), Ends())
        try connection.channel.pipeline.syncOperations.addHandler(ends, position: .first)
        let closed = connection.channel.close(mode: mode)
        connection.channel.close(mode: mode, promise: nil)
        connection.reader.take(1)
        #expect(ends.modes.isEmpty)
        connection.reader.take()
        #expect(ends.modes == [mode])
        try closed.wait()
        // Afterwards nothing is unsent.
        connection.channel.close(mode: mode, promise: nil)
        #expect(ends.modes == [mode, mode])
        try connection.channel.pipeline.syncOperations.removeHandler(ends).wait()
    }

    @Test("No timer runs while nothing is unsent")
    func quick() throws {
        let connection = try Connection()
        connection.pass(.seconds(19))
        connection.reader.take()
        connection.pass(.hours(1))
        #expect(connection.isActive)
        connection.respond()
        connection.pass(.milliseconds(19_999))
        #expect(connection.isActive)
        connection.pass(.seconds(6))
        #expect(!connection.isActive)
    }
}
