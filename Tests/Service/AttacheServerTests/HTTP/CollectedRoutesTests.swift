import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheServer

@Suite("Requests that need no router", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CollectedRoutesTests {
    private let plain = #"{"aps":{"alert":"Hi"}}"#

    @Test("A result has the headers of every answer, with a task or without", arguments: ["", "?emit=payload"])
    func headers(_ query: String) async throws {
        try await ServiceScene.with { scene in
            let trace = String(repeating: "a", count: 32)
            let words = ["-H", "X-Request-ID: r-1", "-H", "traceparent: 00-\(trace)-00f067aa0ba902b7-01"]
            // The first load of a picture waits, and the second finds its verdict.
            for payload in [scene.payload(), scene.payload(), plain] {
                for path in ["/v1/rewrite", "//v1/rewrite", "/v1/rewrite/"] {
                    let answer = try await scene.ask("\(path)\(query)", words, body: payload)
                    #expect(answer.status == 200)
                    #expect(
                        answer.headers.keys.sorted() == [
                            "cache-control", "content-length", "content-type", "date", "server", "traceparent",
                            "x-request-id",
                        ]
                    )
                    #expect(answer.headers["content-length"] == "\(answer.body.utf8.count)")
                    #expect(answer.headers["traceparent"]?.hasPrefix("00-\(trace)-") == true)
                    #expect(answer.headers["x-request-id"] == "r-1")
                    #expect(answer.headers["date"]?.hasSuffix(" GMT") == true)
                    #expect(answer.headers["server"]?.hasPrefix("attached/") == true)
                }
            }
        }
    }

    @Test("Whether the process is alive is answered for GET and HEAD", arguments: [[], ["--head"]])
    func health(_ words: [String]) async throws {
        try await ServiceScene.with { scene in
            let answer = try await scene.ask("/healthz", words)
            #expect(answer.status == 200)
            #expect(answer.headers["content-length"] == "3")
            #expect(answer.body == "ok\n" || !words.isEmpty)
            #expect(try await scene.ask("/healthz", ["-X", "POST"]).headers["allow"] == "GET, HEAD")
        }
    }

    @Test("A body that arrives in pieces is answered as one that arrives with its head", arguments: [100, 3000])
    func pieces(count: Int) async throws {
        try await ServiceScene.with { scene in
            guard case .network(_, let port) = scene.address else { return }
            let payload = #"{"aps":{"alert":"\#(String(repeating: "x", count: count))"}}"#
            let end = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let answer = await RawClient.exchange(port) { client in
                client.send(RawClient.head("/v1/rewrite?emit=payload", length: payload.utf8.count))
                for piece in [payload.prefix(1), payload.dropFirst()] { client.send(String(piece)) }
                client.send(end)
            }
            #expect(answer.matches(of: /HTTP\/1.1 200/).count == 2)
            #expect(answer.contains(payload))
        }
    }

    @Test("Requests in one packet, with and without a task, are answered in their order")
    func pipelined() async throws {
        try await ServiceScene.with { scene in
            guard case .network(_, let port) = scene.address else { return }
            _ = try await scene.ask("/v1/rewrite", body: scene.payload())
            let payloads = [
                plain, scene.payload(), scene.payload("/new.png"), plain, "{", scene.payload(),
            ]
            let text = payloads.map { RawClient.head("/v1/rewrite?emit=payload", length: $0.utf8.count) + $0 }.joined()
            let end = "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let answer = await RawClient.exchange(port) { $0.send(text + end) }
            let statuses = answer.matches(of: /HTTP\/1.1 ([0-9]{3})/).map { $0.output.1 }
            #expect(statuses == ["200", "200", "200", "200", "400", "200", "200"])
            var rest = answer[...]
            for payload in payloads where payload != "{" {
                let place = try #require(rest.range(of: payload))
                rest = rest[place.upperBound...]
            }
        }
    }

    /// The answers of a burst are longer than what a socket takes at once, and one of its requests is the task's.
    @Test("All requests of a long burst are answered", arguments: [0, 1, 100, 199])
    func burst(waiting: Int) async throws {
        try await ServiceScene.with { scene in
            guard case .network(_, let port) = scene.address else { return }
            _ = try await scene.ask("/v1/rewrite", body: scene.payload())
            var text = ""
            for number in 0..<200 {
                let payload = number == waiting ? scene.payload("/new.png") : scene.payload()
                text += RawClient.head("/v1/rewrite", length: payload.utf8.count) + payload
            }
            text += "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
            let answer = await RawClient.exchange(port) { [text] in $0.send(text) }
            #expect(answer.matches(of: /HTTP\/1.1 200/).count == 201)
        }
    }

    @Test("A client that ends its side of the connection gets the answer of a task, and the problem of its next bytes")
    func end() async throws {
        try await ServiceScene.with { scene in
            guard case .network(_, let port) = scene.address else { return }
            for rest in ["", "NO HTTP\r\n\r\n"] {
                let payload = scene.payload("/new\(rest.count).png")
                let text = RawClient.head("/v1/rewrite?emit=payload", length: payload.utf8.count) + payload + rest
                let answer = await RawClient.exchange(port) { client in
                    client.send(text)
                    client.endSending()
                }
                let statuses = answer.matches(of: /HTTP\/1.1 ([0-9]{3})/).map { $0.output.1 }
                #expect(statuses == (rest.isEmpty ? ["200"] : ["200", "501"]))
                #expect(answer.contains(payload))
            }
        }
    }
}
