import AttacheTesting
import TestWidth
import Testing

@Suite("HTTP protocol handling", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct HTTPConductTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        let status: Int
        /// Text that the response contains.
        let part: String

        var testDescription: String { name }
    }

    private static let cases = [
        Case(
            name: "no Host",
            request: "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n",
            status: 400,
            part: "problem:bad-request"
        ),
        Case(
            name: "two Hosts",
            request: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            status: 400,
            part: "problem:bad-request"
        ),
        Case(name: "no HTTP", request: "GET /healthz HTP/1.1\r\n\r\n", status: 400, part: "problem:bad-request"),
        Case(
            name: "an endless header",
            request: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nA: \(String(repeating: "a", count: 40_000))\r\n\r\n",
            status: 431,
            part: "problem:headers-too-large"
        ),
        Case(
            name: "a method of another protocol",
            request: "PROPFIND /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
            status: 405,
            part: "Allow: POST\r\n"
        ),
        Case(
            name: "an unknown method",
            request: "BREW /v1/rewrite HTTP/1.1\r\nHost: localhost\r\n\r\n",
            status: 501,
            part: "problem:not-implemented"
        ),
        Case(
            name: "a chunk without a length",
            request: "POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Transfer-Encoding: chunked\r\n\r\nx\r\n",
            status: 400,
            part: "problem:bad-request"
        ),
        Case(
            name: "Connection: Close",
            request: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Close\r\n\r\n",
            status: 200,
            part: "onnection: close\r\n"
        ),
        Case(
            name: "Connection: TE, close",
            request: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: TE, close\r\n\r\n",
            status: 200,
            part: "onnection: close\r\n"
        ),
        Case(
            name: "the preface of HTTP/2",
            request: "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\0\0\0\u{4}\0\0\0\0\0",
            status: 505,
            part: "problem:version-not-supported"
        ),
        Case(
            name: "a later version",
            request: "GET /healthz HTTP/3.0\r\nHost: localhost\r\n\r\n",
            status: 505,
            part: "problem:version-not-supported"
        ),
        Case(
            name: "a body that does not come",
            request: "GET /openapi.yaml HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n\r\n",
            status: 200,
            part: "onnection: close\r\n"
        ),
        // Clients such as Java's offer it with each request; the parser would read no other one.
        Case(
            name: "an upgrade to HTTP/2",
            request: "GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n",
            status: 200,
            part: "onnection: close\r\n"
        ),
        Case(name: "HTTP/1.0", request: "GET /healthz HTTP/1.0\r\n\r\n", status: 200, part: "\r\n\r\nok\n"),
    ]

    @Test("Each invalid request gets its response, and the connection closes", arguments: cases)
    func answer(_ row: Case) async throws {
        try await ProgramScene.with { scene in
            let port = scene.port
            // Empty unless the connection closed.
            let text = await ServiceProcess.onThread { () -> String in
                guard let client = try? LoopbackClient(port: port) else { return "" }
                client.send(row.request)
                let bytes = client.bytes(limit: .max)
                return client.isAtEnd ? String(decoding: bytes, as: UTF8.self) : ""
            }
            let version = row.request.contains("HTTP/1.0") ? "HTTP/1.0" : "HTTP/1.1"
            #expect(text.hasPrefix("\(version) \(row.status) "), "\(text)")
            #expect(text.contains(row.part), "\(text)")
        }
    }

    @Test("An HTTP/1.0 client receives a batch without chunks")
    func oldBatch() async throws {
        try await ProgramScene.with { scene in
            let port = scene.port
            let body = #"{"aps":{"alert":"x"}}"# + "\n"
            let response = await ServiceProcess.onThread { () -> LoopbackResponse? in
                let client = try? LoopbackClient(port: port)
                client?.send(
                    "POST /v1/rewrite/batch HTTP/1.0\r\nContent-Type: application/x-ndjson\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
                )
                return client?.response()
            }
            #expect(response?.status == 200)
            #expect(response?.headerLines.contains { $0.lowercased().hasPrefix("transfer-encoding") } == false)
            #expect(ServiceProcess.text(of: response).hasPrefix(#"{"schema":"attache/1""#))
        }
    }

    private static let paths = ["/v1/rewrite", "/v1/rewrite/batch"]

    @Test("A request with `Expect: 100-continue` receives 100", arguments: paths)
    func continues(_ path: String) async throws {
        try await ProgramScene.with { scene in
            let port = scene.port
            let body = #"{"aps":{"alert":"x"}}"#
            let interim = "HTTP/1.1 100 Continue\r\n\r\n"
            let response = await ServiceProcess.onThread { () -> LoopbackResponse? in
                guard let client = try? LoopbackClient(port: port) else { return nil }
                client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
                )
                guard client.bytes(limit: interim.utf8.count) == Array(interim.utf8) else { return nil }
                client.send(body)
                return client.response()
            }
            #expect(response?.status == 200)
        }
    }

    @Test("A rejected request with `Expect: 100-continue` does not receive 100")
    func rejection() async throws {
        try await ProgramScene.with { scene in
            let port = scene.port
            let response = await ServiceProcess.onThread { () -> LoopbackResponse? in
                guard let client = try? LoopbackClient(port: port) else { return nil }
                client.send(
                    "POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nContent-Length: 100000000\r\n\r\n"
                )
                return client.response()
            }
            #expect(response?.status == 413)
        }
    }
}
