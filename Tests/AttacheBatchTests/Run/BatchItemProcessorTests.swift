import Attache
import AttacheCore
import AttacheReports
import Foundation
import LoopbackOrigin
import Testing

@testable import AttacheBatch

@Suite("Processing of a batch's items", .timeLimit(.minutes(1)))
struct BatchItemProcessorTests {
    @Test("An item that asks no origin releases its permit before the commit")
    func permits() async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        let store = NSTemporaryDirectory() + "attache-processor-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: store) }
        var configuration = AttacheConfiguration()
        configuration.policy = "hive"
        configuration.storeDirectory = store
        configuration.allowedAddresses = ["127.0.0.0/8:\(origin.port)"]
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(origin.url("/a.png"))"}"#
        let progress = BatchProgress()
        try await withAttache(configuration: configuration) { attache in
            let processor = BatchItemProcessor(
                attache: attache,
                format: { _ in [] },
                emitsPayloads: false,
                limiter: HostConcurrencyLimiter(limit: 2) { _ in 2 },
                progress: progress
            )
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
        #expect(origin.requests.count == 1)
        #expect(progress.runningCount == 1)
    }
}
