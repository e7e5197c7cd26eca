import NIOCore
import NIOEmbedded
import Testing

@testable import AttacheServer

@Suite("Clients that take nothing of their response", .timeLimit(.minutes(5)))
struct WriteTimeoutHandlerTests {
    /// A connection with a clock that stands still, to which something has been written.
    private struct Connection {
        let channel = EmbeddedChannel()

        init() throws {
            try channel.pipeline.syncOperations.addHandler(WriteTimeoutHandler(timeout: .seconds(20)))
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
            write()
        }

        var isActive: Bool { channel.isActive }

        func write() { channel.write(ByteBuffer(string: "abc"), promise: nil) }

        func setWritable(_ isWritable: Bool) {
            channel.isWritable = isWritable
            channel.pipeline.fireChannelWritabilityChanged()
        }

        func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }
    }

    @Test("Whoever takes nothing is cut off when the time is over, not before")
    func stalled() throws {
        let connection = try Connection()
        connection.setWritable(false)
        connection.pass(.milliseconds(19_999))
        #expect(connection.isActive)
        connection.pass(.milliseconds(1))
        #expect(!connection.isActive)
    }

    @Test("Whoever takes a little goes on, and its time begins anew")
    func slow() throws {
        let connection = try Connection()
        connection.setWritable(false)
        for _ in 0..<10 {
            connection.pass(.seconds(14))
            #expect(connection.isActive)
            connection.channel.flush()
            connection.pass(.seconds(5))
            connection.write()
        }
        #expect(connection.isActive)
        connection.pass(.seconds(30))
        #expect(!connection.isActive)
    }

    @Test("Nothing is timed while the response can be written")
    func quick() throws {
        let connection = try Connection()
        connection.setWritable(false)
        connection.pass(.seconds(19))
        connection.setWritable(true)
        connection.pass(.hours(1))
        #expect(connection.isActive)
        connection.setWritable(false)
        connection.pass(.milliseconds(19_999))
        #expect(connection.isActive)
        connection.pass(.seconds(6))
        #expect(!connection.isActive)
    }
}
