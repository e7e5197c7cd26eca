import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Request body timeouts", .inProcess, .timeLimit(.minutes(1)))
struct RequestBodyTimeoutTests {
    /// A connection with a stopped clock and a reader behind it.
    private final class Connection {
        let channel = EmbeddedChannel()

        init() throws {
            try channel.pipeline.syncOperations.addHandler(
                HTTPConnectionHandler(nil, requestTimeout: .seconds(30)) { _ in }
            )
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
        }

        // A channel and its pipeline hold each other until it is closed.
        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

        func head() throws {
            let head = HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/")
            try channel.writeInbound(HTTPRequestPart.head(head))
        }

        func piece() throws { try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "x"))) }
        func end() throws { try channel.writeInbound(HTTPRequestPart.end(nil)) }

        /// The reader requests more.
        func read() { channel.read() }

        /// The problem that the reader receives after this much time.
        func problem(after time: TimeAmount) -> Problem? {
            channel.embeddedEventLoop.advanceTime(by: time)
            do {
                try channel.throwIfErrorCaught()
                return nil
            } catch {
                return error as? Problem
            }
        }

        func answer() throws {
            try channel.writeOutbound(HTTPResponsePart.head(HTTPResponse(status: .ok)))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
        }
    }

    @Test("No timer runs before a request, nor after its body is complete")
    func quick() throws {
        let connection = try Connection()
        connection.read()
        #expect(connection.problem(after: .hours(1)) == nil)
        try connection.head()
        try connection.piece()
        try connection.end()
        connection.read()
        #expect(connection.problem(after: .hours(1)) == nil)
    }

    @Test("All pauses of a body are added up, to the millisecond")
    func whole() throws {
        let connection = try Connection()
        try connection.head()
        for _ in 0..<2 {
            connection.read()
            #expect(connection.problem(after: .seconds(10)) == nil)
            try connection.piece()
        }
        connection.read()
        #expect(connection.problem(after: .milliseconds(9_999)) == nil)
        #expect(connection.problem(after: .milliseconds(1))?.kind == .requestTimeout)
    }

    @Test("In per-piece mode, each piece has the full timeout")
    func pieces() throws {
        let connection = try Connection()
        try connection.head()
        connection.channel.pipeline.triggerUserOutboundEvent(RequestBodyTimeoutMode.pieces, promise: nil)
        for _ in 0..<10 {
            connection.read()
            #expect(connection.problem(after: .milliseconds(29_999)) == nil)
            try connection.piece()
        }
        connection.read()
        #expect(connection.problem(after: .milliseconds(29_999)) == nil)
        #expect(connection.problem(after: .milliseconds(1))?.kind == .requestTimeout)
    }

    @Test("Each request starts a new timer, independent of the previous one")
    func next() throws {
        let connection = try Connection()
        try connection.head()
        connection.channel.pipeline.triggerUserOutboundEvent(RequestBodyTimeoutMode.pieces, promise: nil)
        connection.read()
        #expect(connection.problem(after: .seconds(20)) == nil)
        try connection.end()
        try connection.answer()
        try connection.head()
        connection.read()
        #expect(connection.problem(after: .seconds(20)) == nil)
        try connection.piece()
        connection.read()
        #expect(connection.problem(after: .milliseconds(9_999)) == nil)
        #expect(connection.problem(after: .milliseconds(1))?.kind == .requestTimeout)
    }

    @Test("Time in which the reader does not read is not counted")
    func backPressure() throws {
        let connection = try Connection()
        try connection.head()
        try connection.piece()
        #expect(connection.problem(after: .hours(1)) == nil)
        connection.read()
        #expect(connection.problem(after: .milliseconds(29_999)) == nil)
        #expect(connection.problem(after: .milliseconds(1))?.kind == .requestTimeout)
    }

    @Test("The connection closes after the response to the slow request, not after an earlier one")
    func close() throws {
        let connection = try Connection()
        try connection.head()
        try connection.end()
        // It waits for the response before it, and so does its timeout.
        try connection.head()
        connection.read()
        #expect(connection.problem(after: .seconds(30)) == nil)
        try connection.answer()
        connection.read()
        #expect(connection.problem(after: .seconds(30))?.kind == .requestTimeout)
        #expect(connection.channel.isActive)
        try connection.answer()
        // The client has a second to read the response.
        connection.channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!connection.channel.isActive)
    }
}
