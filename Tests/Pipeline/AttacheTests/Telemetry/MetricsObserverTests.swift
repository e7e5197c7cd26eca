import Attache
import AttacheCore
import AttacheTelemetry
import LoopbackOrigin
import MetricsTestKit
import TestWidth
import Testing

/// Counters and timers.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct MetricsObserverTests {
    private let metrics = TestMetrics()

    private func count(_ label: String, _ labels: (String, String)...) throws -> Int64 {
        try metrics.expectCounter(label, labels).totalValue
    }

    @Test func everyPayloadIsCounted() async throws {
        try await TelemetryScene.run(MetricsObserver(factory: metrics)) { scene in
            for path in ["/a.png?token=1", "/a.png?token=1", "/page.png", "/missing.png"] { await scene.rewrite(path) }
            _ = await scene.attache.rewrite(#"{"aps":{"alert":"Hi"}}"#)
            _ = await scene.attache.rewrite("{")
        }
        #expect(try count("attache_items_total", ("outcome", "attached")) == 2)
        #expect(try count("attache_items_total", ("outcome", "plain")) == 2)
        #expect(try count("attache_items_total", ("outcome", "untouched")) == 1)
        #expect(try count("attache_items_total", ("outcome", "rejected")) == 1)
        #expect(try count("attache_reasons_total", ("code", "fetch.status"), ("severity", "block")) == 1)
        #expect(try count("attache_reasons_total", ("code", "type.mismatch"), ("severity", "block")) == 1)
        #expect(try count("attache_reasons_total", ("code", "payload.invalid-json"), ("severity", "block")) == 1)
        #expect(try count("attache_reasons_total", ("code", "ats.insecure-http"), ("severity", "block")) == 0)
        // Each by its first reason that blocks; what is no push is rejected, and no fallback.
        #expect(try count("attache_fallbacks_total", ("code", "fetch.status")) == 1)
        #expect(try count("attache_fallbacks_total", ("code", "type.mismatch")) == 1)
        #expect(try count("attache_fallbacks_total", ("code", "payload.invalid-json")) == 0)
        #expect(try count("attache_media_total", ("supply", "transferred")) == 3)
        #expect(try count("attache_media_total", ("supply", "shared")) == 1)
        #expect(try count("attache_transfers_total", ("result", "attached")) == 1)
        #expect(try count("attache_transfers_total", ("result", "refused")) == 2)
        #expect(try count("attache_transfers_total", ("result", "unchanged")) == 0)
        // The picture and the page; nothing for the 404, whose body is not read.
        #expect(try count("attache_transferred_bytes_total") == Int64(SampleMedia.photoPNG.bytes.count + 48))
        let total = try metrics.expectTimer("attache_item_duration_seconds", [("outcome", "attached")])
        #expect(total.values.count == 2 && total.values.allSatisfy { $0 > 0 })
        for stage in StageTimes.Stage.allCases {
            let timer = try metrics.expectTimer("attache_stage_duration_seconds", [("stage", stage.rawValue)])
            #expect(timer.values.count == 3, "\(stage)")
        }
        let body = try metrics.expectTimer("attache_stage_duration_seconds", [("stage", "first_byte")])
        #expect(body.values.contains { $0 > 0 })
    }

    @Test func payloadsInProgressAreCountedUpAndDown() async throws {
        try await TelemetryScene.run(MetricsObserver(factory: metrics)) { scene in
            let inFlight = try metrics.expectMeter("attache_items_in_flight")
            #expect(inFlight.lastValue == 0)
            await scene.rewrite("/a.png")
            #expect(inFlight.values == [0, 1, 0])
        }
    }

    @Test func uploadsAreCounted() throws {
        let observer = MetricsObserver(factory: metrics)
        #expect(try count("attache_uploads_total", ("result", "failed")) == 0)
        for (result, byteCount) in [(MediaUploaded.Result.sent, 7), (.sent, 5), (.present, 0), (.failed, 0)] {
            observer.mediaUploaded(
                MediaUploaded(result: result, byteCount: byteCount, duration: .milliseconds(byteCount + 1))
            )
        }
        #expect(try count("attache_uploads_total", ("result", "sent")) == 2)
        #expect(try count("attache_uploads_total", ("result", "present")) == 1)
        #expect(try count("attache_uploads_total", ("result", "failed")) == 1)
        #expect(try count("attache_uploaded_bytes_total") == 12)
        let times = try metrics.expectTimer("attache_upload_duration_seconds").values
        #expect(times == [8_000_000, 6_000_000, 1_000_000, 1_000_000])
    }

    @Test func labelsAreBoundedForAnyPayload() async throws {
        let observer = MetricsObserver(factory: metrics)
        let before = (metrics.counters.count, metrics.timers.count, metrics.meters.count)
        try await TelemetryScene.run(observer) { scene in
            for path in ["/a.png", "/page.png", "/x.png?secret"] { await scene.rewrite(path) }
            _ = await scene.attache.rewrite(
                #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"http://stranger.example/a.png"}"#
            )
        }
        #expect((metrics.counters.count, metrics.timers.count, metrics.meters.count) == before)
        let labels = metrics.counters.flatMap(\.dimensions).map(\.1)
        #expect(!labels.contains { $0.contains("stranger") || $0.contains("127.0.0.1") })
    }
}
