import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Allowed Host headers", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HostCheckTests {
    @Test(
        "A loopback service without tokens accepts the names of its machine",
        arguments: [
            ("localhost", 200), ("LOCALHOST:8420", 200), ("127.0.0.1", 200), ("127.9.9.9:80", 200), ("[::1]:8420", 200),
            ("phone.test", 200), ("evil.example", 421), ("127.0.0.1.evil.example", 421), ("10.0.0.1", 421),
        ]
    )
    func names(host: String, status: Int) async throws {
        try await ServiceScene.with(configured: { configuration, _ in
            configuration.hostNames = ["Phone.test"]
        }) { scene in
            let answer = try await scene.ask("/healthz", ["-H", "Host: \(host)"])
            #expect(answer.status == status)
            if status == 421 { #expect(answer.body.contains("problem:misdirected")) }
        }
    }

    @Test("A service with tokens accepts any host name")
    func tokens() async throws {
        try await ServiceScene.with(configured: { configuration, directory in
            let file = "\(directory)/tokens"
            try "campaigns 0123456789abcdef\n".write(toFile: file, atomically: true, encoding: .utf8)
            configuration.tokenFile = file
        }) { scene in
            let answer = try await scene.ask("/healthz", ["-H", "Host: evil.example"])
            #expect(answer.status == 200)
        }
    }

    @Test("A body without a type, or with another type, is not read", arguments: ["", "text/plain"])
    func type(_ type: String) async throws {
        try await ServiceScene.with { scene in
            for path in ["/v1/rewrite", "/v1/rewrite/batch"] {
                let answer = try await scene.ask(path, ["-H", "Content-Type:\(type)"], body: #"{"aps":{"alert":"x"}}"#)
                #expect(answer.status == 415)
            }
        }
    }
}
