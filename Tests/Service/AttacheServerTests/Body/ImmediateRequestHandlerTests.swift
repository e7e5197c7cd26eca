import AttacheCore
import AttacheSystem
import AttacheTesting
import HTTPTypes
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import TestWidth
import Testing

@testable import AttacheServer

/// Requests that a connection's event loop answers or passes on.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ImmediateRequestHandlerTests {
    /// Answers bodies that begin with `known`, and accepts only paths that begin with `/a`; the path is the client.
    private struct Responder: ImmediateResponding {
        let clock = ManualClock()
        let times: LoopTimes
        /// The time that it takes for a body.
        let duration: Duration

        init(duration: Duration = .zero) {
            times = LoopTimes { [clock] in clock.now }
            self.duration = duration
        }

        func accepts(_ head: HTTPRequest) -> Bool { head.path?.hasPrefix("/a") ?? false }

        func client(of head: HTTPRequest, from peer: Client) -> Client? { Client(name: head.path ?? "") }

        func respond(
            to head: HTTPRequest,
            _ body: ByteBuffer,
            of client: Client,
            since arrival: ContinuousClock.Instant
        ) -> BeginResult<ImmediateWork, ImmediateAnswer>? {
            clock.advance(by: duration)
            let text = String(buffer: body)
            guard text.hasPrefix("known") else { return nil }
            return .finished(
                ImmediateAnswer(head: HTTPResponse(status: .ok), body: ByteBuffer(string: "answer to \(text)"))
            )
        }
    }

    /// Reports an event for the end of each response, as the end of a connection does.
    private final class EndReporter: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = HTTPServerResponsePart
        typealias OutboundOut = HTTPServerResponsePart

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            let isEnd = if case .end = unwrapOutboundIn(data) { true } else { false }
            context.write(data, promise: promise)
            if isEnd { context.fireUserInboundEventTriggered(ChannelEvent.outputClosed) }
        }
    }

    /// A connection whose reads are driven by the test.
    private final class Connection {
        let channel: EmbeddedChannel

        init(_ responder: Responder = Responder(), on loop: EmbeddedEventLoop = EmbeddedEventLoop()) throws {
            channel = EmbeddedChannel(loop: loop)
            // The second adds the handler behind the third, as in a service.
            try channel.pipeline.syncOperations.addHandlers([
                HTTP1ToHTTPServerCodec(secure: false),
                HTTPConnectionHandler(responder, requestTimeout: .seconds(30)) { _ in },
                HTTPConnectionStateHandler(logger: Logger(label: "test")),
            ])
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
        }

        // A channel and its pipeline hold each other until it is closed.
        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

        func head(_ path: String = "/a") {
            fire(.head(HTTPRequestHead(version: .http1_1, method: .POST, uri: path, headers: ["host": "localhost"])))
        }

        func body(_ text: String) { fire(.body(ByteBuffer(string: text))) }
        func end(_ trailers: HTTPHeaders? = nil) { fire(.end(trailers)) }
        private func fire(_ part: HTTPServerRequestPart) { channel.pipeline.fireChannelRead(part) }
        func endRead() { channel.pipeline.fireChannelReadComplete() }

        func request(_ text: String, to path: String = "/a") {
            head(path)
            body(text)
            end()
        }

        /// What the task has received: heads as paths, bodies as texts, ends as `end`. It answers each request then, without
        /// a body, which lets the next one pass.
        func passed() throws -> [String] {
            var parts: [String] = []
            while let part = try channel.readInbound(as: HTTPRequestPart.self) {
                switch part {
                case .head(let head): parts.append(head.path ?? "")
                case .body(let body): parts.append(String(buffer: body))
                case .end:
                    parts.append("end")
                    channel.write(HTTPResponsePart.head(HTTPResponse(status: .noContent)), promise: nil)
                    channel.writeAndFlush(HTTPResponsePart.end(nil), promise: nil)
                }
            }
            return parts
        }

        /// The bodies of the responses that were sent.
        func answers() throws -> [String] {
            var bodies: [String] = []
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                if case .body(.byteBuffer(let body)) = part { bodies.append(String(buffer: body)) }
            }
            return bodies
        }
    }

    @Test("A request that arrives whole is answered, and the task does not see it")
    func answered() throws {
        let connection = try Connection()
        connection.head()
        connection.body("kno")
        connection.body("wn 1")
        connection.end()
        #expect(try connection.answers().isEmpty)
        connection.endRead()
        #expect(try connection.answers() == ["answer to known 1"])
        #expect(try connection.passed().isEmpty)
    }

    @Test("An event that the answer causes does not pass the request on")
    func closing() throws {
        let connection = try Connection()
        try connection.channel.pipeline.syncOperations.addHandler(EndReporter(), position: .first)
        connection.request("known")
        connection.endRead()
        #expect(try connection.answers() == ["answer to known"])
        #expect(try connection.passed().isEmpty)
    }

    @Test("A request without an answer is passed on as it arrived")
    func passed() throws {
        let connection = try Connection()
        connection.request("other")
        connection.endRead()
        #expect(try connection.passed() == ["/a", "other", "end"])
        connection.request("known", to: "/b")
        connection.endRead()
        #expect(try connection.passed() == ["/b", "known", "end"])
        #expect(try connection.answers().isEmpty)
    }

    @Test("Requests of one read are answered in their order")
    func several() throws {
        let connection = try Connection()
        for number in 1...3 { connection.request("known \(number)") }
        connection.endRead()
        #expect(try connection.answers() == (1...3).map { "answer to known \($0)" })
        #expect(try connection.passed().isEmpty)
    }

    /// The time that an answer takes in microseconds, and the answers that one client has in a turn of the loop.
    static let turns: [(Int, Int)] = [(0, 40), (20, 25), (200, 3), (499, 2), (500, 1), (3000, 1)]

    @Test("The connections of a client have half a millisecond of a loop's turn together", arguments: turns)
    func loopTime(microseconds: Int, count: Int) throws {
        let loop = EmbeddedEventLoop()
        let responder = Responder(duration: .microseconds(microseconds))
        let connections = try (0..<4).map { _ in try Connection(responder, on: loop) }
        let other = try Connection(responder, on: loop)
        for _ in 0..<2 {
            for connection in connections {
                for _ in 0..<10 { connection.request("known") }
                connection.endRead()
            }
            #expect(try connections.reduce(0) { try $0 + $1.answers().count } == count)
            // The tasks of their connections get the others, and whoever comes next on the loop has time left.
            #expect(try connections.reduce(0) { try $0 + $1.passed().count } == (40 - count) * 3)
            other.request("known", to: "/a/other")
            other.endRead()
            #expect(try other.answers() == ["answer to known"])
            loop.run()
            responder.clock.advance(by: .milliseconds(8))
        }
    }

    @Test("A long answer is followed by a pause of its client", arguments: [(7499, false), (7500, true)])
    func pause(microseconds: Int, isAnswered: Bool) throws {
        let loop = EmbeddedEventLoop()
        let responder = Responder(duration: .milliseconds(3))
        let connection = try Connection(responder, on: loop)
        connection.request("known")
        connection.endRead()
        loop.run()
        #expect(try connection.answers().count == 1)
        responder.clock.advance(by: .microseconds(microseconds))
        connection.request("known")
        connection.endRead()
        #expect(try connection.answers().count == (isAnswered ? 1 : 0))
        #expect(try connection.passed().count == (isAnswered ? 0 : 3))
    }

    @Test("Another loop has its own time")
    func loops() throws {
        let responder = Responder(duration: .milliseconds(3))
        for connection in try (0..<2).map({ _ in try Connection(responder) }) {
            for _ in 0..<2 { connection.request("known") }
            connection.endRead()
            #expect(try connection.answers() == ["answer to known"])
            #expect(try connection.passed().count == 3)
        }
    }

    @Test("A request without time left is no miss: the next one is tried")
    func noTimeIsNoMiss() throws {
        let loop = EmbeddedEventLoop()
        let responder = Responder(duration: .milliseconds(3))
        let connection = try Connection(responder, on: loop)
        for _ in 0..<3 { connection.request("known") }
        connection.endRead()
        #expect(try connection.passed().count == 6)
        loop.run()
        responder.clock.advance(by: .milliseconds(8))
        connection.request("known")
        connection.endRead()
        #expect(try connection.answers().count == 2)
    }

    @Test("A head whose body comes later is passed on at the end of the read")
    func laterBody() throws {
        let connection = try Connection()
        connection.head()
        #expect(try connection.passed().isEmpty)
        connection.endRead()
        #expect(try connection.passed() == ["/a"])
        connection.body("known")
        connection.end()
        connection.endRead()
        #expect(try connection.passed() == ["known", "end"])
        #expect(try connection.answers().isEmpty)
    }

    @Test("An event, an error and trailers pass on what is held before them")
    func interrupted() throws {
        let connection = try Connection()
        connection.head()
        connection.body("known")
        connection.channel.pipeline.fireUserInboundEventTriggered("an event")
        #expect(try connection.passed() == ["/a", "known"])
        connection.end()
        connection.head()
        connection.channel.pipeline.fireErrorCaught(CancellationError())
        #expect(try connection.passed() == ["end", "/a"])
        #expect(throws: CancellationError.self) { try connection.channel.throwIfErrorCaught() }
        connection.end()
        connection.head()
        connection.body("known")
        connection.end(["content-type": "text/plain"])
        #expect(try connection.passed() == ["end", "/a", "known", "end"])
        #expect(try connection.answers().isEmpty)
    }

    @Test("After requests without an answer fewer are tried, and an answer makes all be tried again")
    func attempts() throws {
        let connection = try Connection()
        // The first miss makes the next request pass untried.
        var passed: [String] = []
        for text in ["other", "known 1", "known 2", "known 3"] {
            connection.request(text)
            connection.endRead()
            passed += try connection.passed()
        }
        #expect(try connection.answers() == ["answer to known 2", "answer to known 3"])
        #expect(passed == ["/a", "other", "end", "/a", "known 1", "end"])
    }

    /// Answers each request in a task, when the test lets it.
    private struct Worker: ImmediateResponding {
        let times = LoopTimes()
        let answer: @Sendable () async -> ImmediateAnswer?

        func accepts(_ head: HTTPRequest) -> Bool { true }

        func client(of head: HTTPRequest, from peer: Client) -> Client? { peer }

        func respond(
            to head: HTTPRequest,
            _ body: ByteBuffer,
            of client: Client,
            since arrival: ContinuousClock.Instant
        ) -> BeginResult<ImmediateWork, ImmediateAnswer>? { .needsMedia(ImmediateWork(executor: nil, run: answer)) }
    }

    /// Collects the names of what is passed on to Hummingbird's task.
    private final class Collector: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPRequestPart

        private let names: Locked<[String]>

        init(_ names: Locked<[String]>) { self.names = names }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { names.withLock { $0.append("part") } }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            names.withLock { $0.append("\(event)") }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { names.withLock { $0.append("error") } }
    }

    /// Closes nothing when only the input is closed, unlike the channel of a test.
    private final class InputCloser: ChannelOutboundHandler, RemovableChannelHandler {
        typealias OutboundIn = Any

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            if mode == .input { promise?.succeed() } else { context.close(mode: mode, promise: promise) }
        }
    }

    /// Runs `body` with a connection that has read a request, with the answer that its task waits for, which is `nil` for
    /// a task that was cancelled, with the cancellation, and with what was passed on.
    private static func withTask(
        _ body: (NIOAsyncTestingChannel, Waiter<ImmediateAnswer?>, Waiter<Void>, Locked<[String]>) async throws -> Void
    ) async throws {
        let answer = Waiter<ImmediateAnswer?>()
        let cancelled = Waiter<Void>()
        let names = Locked<[String]>([])
        let channel = NIOAsyncTestingChannel()
        try await channel.testingEventLoop.executeInContext {
            let worker = Worker {
                await answer.wait {
                    answer.resume(returning: nil)
                    cancelled.resume()
                }
            }
            try channel.pipeline.syncOperations.addHandlers([
                InputCloser(), HTTP1ToHTTPServerCodec(secure: false),
                HTTPConnectionHandler(worker, requestTimeout: .seconds(30)) { _ in },
                HTTPConnectionStateHandler(logger: Logger(label: "test")), Collector(names),
            ])
        }
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/a"))
        try await channel.testingEventLoop.executeInContext {
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/a", headers: ["host": "localhost"])
            channel.pipeline.fireChannelRead(HTTPServerRequestPart.head(head))
            channel.pipeline.fireChannelRead(HTTPServerRequestPart.end(nil))
            channel.pipeline.fireChannelReadComplete()
        }
        try await body(channel, answer, cancelled, names)
        _ = try? await channel.finish(acceptAlreadyClosed: true)
    }

    @Test("What ends a connection is passed on after the answer of a task")
    func later() async throws {
        try await Self.withTask { channel, answer, _, names in
            try await channel.testingEventLoop.executeInContext {
                channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
                channel.pipeline.fireErrorCaught(CancellationError())
            }
            #expect(names.withLock { $0 } == [])
            answer.resume(returning: ImmediateAnswer(head: HTTPResponse(status: .ok), body: ByteBuffer(string: "yes")))
            for part in ["head", "body", "end"] {
                let sent = try await channel.waitForOutboundWrite(as: HTTPServerResponsePart.self)
                #expect("\(sent)".hasPrefix(part))
            }
            let passed = try await channel.testingEventLoop.executeInContext { names.withLock { $0 } }
            #expect(passed == ["inputClosed", "error"])
            #expect(channel.isActive)
        }
    }

    @Test("The task of a client that disconnects is cancelled, and its connection ends", arguments: [true, false])
    func disconnected(isCancelled: Bool) async throws {
        try await Self.withTask { channel, _, cancelled, _ in
            if isCancelled {
                // So Hummingbird ends a connection whose task is cancelled.
                channel.close(mode: .input, promise: nil)
            } else {
                try await channel.testingEventLoop.executeInContext { channel.pipeline.fireChannelInactive() }
            }
            await cancelled.wait()
            if isCancelled { try await channel.closeFuture.get() }
            #expect(try await channel.readOutbound(as: HTTPServerResponsePart.self) == nil)
        }
    }
}
