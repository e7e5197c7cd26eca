import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite("Slow request bodies, as received by the service", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct SlowBodyProgramTests {
    private static let item = #"{"aps":{"alert":"x"}}"# + "\n"

    @Test("An incomplete batch gets the lines of its items, and a last line with the error")
    func brokenOffBatch() async throws {
        try await ProgramScene.with(["--request-timeout", "1s"]) { scene in
            let text = await RawClient.exchange(scene.port) { client in
                client.send(RawClient.chunkedBatch + RawClient.chunk(Self.item) + RawClient.chunk(#"{"aps""#))
            }
            #expect(text.components(separatedBy: "HTTP/1.1 ").count == 2, "\(text)")
            #expect(text.hasPrefix("HTTP/1.1 200"))
            #expect(text.contains(#""outcome":"untouched""#))
            #expect(text.components(separatedBy: "urn:attache:problem:request-timeout").count == 2, "\(text)")
            // Only the pause counts, so that a batch may take longer than the timeout while data arrives.
            #expect(text.contains(GoldenMessages["problem.body-paused", ["time": "1.0 seconds"]]), "\(text)")
            // The partial item is ignored, and the response ends correctly.
            #expect(!text.contains("batch#2") && text.hasSuffix("\r\n0\r\n\r\n"), "\(text)")
        }
    }

    @Test("After a batch in many pieces its connection serves the next request")
    func batchInPieces() async throws {
        try await ProgramScene.with { scene in
            let text = await RawClient.exchange(scene.port) { client in
                client.send(RawClient.chunkedBatch)
                for _ in 0..<6 { client.send(RawClient.chunk(Self.item)) }
                client.send("0\r\n\r\nGET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
            }
            #expect(text.components(separatedBy: #""outcome":"untouched""#).count == 7, "\(text)")
            #expect(!text.contains("urn:attache:problem") && text.hasSuffix("ok\n"), "\(text)")
        }
    }

    @Test("An incomplete request is answered with 408, and its connection closes")
    func brokenOffRequest() async throws {
        try await ProgramScene.with(["--request-timeout", "1s"]) { scene in
            let text = await RawClient.exchange(scene.port) { client in
                client.send(RawClient.head("/v1/rewrite", length: 100) + "{")
            }
            #expect(text.hasPrefix("HTTP/1.1 408") && text.components(separatedBy: "HTTP/1.1").count == 2, "\(text)")
            #expect(text.lowercased().contains("connection: close\r\n"))
            let metrics = try await scene.ask("/metrics").text
            #expect(metrics.contains(#"attache_http_problems_total{problem="request-timeout"} 1"#), "\(metrics)")
        }
    }
}
