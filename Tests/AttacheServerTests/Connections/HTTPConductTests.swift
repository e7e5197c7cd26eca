import AttacheTesting
import Testing

@Suite("What HTTP asks of a connection", .timeLimit(.minutes(4)))
struct HTTPConductTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        let status: Int
        /// What the answer contains.
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
            name: "a header without end",
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
            name: "a method that nobody knows",
            request: "BREW /v1/rewrite HTTP/1.1\r\nHost: localhost\r\n\r\n",
            status: 501,
            part: "problem:not-implemented"
        ),
        Case(
            name: "a chunk without length",
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
        Case(name: "HTTP/1.0", request: "GET /healthz HTTP/1.0\r\n\r\n", status: 200, part: "\r\n\r\nok\n"),
    ]

    @Test("Each is answered as it should be, and the connection ends", arguments: cases)
    func answer(_ row: Case) async throws {
        try await ProgramScene.with { scene in
            let port = scene.port
            // Nothing unless the connection ended.
            let text = await ServiceProcess.onThread { () -> String in
                guard let client = try? LoopbackClient(port: port, timeout: .seconds(10)) else { return "" }
                client.send(row.request)
                let bytes = client.bytes(limit: .max)
                return client.isAtEnd ? String(decoding: bytes, as: UTF8.self) : ""
            }
            let version = row.request.contains("HTTP/1.0") ? "HTTP/1.0" : "HTTP/1.1"
            #expect(text.hasPrefix("\(version) \(row.status) "), "\(text)")
            #expect(text.contains(row.part), "\(text)")
        }
    }

    @Test("HTTP/1.0 gets a batch without chunks")
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

    @Test("Who asks before sending is told to send", arguments: paths)
    func continues(_ path: String) async throws {
        try await ProgramScene.with { scene in
            let port = scene.port
            let body = #"{"aps":{"alert":"x"}}"#
            let told = "HTTP/1.1 100 Continue\r\n\r\n"
            let response = await ServiceProcess.onThread { () -> LoopbackResponse? in
                guard let client = try? LoopbackClient(port: port, timeout: .seconds(10)) else { return nil }
                client.send(
                    "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                        + "Expect: 100-continue\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n"
                )
                guard client.bytes(limit: told.utf8.count) == Array(told.utf8) else { return nil }
                client.send(body)
                return client.response()
            }
            #expect(response?.status == 200)
        }
    }

    @Test("Who asks and is refused is not told to send")
    func refusal() async throws {
        try await ProgramScene.with { scene in
            let port = scene.port
            let response = await ServiceProcess.onThread { () -> LoopbackResponse? in
                guard let client = try? LoopbackClient(port: port, timeout: .seconds(10)) else { return nil }
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
