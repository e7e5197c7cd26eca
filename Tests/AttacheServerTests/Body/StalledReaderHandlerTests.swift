import NIOCore
import NIOEmbedded
import Testing

@testable import AttacheServer

@Suite("Clients that take nothing of their response", .timeLimit(.minutes(1)))
struct StalledReaderHandlerTests {
    private let channel = EmbeddedChannel()

    init() throws {
        try channel.pipeline.syncOperations.addHandler(StalledReaderHandler(timeout: .seconds(20)))
        try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
    }

    private func setWritable(_ isWritable: Bool) {
        channel.isWritable = isWritable
        channel.pipeline.fireChannelWritabilityChanged()
    }

    private func pass(_ time: TimeAmount) {
        channel.embeddedEventLoop.advanceTime(by: time)
    }

    @Test("Whoever takes nothing is cut off when the time is over, not before")
    func stalled() {
        channel.write(ByteBuffer(string: "abc"), promise: nil)
        setWritable(false)
        pass(.milliseconds(19_999))
        #expect(channel.isActive)
        pass(.milliseconds(1))
        #expect(!channel.isActive)
    }

    @Test("Whoever takes a little goes on, and its time begins anew")
    func slow() {
        channel.write(ByteBuffer(string: "abc"), promise: nil)
        setWritable(false)
        for _ in 0..<10 {
            pass(.seconds(14))
            #expect(channel.isActive)
            channel.flush()
            pass(.seconds(5))
            channel.write(ByteBuffer(string: "abc"), promise: nil)
        }
        #expect(channel.isActive)
        pass(.seconds(30))
        #expect(!channel.isActive)
    }

    @Test("Nothing is timed while the response can be written")
    func quick() {
        channel.write(ByteBuffer(string: "abc"), promise: nil)
        setWritable(false)
        pass(.seconds(19))
        setWritable(true)
        pass(.hours(1))
        #expect(channel.isActive)
        setWritable(false)
        pass(.milliseconds(19_999))
        #expect(channel.isActive)
        pass(.seconds(6))
        #expect(!channel.isActive)
    }
}
