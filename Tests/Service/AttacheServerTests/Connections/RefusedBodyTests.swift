import AttacheTesting
import TestWidth
import Testing

@Suite("Unread request bodies", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct RefusedBodyTests {
    @Test(
        "A rejection before the end of the body closes the connection, however long the body is",
        arguments: [(413, "100000000", ""), (401, "1000", "--token-file")]
    )
    func rejection(status: Int, length: String, option: String) async throws {
        let tokens = try ScratchDirectory()
        defer { tokens.remove() }
        try tokens.write("0123456789abcdef\n", to: "tokens")
        try await ProgramScene.with(option.isEmpty ? [] : [option, tokens.path("tokens")]) { scene in
            let port = scene.port
            let token = option.isEmpty ? "" : "Authorization: Bearer none\r\n"
            // Empty unless the connection closed.
            let response = await ServiceProcess.onThread { () -> LoopbackResponse? in
                guard let client = try? LoopbackClient(port: port) else { return nil }
                client.send(
                    "POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\(token)"
                        + "Content-Length: \(length)\r\n\r\n{"
                )
                let response = client.response()
                // The client sends nothing more; the service has to close the connection.
                _ = client.bytes(limit: 1)
                return client.isAtEnd ? response : nil
            }
            #expect(response?.status == status)
            #expect(response?.headerLines.map { $0.lowercased() }.contains("connection: close") == true)
            let health = try await scene.ask("/healthz")
            #expect(health.status == 200)
        }
    }

    @Test("The connection stays open after a body that was read")
    func keepsConnection() async throws {
        try await ProgramScene.with { scene in
            let client = try LoopbackClient(port: scene.port)
            for _ in 0..<2 {
                client.send(ServiceProcess.request("POST", "/v1/rewrite", headers: [], body: "{"))
                #expect(client.response()?.status == 400)
            }
        }
    }
}
