import NIOCore
import NIOEmbedded
import Testing

@testable import AttacheServer

@Suite("Write timeouts", .timeLimit(.minutes(5)))
struct WriteTimeoutHandlerTests {
    /// A connection with a stopped clock and a pending write.
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

    @Test("A client that reads nothing is disconnected at the timeout, not before")
    func stalled() throws {
        let connection = try Connection()
        connection.setWritable(false)
        connection.pass(.milliseconds(19_999))
        #expect(connection.isActive)
        connection.pass(.milliseconds(1))
        #expect(!connection.isActive)
    }

    @Test("A client that reads slowly stays connected, and its timer restarts")
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

    @Test("No timer runs while the response can be written")
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
