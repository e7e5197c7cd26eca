import AttacheTesting
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

@Suite("Connections at shutdown", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct EndOfConnectionsTests {
    private static let head =
        "POST /v1/rewrite HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n"

    @Test("An incomplete body is answered with 503, and the shutdown is clean")
    func halfBody() async throws {
        // A shutdown that waits for the rest of the body exceeds the time limit of the tests.
        try await ProgramScene.with(["--drain", "1h", "--drain-delay", "0s", "--request-timeout", "1h"]) { scene in
            let client = try LoopbackClient(port: scene.port)
            client.send(Self.head + "{")
            // A request in flight shows that the service has read the head.
            try await waitUntil {
                try await scene.ask("/metrics").text.contains("attache_http_requests_in_flight 2\n")
            }
            #expect(await scene.end(by: SIGTERM) == 0)
            let response = client.response()
            #expect(response?.status == 503)
            #expect(response?.headerLines.map { $0.lowercased() }.contains("connection: close") == true)
        }
    }

    @Test("A client that reads no response is disconnected, and the shutdown is clean")
    func stalledReader() async throws {
        try await ProgramScene.with(["--drain", "2s", "--drain-delay", "0s"]) { scene in
            let line = #"{"aps":{"alert":"\#(String(repeating: "x", count: 3000))"}}"# + "\n"
            let body = String(repeating: line, count: 2000)
            let client = UncheckedClient(try LoopbackClient(port: scene.port))
            let hasBegun = await ServiceProcess.onThread {
                client.client.send(
                    "POST /v1/rewrite/batch HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-ndjson\r\n"
                        + "Content-Length: \(body.utf8.count)\r\n\r\n" + body
                )
                return !client.client.bytes(limit: 1).isEmpty
            }
            #expect(hasBegun)
            #expect(await scene.end(by: SIGTERM) == 0)
        }
    }

    @Test("A pipe as token file delays neither readiness nor shutdown")
    func pipe() async throws {
        let tokens = try ScratchDirectory()
        defer { tokens.remove() }
        let path = tokens.path("tokens")
        try tokens.write("0123456789abcdef\n", to: "tokens")
        try await ServiceProcess.run(["tokens=\(path)"]) { service in
            unsafe unlink(path)
            let status = unsafe mkfifo(path, 0o600)
            #expect(status == 0)
            service.send(SIGHUP)
            let line = try await service.line(GoldenMessages["log.reload-failed"])
            let problems = try #require(line["problems"] as? [String])
            #expect(problems.contains { $0.contains(GoldenMessages["tokens.no-file"]) })
            #expect(await service.ask("GET", "/readyz")?.status == 200)
            service.send(SIGTERM)
            #expect(await service.status() == 0)
        }
    }

    @Test("A policy file that blocks when read does not block shutdown")
    func hangingPolicy() async throws {
        let policies = try ScratchDirectory()
        defer { policies.remove() }
        try await ServiceProcess.run(["policies=\(policies.path)", "drain=1000"]) { service in
            let status = unsafe mkfifo(policies.path("pipe.yaml"), 0o600)
            #expect(status == 0)
            service.send(SIGHUP)
            #expect(await service.ask("GET", "/readyz")?.status == 200)
            service.send(SIGTERM)
            // A shutdown that is blocked by the file never ends.
            #expect([0, 5].contains(await service.status()))
        }
    }
}
