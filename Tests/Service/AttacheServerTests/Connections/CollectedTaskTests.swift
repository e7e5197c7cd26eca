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

@Suite("Requests that a task answers", .inProcess, .timeLimit(.minutes(1)))
struct CollectedTaskTests {
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

    /// A connection that has read a request, whose task waits.
    private struct Scene {
        let channel: NIOAsyncTestingChannel
        /// Lets the task answer.
        let answer: Waiter<Void>
        /// The cancellation of the task.
        let cancelled: Waiter<Void>
        /// What was passed on.
        let names: Locked<[String]>
        /// The memory of bodies.
        let bodies: BodyMemory
    }

    private static func with(bodyLength: Int = 0, _ body: (Scene) async throws -> Void) async throws {
        let scene = Scene(
            channel: NIOAsyncTestingChannel(),
            answer: Waiter(),
            cancelled: Waiter(),
            names: Locked([]),
            bodies: BodyMemory(limit: 1 << 20)
        )
        let (channel, answer, cancelled, names) = (scene.channel, scene.answer, scene.cancelled, scene.names)
        try await channel.testingEventLoop.executeInContext {
            let routes = CollectedScene.routes(bodyLimit: 1 << 20, bodies: scene.bodies) { _ in
                CollectedWork { _ in
                    await answer.wait {
                        answer.resume()
                        cancelled.resume()
                    }
                    return CollectedScene.answer("yes")
                }
            }
            try channel.pipeline.syncOperations.addHandlers([
                InputCloser(), HTTP1ToHTTPServerCodec(secure: false),
                HTTPConnectionHandler(routes, requestTimeout: .seconds(30)) { _ in },
                HTTPConnectionStateHandler(logger: Logger(label: "test")), Collector(names),
            ])
        }
        try await channel.connect(to: SocketAddress(unixDomainSocketPath: "/a"))
        try await channel.testingEventLoop.executeInContext {
            let head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/a", headers: ["host": "localhost"])
            channel.pipeline.fireChannelRead(HTTPServerRequestPart.head(head))
            let bytes = ByteBuffer(repeating: UInt8(ascii: "x"), count: bodyLength)
            if bodyLength > 0 { channel.pipeline.fireChannelRead(HTTPServerRequestPart.body(bytes)) }
            channel.pipeline.fireChannelRead(HTTPServerRequestPart.end(nil))
            channel.pipeline.fireChannelReadComplete()
        }
        try await body(scene)
        _ = try? await channel.finish(acceptAlreadyClosed: true)
    }

    @Test("A body has memory until its answer, or until its client leaves", arguments: [true, false])
    func bodyMemory(isAnswered: Bool) async throws {
        try await Self.with(bodyLength: BodyMemory.free + 100) { scene in
            #expect(scene.bodies.taken == 100)
            if isAnswered {
                scene.answer.resume()
                _ = try await scene.channel.waitForOutboundWrite(as: HTTPServerResponsePart.self)
            } else {
                _ = try? await scene.channel.finish(acceptAlreadyClosed: true)
            }
            #expect(scene.bodies.taken == 0)
        }
    }

    @Test("What ends a connection is passed on after the answer")
    func later() async throws {
        try await Self.with { scene in
            let (channel, names) = (scene.channel, scene.names)
            try await channel.testingEventLoop.executeInContext {
                channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
                channel.pipeline.fireErrorCaught(CancellationError())
            }
            #expect(names.withLock { $0 } == [])
            scene.answer.resume()
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
        try await Self.with { scene in
            // So Hummingbird ends a connection whose task is cancelled.
            scene.channel.close(mode: isCancelled ? .input : .all, promise: nil)
            await scene.channel.testingEventLoop.run()
            await scene.cancelled.wait()
            try await scene.channel.closeFuture.get()
            #expect(try await scene.channel.readOutbound(as: HTTPServerResponsePart.self) == nil)
        }
    }

    @Test("A cancelled task has no answer, and a problem is one", arguments: [true, false])
    func outcome(isCancelled: Bool) async throws {
        let routes = CollectedScene.routes { _ in CollectedWork { _ in throw Problem.shuttingDown } }
        let request = try #require(routes.begin(CollectedScene.head(), from: Client(name: "c"), since: .now))
        let task = Task {
            if isCancelled { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
            return await request.run { try await request.work.run([]) }
        }
        let answer = await task.value
        #expect((answer == nil) == isCancelled)
        guard let answer else { return }
        #expect(answer.head.status == .serviceUnavailable)
        #expect(answer.head.headerFields[.contentType] == "application/problem+json")
        #expect(answer.head.headerFields[.retryAfter] == "1")
        #expect(answer.head.headerFields[.contentLength] == "\(answer.body.count)")
    }

    @Test(
        "The path decides, as the router reads it, and the method",
        arguments: [
            ("/a", HTTPRequest.Method.post, true), ("/a?x=1", .post, true), ("//a", .post, true), ("/a/", .post, true),
            ("http://localhost/a", .post, true), ("/a", .get, false), ("/ab", .post, false), ("/a/b", .post, false),
            ("/", .post, false), ("/A", .post, false),
        ]
    )
    func path(_ path: String, _ method: HTTPRequest.Method, isTaken: Bool) {
        let routes = CollectedScene.routes { _ in CollectedWork { _ in CollectedScene.answer("") } }
        let request = routes.begin(CollectedScene.head(path, method), from: Client(name: "c"), since: .now)
        #expect((request != nil) == isTaken)
        #expect(request?.refusal == nil)
    }
}
