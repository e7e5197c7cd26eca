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

@Suite("Requests that a connection's event loop answers", .inProcess, .timeLimit(.minutes(1)))
struct CollectedRequestHandlerTests {
    /// A connection whose reads are driven by the test. Its route repeats the body; it refuses heads with a `Range`, and
    /// bodies that begin with `no`.
    private final class Connection {
        let channel = EmbeddedChannel()

        init(_ routes: CollectedRoutes? = nil) throws {
            let refusal = Problem(.unsupportedMediaType, "no")
            let routes =
                routes
                ?? CollectedScene.routes { head throws(Problem) in
                    if head[.range] != nil { throw refusal }
                    return CollectedWork(
                        begin: { body throws(Problem) in
                            let text = String(decoding: body, as: UTF8.self)
                            if text.hasPrefix("no") { throw Problem(.notAPush, "no") }
                            return .finished(CollectedScene.answer("answer to \(text)"))
                        },
                        run: { _ in throw refusal }
                    )
                }
            // The second adds the handler behind the third, as in a service.
            try channel.pipeline.syncOperations.addHandlers([
                HTTP1ToHTTPServerCodec(secure: false),
                HTTPConnectionHandler(routes, requestTimeout: .seconds(30)) { _ in },
                HTTPConnectionStateHandler(logger: Logger(label: "test")),
            ])
            try channel.connect(to: SocketAddress(unixDomainSocketPath: "/a")).wait()
        }

        // A channel and its pipeline hold each other until it is closed.
        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }

        func head(_ path: String = "/a", _ method: HTTPMethod = .POST, _ fields: HTTPHeaders = [:]) {
            var headers: HTTPHeaders = ["host": "localhost"]
            headers.add(contentsOf: fields)
            fire(.head(HTTPRequestHead(version: .http1_1, method: method, uri: path, headers: headers)))
        }

        func body(_ text: String) { fire(.body(ByteBuffer(string: text))) }
        func end() { fire(.end(nil)) }
        private func fire(_ part: HTTPServerRequestPart) { channel.pipeline.fireChannelRead(part) }
        func endRead() { channel.pipeline.fireChannelReadComplete() }

        func request(_ text: String, to path: String = "/a", _ fields: HTTPHeaders = [:]) {
            head(path, .POST, fields)
            body(text)
            end()
        }

        /// What Hummingbird's task has received: heads as paths, bodies as texts, ends as `end`.
        func passed() throws -> [String] {
            var parts: [String] = []
            while let part = try channel.readInbound(as: HTTPRequestPart.self) {
                switch part {
                case .head(let head): parts.append(head.path ?? "")
                case .body(let body): parts.append(String(buffer: body))
                case .end: parts.append("end")
                }
            }
            return parts
        }

        /// The statuses of the responses that were sent, each with its body unless that is a problem.
        func answers() throws -> [String] {
            var answers: [String] = []
            while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
                switch part {
                case .head(let head): answers.append("\(head.status.code)")
                case .body(.byteBuffer(let body)):
                    let text = String(buffer: body)
                    if !text.hasPrefix("{"), let status = answers.popLast() { answers.append("\(status) \(text)") }
                default: break
                }
            }
            return answers
        }
    }

    @Test("A request is answered when it has arrived, in one read or several", arguments: [false, true])
    func answered(isOneRead: Bool) throws {
        let connection = try Connection()
        connection.head()
        for piece in ["a ", "b"] {
            if !isOneRead { connection.endRead() }
            connection.body(piece)
        }
        connection.end()
        #expect(try connection.answers().isEmpty)
        connection.endRead()
        #expect(try connection.answers() == ["200 answer to a b"])
        #expect(try connection.passed().isEmpty)
    }

    @Test("Another path, and another method, is Hummingbird's", arguments: [("/b", HTTPMethod.POST), ("/a", .PUT)])
    func passedOn(path: String, method: HTTPMethod) throws {
        let connection = try Connection()
        connection.head(path, method)
        connection.body("x")
        connection.end()
        connection.endRead()
        #expect(try connection.passed() == [path, "x", "end"])
        #expect(try connection.answers().isEmpty)
    }

    @Test("Requests of one read are answered in their order, the refused ones among them")
    func several() throws {
        let connection = try Connection()
        connection.request("1")
        connection.request("2", ["range": "x"])
        connection.request("no")
        connection.request("3")
        connection.endRead()
        #expect(try connection.answers() == ["200 answer to 1", "415", "422", "200 answer to 3"])
        #expect(connection.channel.isActive)
    }

    @Test("A refused request is answered without its body, and is the last one")
    func refused() throws {
        let connection = try Connection()
        connection.head("/a", .POST, ["range": "x", "expect": "100-continue"])
        #expect(try connection.answers().isEmpty)
        connection.endRead()
        #expect(try connection.answers() == ["415"])
        connection.body("x")
        connection.end()
        connection.request("1")
        connection.endRead()
        #expect(try connection.answers().isEmpty)
        #expect(try connection.passed().isEmpty)
    }

    @Test("A client that waits for it gets 100, once", arguments: [false, true])
    func continues(waits: Bool) throws {
        let connection = try Connection()
        connection.head("/a", .POST, ["expect": "100-continue"])
        if waits {
            for _ in 0..<2 { connection.endRead() }
            #expect(try connection.answers() == ["100"])
        }
        connection.body("x")
        connection.end()
        connection.endRead()
        #expect(try connection.answers() == ["200 answer to x"])
    }

    @Test(
        "A body at the limit is taken, and a longer one refused as soon as it is",
        arguments: [(100, true), (101, false)]
    )
    func length(count: Int, isTaken: Bool) throws {
        let connection = try Connection()
        connection.head()
        for piece in [count - 1, 1] { connection.body(String(repeating: "x", count: piece)) }
        if isTaken { connection.end() }
        connection.endRead()
        let answer = try connection.answers().first ?? ""
        #expect(answer.hasPrefix(isTaken ? "200 " : "413"))
    }

    @Test("An answer that is known does not wait for the time of its client")
    func known() throws {
        let clock = ManualClock()
        let routes = CollectedScene.routes(clock) { head throws(Problem) in
            guard head[.range] != nil else { return CollectedWork(CollectedScene.answer("known")) }
            return CollectedWork(
                begin: { _ throws(Problem) in
                    clock.advance(by: .seconds(1))
                    return .finished(CollectedScene.answer("long"))
                },
                run: { _ in CollectedScene.answer("task") }
            )
        }
        let connection = try Connection(routes)
        connection.request("", ["range": "x"])
        connection.request("")
        connection.endRead()
        #expect(try connection.answers() == ["200 long", "200 known"])
    }

    @Test("A body that does not come in time is answered with 408")
    func timeout() throws {
        let connection = try Connection()
        connection.head()
        connection.body("x")
        connection.endRead()
        connection.channel.read()
        connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(29_999))
        #expect(try connection.answers().isEmpty)
        connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))
        #expect(try connection.answers() == ["408"])
        #expect(try connection.passed().isEmpty)
    }

    @Test(
        "A longer body is a task's, so that the other connections of the event loop do not wait for it",
        arguments: [(LoopTime.bodyLimit, true), (LoopTime.bodyLimit + 1, false)]
    )
    func length(of count: Int, isBegun: Bool) throws {
        let begun = Locked(false)
        let routes = CollectedScene.routes(bodyLimit: 1 << 20) { _ throws(Problem) in
            CollectedWork(
                begin: { _ throws(Problem) in
                    begun.withLock { $0 = true }
                    return .finished(CollectedScene.answer("begun"))
                },
                run: { _ in CollectedScene.answer("run") }
            )
        }
        let connection = try Connection(routes)
        connection.request(String(repeating: "x", count: count))
        connection.endRead()
        #expect(begun.withLock { $0 } == isBegun)
        #expect(try connection.answers() == (isBegun ? ["200 begun"] : []))
    }

    @Test("Other errors are Hummingbird's")
    func errors() throws {
        let connection = try Connection()
        connection.head()
        connection.channel.pipeline.fireErrorCaught(CancellationError())
        #expect(throws: CancellationError.self) { try connection.channel.throwIfErrorCaught() }
        #expect(try connection.answers().isEmpty)
    }

    @Test("The memory of a body that is too long, or whose client leaves, is free again", arguments: [true, false])
    func bodyMemory(isTooLong: Bool) throws {
        let bodies = BodyMemory(limit: 100_000)
        let routes = CollectedScene.routes(bodyLimit: 40_000, bodies: bodies) { _ in
            CollectedWork(CollectedScene.answer("yes"))
        }
        let connection = try Connection(routes)
        connection.head()
        for _ in 0..<3 { connection.body(String(repeating: "x", count: 10_000)) }
        #expect(bodies.taken == 30_000 - BodyMemory.free)
        if isTooLong {
            connection.body(String(repeating: "x", count: 10_001))
        } else {
            _ = try connection.channel.finish(acceptAlreadyClosed: true)
        }
        #expect(bodies.taken == 0)
    }

    @Test("A body without memory is refused with 503, and a short one is not")
    func noBodyMemory() throws {
        let bodies = BodyMemory(limit: 100)
        let routes = CollectedScene.routes(bodyLimit: 40_000, bodies: bodies) { _ in
            CollectedWork(CollectedScene.answer("yes"))
        }
        let answers = try [100, BodyMemory.free + 51].flatMap { length in
            let connection = try Connection(routes)
            connection.request(String(repeating: "x", count: length))
            connection.endRead()
            return try connection.answers().map { $0.prefix(3) }
        }
        #expect(answers == ["200", "503"] && bodies.taken == 0)
    }
}
