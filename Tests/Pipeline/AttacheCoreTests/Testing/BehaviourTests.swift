import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct BehaviourTests {
    private let bytes = Array("0123456789".utf8)

    /// Sends one request and reads the complete response.
    private func everything(_ behaviour: Behaviour, limit: Int = .max) throws -> (text: String, isAtEnd: Bool) {
        let origin = try LoopbackOrigin.start { _ in behaviour }
        defer { origin.stop() }
        let client = try LoopbackClient(port: origin.port)
        client.get("/", headers: ["Connection: close"])
        let text = String(decoding: client.bytes(limit: limit), as: UTF8.self)
        return (text, client.isAtEnd)
    }

    @Test("A file response has its type and length")
    func file() throws {
        let text = try everything(.file(bytes, type: "image/png")).text
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Type: image/png\r\nContent-Length: 10\r\n\r\n0123456789")
    }

    @Test("A redirect has its location and no body")
    func redirect() throws {
        let text = try everything(.redirect(to: "/there", status: 308)).text
        #expect(text == "HTTP/1.1 308 Permanent Redirect\r\nLocation: /there\r\nContent-Length: 0\r\n\r\n")
    }

    @Test("A status response has its number and a body")
    func status() throws {
        let text = try everything(.status(404)).text
        #expect(text.hasPrefix("HTTP/1.1 404 Not Found\r\n"))
        #expect(text.hasSuffix("\r\n\r\n404\n"))
    }

    @Test("Chunks have the requested size, the last one the rest")
    func chunks() throws {
        let text = try everything(.response(body: bytes, framing: .chunked(byteCount: 4))).text
        #expect(text.hasSuffix("Transfer-Encoding: chunked\r\n\r\n4\r\n0123\r\n4\r\n4567\r\n2\r\n89\r\n0\r\n\r\n"))
    }

    @Test("Without framing, the end of the connection is the end of the body")
    func close() throws {
        let text = try everything(.response(body: bytes, framing: .close)).text
        #expect(text == "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n0123456789")
    }

    @Test("A declared length may be any number")
    func declaredLength() throws {
        let text = try everything(.response(body: bytes, framing: .declaredLength(3))).text
        #expect(text == "HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n0123456789")
    }

    @Test("A truncated file declares its full length and sends less")
    func truncated() throws {
        let origin = try LoopbackOrigin.start { _ in .truncated(bytes, type: "image/png", after: 4) }
        defer { origin.stop() }
        let client = try LoopbackClient(port: origin.port)
        client.get("/")
        let response = try #require(client.response())
        #expect(response.body == Array("0123".utf8))
        #expect(!response.isWhole)
        #expect(client.isAtEnd)
    }

    @Test("An empty response sends nothing before its end", arguments: [Behaviour.empty, .reset])
    func nothing(behaviour: Behaviour) throws {
        let (text, isAtEnd) = try everything(behaviour)
        #expect(text.isEmpty)
        #expect(isAtEnd)
    }

    @Test("A single drop has no pause before or after it")
    func oneDrop() throws {
        let text = try everything(.slow(bytes, type: "image/png", byteCount: 10, interval: .seconds(3600))).text
        #expect(text.hasSuffix("\r\n\r\n0123456789"))
    }

    @Test("A dribble pauses between two drops")
    func slow() throws {
        let origin = try LoopbackOrigin.start { _ in
            .slow(bytes, type: "image/png", byteCount: 4, interval: .milliseconds(20))
        }
        defer { origin.stop() }
        let start = ContinuousClock.now
        let client = try LoopbackClient(port: origin.port)
        client.get("/")
        #expect(client.response()?.body == bytes)
        // A reader that is late may find all drops at once, and then none of the pauses.
        #expect(start.duration(to: client.lastArrival) >= .milliseconds(40))
    }

    @Test("A delayed response arrives after its delay")
    func delayed() throws {
        let start = ContinuousClock.now
        let text = try everything(.delayed(.milliseconds(30), .status(204))).text
        #expect(text.hasPrefix("HTTP/1.1 204"))
        #expect(start.duration(to: .now) >= .milliseconds(30))
    }

    @Test("Endless responses exceed any limit")
    func endless() throws {
        let headers = try everything(.endlessHeaders, limit: 1_000_000).text
        #expect(headers.utf8.count == 1_000_000)
        #expect(!headers.contains("\r\n\r\n"))
        let chunks = try everything(.endlessChunks(type: "image/gif", prefix: bytes), limit: 1_000_000).text
        #expect(chunks.utf8.count == 1_000_000)
        #expect(chunks.contains("image/gif"))
        #expect(chunks.contains("\r\n\r\na\r\n0123456789\r\n4000\r\n"))
    }
}
