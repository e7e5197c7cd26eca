import AttacheTesting
import TestWidth
import Testing

@Suite("Metrics of requests that end early", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CountedRequestsTests {
    @Test("Disconnected clients leave no request in flight")
    func resets() async throws {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        try await ServiceProcess.run { service in
            let body = #"{"aps":{"alert":"x"}}\n"#
            let client = try ChildProcess(
                "/usr/bin/python3",
                [
                    "-c",
                    """
                    import socket, struct
                    body = b'\(body)' * 50
                    head = (b"POST /v1/rewrite/batch HTTP/1.1\\r\\nHost: localhost\\r\\n"
                        b"Content-Type: application/x-ndjson\\r\\nContent-Length: %d\\r\\n\\r\\n" % len(body))
                    for number in range(300):
                        peer = socket.create_connection(("127.0.0.1", \(service.port)))
                        peer.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                        peer.sendall(head + body)
                        peer.close()
                    """,
                ],
                output: directory.path("output")
            )
            #expect(await client.wait() == 0, "\(directory.text("output"))")
            try await waitUntil { await service.sample("attache_http_requests_in_flight") == 1 }
        }
    }

    @Test("An invalid push is counted as such, also with an idempotency key and when repeated")
    func keyed() async throws {
        try await ProgramScene.with { scene in
            for _ in 0..<2 { #expect(try await scene.rewrite("{}", key: "a").status == 422) }
            let metrics = try await scene.ask("/metrics")
            #expect(metrics.text.contains("attache_http_problems_total{problem=\"not-a-push\"} 2\n"))
        }
    }
}
