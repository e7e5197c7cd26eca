import Attache
import AttacheCore
import AttacheReports
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Processing of a batch's items", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct BatchItemProcessorTests {
    /// Runs `body` with a processor of payloads with media of an origin, and a payload; returns the number of requests.
    private func process(
        _ progress: BatchProgress,
        _ body: (BatchItemProcessor, String) async throws -> Void
    ) async throws -> Int {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let store = scratch.path("processor")
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        configuration.storeDirectory = store
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url("/a.png"))"}"#
        try await withAttache(configuration: configuration) { attache in
            let processor = BatchItemProcessor(
                attache: attache,
                format: { _ in [] },
                limiter: HostConcurrencyLimiter(limit: 2) { _ in 2 },
                progress: progress
            )
            try await body(processor, payload)
        }
        return origin.requests.count
    }

    @Test("An item that asks no origin releases its permit before the commit")
    func permits() async throws {
        let progress = BatchProgress()
        let requests = try await process(progress) { processor, payload in
            let input = BatchSamples.input(1)
            // All begin before the first has its verdict.
            let begun = (0..<3).map { sequence in
                let item = BatchItem(
                    input: input,
                    sequence: sequence,
                    line: sequence + 1,
                    end: (sequence + 1) * payload.utf8.count,
                    content: .bytes(Array(payload.utf8))
                )
                return processor.begin(.item(item, readCount: 0))
            }
            var holders: [Bool] = []
            for result in begun {
                guard case .needsMedia(let prepared) = result else { continue }
                // There are two permits: an item that kept its own would let the last one wait without end.
                guard case .completed(let completed) = await processor.finish(prepared) else { continue }
                #expect(completed.record.outcome == .attached)
                holders.append(completed.holdsPermit)
            }
            #expect(holders == [true, false, false])
        }
        #expect(requests == 1)
        #expect(progress.runningCount == 1)
    }
}
