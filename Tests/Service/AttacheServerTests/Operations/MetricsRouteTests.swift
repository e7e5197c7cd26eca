import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// `GET /metrics` of a real service.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MetricsRouteTests {
    @Test func metricsAreCountedAndPassStrictParser() async throws {
        let origin = try LoopbackOrigin.start(routes: [
            "/a.png": .file(SampleMedia.photoPNG.bytes, type: "image/png")
        ])
        defer { origin.stop() }
        try await ServiceProcess.run(beside: origin) { service in
            let before = try #require(await service.ask("GET", "/metrics"))
            #expect(before.headerLines.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))
            #expect(try await MetricsCheck.problems(of: before.body) == nil)

            for path in ["/a.png", "/a.png", "/missing.png"] {
                #expect(await service.rewrite(origin.url(path))?.status == 200)
            }
            #expect(await service.ask("POST", "/v1/rewrite", body: "{")?.status == 400)
            #expect(await service.ask("GET", "/stranger/name")?.status == 404)
            #expect(await service.ask("GET", "/v1/rewrite")?.status == 405)

            let after = try #require(await service.ask("GET", "/metrics"))
            #expect(try await MetricsCheck.problems(of: after.body) == nil)
            let lines = String(decoding: after.body, as: UTF8.self).split(separator: "\n")
            for expected in [
                #"attache_items_total{outcome="attached"} 2"#,
                #"attache_items_total{outcome="plain"} 1"#,
                #"attache_items_total{outcome="rejected"} 1"#,
                #"attache_reasons_total{code="fetch.status",severity="block"} 1"#,
                #"attache_reasons_total{code="egress.address-denied",severity="block"} 0"#,
                #"attache_fallbacks_total{code="fetch.status"} 1"#,
                #"attache_media_total{supply="transferred"} 2"#,
                #"attache_media_total{supply="shared"} 1"#,
                #"attache_transferred_bytes_total \#(SampleMedia.photoPNG.bytes.count)"#,
                #"attache_stage_duration_seconds_count{stage="connect"} 2"#,
                #"attache_item_duration_seconds_bucket{outcome="attached",le="+Inf"} 2"#,
                #"attache_http_requests_total{route="/v1/rewrite",status="200"} 3"#,
                #"attache_http_requests_total{route="/v1/rewrite",status="400"} 1"#,
                #"attache_http_requests_total{route="/v1/rewrite",status="405"} 1"#,
                #"attache_http_requests_total{route="unmatched",status="404"} 1"#,
                #"attache_http_request_duration_seconds_count{route="/v1/rewrite"} 5"#,
                #"attache_http_problems_total{problem="not-found"} 1"#,
                #"attache_uploads_total{result="failed"} 0"#,
                "attache_uploaded_bytes_total 0",
                "attache_upload_duration_seconds_count 0",
                "attache_http_requests_in_flight 1",
                "attache_items_in_flight 0",
                "attache_queue_waiting 0",
                "attache_queue_places 256",
                "attache_accepting 1",
                "attache_log_lines_dropped_total 0",
            ] {
                #expect(lines.contains { $0 == expected }, "\(expected)")
            }
            // No label contains text from a request.
            #expect(!lines.contains { $0.contains("stranger") || $0.contains("127.0.0.1") })
            #expect(await service.sample("process_resident_memory_bytes").map { $0 > 1_000_000 } == true)
            #expect(await service.sample("process_open_fds").map { $0 > 3 } == true)
        }
    }

    @Test func checkDetectsInvalidMetrics() async throws {
        let wrong = [
            "# TYPE a_total counter\n# HELP a_total A.\na_total{b=\"c} 1\n",
            "# TYPE a counter\n# HELP a A.\na 1\n",
            "# TYPE a gauge\n# HELP a A.\na 1\na 2\n",
            "# TYPE h histogram\n# HELP h H.\nh_bucket{le=\"1\"} 2\nh_bucket{le=\"+Inf\"} 1\nh_sum 1\nh_count 1\n",
        ]
        for text in wrong { #expect(try await MetricsCheck.problems(of: Array(text.utf8)) != nil, "\(text)") }
    }
}
