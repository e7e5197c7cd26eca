import AttacheSystem
import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct LoopbackOriginTests {
    /// Starts an origin, runs `body` and stops the origin.
    private func with<Result>(
        _ behaviour: Behaviour,
        _ body: (LoopbackClient, LoopbackOrigin) throws -> Result
    ) throws -> Result {
        let origin = try LoopbackOrigin.start(routes: ["/x": behaviour])
        defer { origin.stop() }
        let client = try LoopbackClient(port: origin.port)
        return try body(client, origin)
    }

    @Test("A port whose connections have just ended can be used again")
    func portAfterConnections() throws {
        let port = try LoopbackSocket.refusing().port
        var listener: LoopbackSocket? = try LoopbackSocket.listening(on: port)
        var client: LoopbackSocket? = try LoopbackSocket.connected(to: port)
        var accepted = listener?.accept()
        #expect(accepted != nil)
        // The kernel remembers a connection for a minute on the side that ends it first.
        accepted = nil
        client = nil
        listener = nil
        #expect(throws: Never.self) { try LoopbackSocket.listening(on: port) }
        _ = (accepted, client, listener)
    }

    @Test("Requests are recorded as received")
    func records() throws {
        try with(.status(200)) { client, origin in
            client.get("/x?a=1", headers: ["X-One: 1", "accept:  */* "])
            #expect(client.response()?.status == 200)
            let request = try #require(origin.requests.first)
            #expect(request.method == "GET")
            #expect(request.target == "/x?a=1")
            #expect(request.path == "/x")
            #expect(request.headerLines == ["Host: 127.0.0.1", "X-One: 1", "accept:  */* "])
            #expect(request.values("Accept") == ["*/*"])
            #expect(request.port == origin.port)
        }
    }

    @Test("A connection serves one request after the other, also when they are pipelined")
    func reuse() throws {
        try with(.file([7], type: "image/png")) { client, origin in
            client.get("/x")
            client.get("/nowhere")
            #expect(client.response()?.body == [7])
            #expect(client.response()?.status == 404)
            client.get("/x", headers: ["Connection: close"])
            #expect(client.response()?.body == [7])
            #expect(client.bytes(limit: 1) == [])
            #expect(client.isAtEnd)
            #expect(origin.connectionCount == 1)
            #expect(origin.requests.map(\.connection) == [0, 0, 0])
        }
    }

    @Test("Each connection has its own number")
    func connections() throws {
        let origin = try LoopbackOrigin.start(routes: [:])
        defer { origin.stop() }
        for _ in 0..<3 {
            let client = try LoopbackClient(port: origin.port)
            client.get("/")
            #expect(client.response()?.status == 404)
        }
        #expect(origin.connectionCount == 3)
        #expect(origin.requests.map(\.connection) == [0, 1, 2])
    }

    @Test("Connections beyond the limit wait")
    func limit() throws {
        let origin = try LoopbackOrigin.start(connectionLimit: 1) { _ in .status(200) }
        defer { origin.stop() }
        var first: LoopbackClient? = try LoopbackClient(port: origin.port)
        first?.get("/")
        #expect(first?.response()?.status == 200)
        let second = try LoopbackClient(port: origin.port)
        second.get("/")
        #expect(origin.connectionCount == 1)
        first = nil
        #expect(second.response()?.status == 200)
        #expect(origin.connectionCount == 2)
    }

    @Test("An invalid request line closes the connection")
    func garbage() throws {
        try with(.status(200)) { client, origin in
            client.send("nonsense\r\n\r\n")
            #expect(client.response() == nil)
            #expect(client.isAtEnd)
            #expect(origin.requestCount == 0)
        }
    }

    @Test("A request head is limited to 64 KiB")
    func headLimit() throws {
        try with(.status(200)) { client, _ in
            client.get("/x", headers: ["X: \(String(repeating: "a", count: 60_000))"])
            #expect(client.response()?.status == 200)
        }
        try with(.status(200)) { client, _ in
            client.send("GET /x HTTP/1.1\r\nX: \(String(repeating: "a", count: 80_000))")
            #expect(client.response() == nil)
            #expect(client.isAtEnd)
        }
    }

    @Test("Stopping ends requests in progress, joins the threads, and may be repeated", arguments: [0, 1, 2, 3, 4])
    func stop(index: Int) throws {
        let behaviours: [Behaviour] = [
            .silent, .endlessHeaders, .endlessChunks(), .slowHeaders, .delayed(.seconds(3600), .status(200)),
        ]
        let origin = try LoopbackOrigin.start(routes: ["/x": behaviours[index]])
        let client = try LoopbackClient(port: origin.port)
        client.get("/x")
        while origin.requestCount == 0 {}
        origin.stop()
        origin.stop()
        while !client.bytes(limit: 65_536).isEmpty {}
        #expect(client.isAtEnd)
        #expect(throws: SystemCallError.self) { _ = try LoopbackClient(port: origin.port) }
    }
}
