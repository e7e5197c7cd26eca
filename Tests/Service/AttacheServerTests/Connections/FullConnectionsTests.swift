import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@Suite("Connection limit", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct FullConnectionsTests {
    @Test(
        "A connection without a complete request is closed for a health request",
        arguments: [
            "", "GET /healthz HT",
            "POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n"
                + "Content-Type: application/json\r\n\r\n{",
        ]
    )
    func room(_ beginning: String) async throws {
        // Nothing but the limit closes a connection.
        let limits = ["--connections", "10", "--idle-timeout", "1h", "--request-timeout", "1h"]
        try await ProgramScene.with(limits) { scene in
            let clients = try (0..<40).map { _ in
                let client = try LoopbackClient(port: scene.port)
                client.send(beginning)
                return client
            }
            for path in ["/healthz", "/readyz"] {
                #expect(try await scene.ask(path).status == 200)
            }
            withExtendedLifetime(clients) {}
        }
    }

    @Test("A connection with a request in progress stays open, and the next client waits")
    func busy() async throws {
        let gate = AnswerGate()
        let handler: LoopbackOrigin.Handler = { _ in
            gate.pass()
            return .file(SampleMedia.photoPNG.bytes, type: "image/png")
        }
        try await ProgramScene.with(["--connections", "2", "--deadline", "1h"], origin: handler) { scene in
            defer { gate.open() }
            async let first = scene.ask("/v1/rewrite", body: scene.payload("/1.png"))
            async let second = scene.ask("/v1/rewrite", body: scene.payload("/2.png"))
            try await waitUntil { scene.origin.requests.count == 2 }
            async let third = scene.ask("/healthz")
            gate.open()
            #expect(try await first.status == 200)
            #expect(try await second.status == 200)
            #expect(try await third.status == 200)
        }
    }
}
