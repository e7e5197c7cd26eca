import AttacheCore
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheServer

@Suite("POST /v1/rewrite", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct RewriteRouteTests {
    @Test("A push with a picture is returned with the attachment; a fallback is a result too")
    func results() async throws {
        try await ServiceScene.with { scene in
            let attached = try await scene.ask("/v1/rewrite", body: scene.payload())
            #expect(attached.status == 200)
            #expect(attached.headers["content-type"] == "application/json")
            #expect(attached.body.hasPrefix(#"{"schema":"attache/1""#))
            #expect(attached.body.contains(#""outcome":"attached""#))
            let plain = try await scene.ask(
                "/v1/rewrite",
                body: #"{"aps":{"alert":"x","mutable-content":1},"media_url":"http://example.com/a.png"}"#
            )
            #expect(plain.status == 200)
            #expect(plain.body.contains(#""outcome":"plain""#))
            #expect(plain.body.contains("ats.insecure-http"))
        }
    }

    @Test("The client that looks at one push also gets what lint finds beyond the stages")
    func findings() async throws {
        try await ServiceScene.with { scene in
            let body = #"{"aps":{"alert":"Hi {{name}}"},"media_url":"http://img.attache.io/a.webp"}"#
            let shown = try await scene.ask("/v1/rewrite", ["-H", "Attache-Preview: 1"], body: body)
            #expect(shown.status == 200)
            let codes = shown.body.matches(of: /"code":"([a-z.-]+)","severity":"error"/).map { String($0.1) }
            #expect(codes == ["lint.placeholder", "ats.insecure-http", "type.extension-unsupported"])
            #expect(shown.body.contains(#""code":"gate.mutable-content-missing""#))
            let other = try await scene.ask("/v1/rewrite", body: body)
            #expect(other.status == 200 && !other.body.contains("findings"))
            let part = try await scene.ask("/v1/rewrite?emit=payload", ["-H", "Attache-Preview: 1"], body: body)
            #expect(part.body == body)
        }
    }

    @Test("Query parameters select a part of the result, a policy and a network")
    func queries() async throws {
        try await ServiceScene.with { scene in
            let payload = try await scene.ask("/v1/rewrite?emit=payload", body: scene.payload())
            #expect(payload.body == scene.payload())
            let content = try await scene.ask("/v1/rewrite?emit=content", body: scene.payload())
            #expect(content.body.hasPrefix(#"{"body":"Hello""#))
            let offline = try await scene.ask("/v1/rewrite?network=offline&policy=hive", body: scene.payload())
            #expect(offline.body.contains("network.offline"))
            #expect(offline.body.contains(#""policy":"hive""#))
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let name: String
        let path: String
        let arguments: [String]
        let body: String?
        let status: Int
        let type: String

        var testDescription: String { name }
    }

    private static let push = #"{"aps":{"alert":"x"}}"#

    private static let refusals = [
        Refusal(name: "no JSON", path: "/v1/rewrite", arguments: [], body: "{", status: 400, type: "invalid-json"),
        Refusal(name: "no body", path: "/v1/rewrite", arguments: [], body: "", status: 400, type: "invalid-json"),
        Refusal(name: "no push", path: "/v1/rewrite", arguments: [], body: "{}", status: 422, type: "not-a-push"),
        Refusal(name: "an array", path: "/v1/rewrite", arguments: [], body: "[]", status: 422, type: "not-a-push"),
        Refusal(
            name: "unknown policy",
            path: "/v1/rewrite?policy=none",
            arguments: [],
            body: push,
            status: 400,
            type: "bad-request"
        ),
        Refusal(
            name: "unknown network",
            path: "/v1/rewrite?network=none",
            arguments: [],
            body: push,
            status: 400,
            type: "bad-request"
        ),
        Refusal(
            name: "unknown policy for a batch",
            path: "/v1/rewrite/batch?policy=none",
            arguments: [],
            body: push,
            status: 400,
            type: "bad-request"
        ),
        Refusal(
            name: "larger than a payload",
            path: "/v1/rewrite",
            arguments: [],
            body: String(repeating: "x", count: PayloadEvaluation.itemLimit + 1),
            status: 413,
            type: "content-too-large"
        ),
        Refusal(
            name: "maximum size, not JSON",
            path: "/v1/rewrite",
            arguments: [],
            body: String(repeating: "x", count: PayloadEvaluation.itemLimit),
            status: 400,
            type: "invalid-json"
        ),
        Refusal(
            name: "compressed",
            path: "/v1/rewrite",
            arguments: ["-H", "Content-Encoding: gzip"],
            body: push,
            status: 415,
            type: "unsupported-media-type"
        ),
        Refusal(
            name: "unknown part",
            path: "/v1/rewrite?emit=all",
            arguments: [],
            body: push,
            status: 400,
            type: "bad-request"
        ),
        Refusal(
            name: "deadline with an unknown unit",
            path: "/v1/rewrite",
            arguments: ["-H", "Attache-Deadline: 5x"],
            body: push,
            status: 400,
            type: "bad-request"
        ),
        Refusal(
            name: "a form",
            path: "/v1/rewrite",
            arguments: ["-H", "Content-Type: application/x-www-form-urlencoded"],
            body: push,
            status: 415,
            type: "unsupported-media-type"
        ),
        Refusal(
            name: "another method",
            path: "/v1/rewrite",
            arguments: ["-X", "PUT"],
            body: push,
            status: 405,
            type: "method-not-allowed"
        ),
        Refusal(name: "GET", path: "/v1/rewrite", arguments: [], body: nil, status: 405, type: "method-not-allowed"),
        Refusal(name: "another path", path: "/v2", arguments: [], body: nil, status: 404, type: "not-found"),
    ]

    @Test("A rejected request is reported as problem details", arguments: refusals)
    func rejected(_ refusal: Refusal) async throws {
        try await ServiceScene.with { scene in
            let answer = try await scene.ask(refusal.path, refusal.arguments, body: refusal.body)
            #expect(answer.status == refusal.status, "\(answer)")
            #expect(answer.headers["content-type"] == "application/problem+json")
            #expect(answer.body.contains(#""type":"urn:attache:problem:\#(refusal.type)""#), "\(answer)")
            #expect(answer.body.contains(#""status":\#(refusal.status)"#))
            if refusal.name == "compressed" { #expect(answer.headers["accept-encoding"] == "identity") }
            if refusal.status == 405 { #expect(answer.headers["allow"] == "POST") }
        }
    }

    @Test("A body at the limit is accepted, one byte more is not, with or without a length", arguments: [false, true])
    func bodyLimit(isChunked: Bool) async throws {
        try await ServiceScene.with(configured: { configuration, _ in
            configuration.requestLimit = 100
        }) { scene in
            let arguments = isChunked ? ["-H", "Transfer-Encoding: chunked"] : []
            let frame = #"{"aps":{"alert":""}}"#
            let fits = frame.replacing("\"\"", with: "\"" + String(repeating: "x", count: 100 - frame.count) + "\"")
            #expect(try await scene.ask("/v1/rewrite", arguments, body: fits).status == 200)
            let exceeds = fits.replacing("x\"", with: "xx\"")
            let answer = try await scene.ask("/v1/rewrite", arguments, body: exceeds)
            #expect(answer.status == 413)
            #expect(answer.body.contains("content-too-large"))
        }
    }

    @Test("The deadline header ends a longer load")
    func deadline() async throws {
        try await ServiceScene.with(origin: { _ in .silent }) { scene in
            let answer = try await scene.ask("/v1/rewrite", ["-H", "Attache-Deadline: 300ms"], body: scene.payload())
            #expect(answer.status == 200)
            #expect(answer.body.contains("fetch.deadline"))
        }
    }

    @Test("With tokens, requests need a valid token; health does not")
    func tokens() async throws {
        try await ServiceScene.with(configured: { configuration, directory in
            let file = "\(directory)/tokens"
            try "campaigns 0123456789abcdef\n".write(toFile: file, atomically: true, encoding: .utf8)
            configuration.tokenFile = file
        }) { scene in
            let none = try await scene.ask("/v1/rewrite", body: Self.push)
            #expect(none.status == 401)
            #expect(none.headers["www-authenticate"]?.hasPrefix("Bearer") == true)
            let wrong = ["-H", "Authorization: Bearer 0123456789abcdeX"]
            #expect(try await scene.ask("/v1/rewrite", wrong, body: Self.push).status == 401)
            let right = ["-H", "authorization: bearer 0123456789abcdef"]
            #expect(try await scene.ask("/v1/rewrite", right, body: Self.push).status == 200)
            #expect(try await scene.ask("/healthz").status == 200)
            #expect(try await scene.ask("/v1/policies").status == 401)
        }
    }

    @Test("Without tokens the service does not listen on remote addresses")
    func openness() async throws {
        await #expect(throws: ConfigurationError.self) {
            try await ServiceScene.with(configured: { configuration, _ in
                configuration.listen = .network(host: "0.0.0.0", port: 0)
            }) { _ in
            }
        }
    }

    @Test("A unix socket serves the same responses as a port")
    func unixSocket() async throws {
        try await ServiceScene.with(configured: { configuration, directory in
            configuration.listen = .unix(path: "\(directory)/s")
        }) { scene in
            let answer = try await scene.ask("/v1/rewrite", body: scene.payload())
            #expect(answer.body.contains("attached"))
        }
    }

    @Test("An incomplete body is answered with 408")
    func slowBody() async throws {
        try await ServiceScene.with(configured: { configuration, _ in
            configuration.requestTimeout = .milliseconds(500)
        }) { scene in
            // The declared length exceeds the sent bytes.
            let answer = try await scene.ask("/v1/rewrite", ["-H", "Content-Length: 1000"], body: Self.push)
            #expect(answer.status == 408, "\(answer)")
            #expect(answer.body.contains("request-timeout"))
        }
    }
}
