import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite("HEAD requests to the service", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HeadProgramTests {
    @Test("A rejection has no body, which would be read as the next response", arguments: ["/v1/rewrite", "/nothing"])
    func rejection(_ path: String) async throws {
        try await ProgramScene.with { scene in
            let client = try LoopbackClient(port: scene.port)
            client.send("HEAD \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            client.get("/healthz", headers: ["Connection: close"])
            let text = String(decoding: client.bytes(limit: .max), as: UTF8.self)
            let parts = text.components(separatedBy: "\r\n\r\n")
            #expect(parts.count == 3, "\(text)")
            #expect(parts.first?.hasPrefix("HTTP/1.1 40") == true)
            #expect(parts.dropFirst().first?.hasPrefix("HTTP/1.1 200") == true)
            #expect(parts.last == "ok\n")
        }
    }

    @Test(
        "HEAD returns the headers of GET without a body",
        arguments: [
            "/", "/page/page.css", "/openapi.yaml", "/healthz", "/readyz", "/version", "/metrics", "/v1/policies",
        ]
    )
    func headers(_ path: String) async throws {
        try await ProgramScene.with { scene in
            let (whole, head) = (try await scene.ask(path), try await scene.ask(path, arguments: ["-I"]))
            #expect(head.status == 200)
            #expect(head.body.isEmpty || head.text.hasPrefix("HTTP/1.1 200"))
            #expect(head.headers["content-type"] == whole.headers["content-type"])
            // Counters differ from one moment to the next.
            if path != "/metrics" { #expect(head.headers["content-length"] == whole.headers["content-length"]) }
        }
    }
}
