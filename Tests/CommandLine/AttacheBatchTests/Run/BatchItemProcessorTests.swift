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
        emitsPayloads: Bool,
        _ progress: BatchProgress = BatchProgress(),
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
                emitsPayloads: emitsPayloads,
                limiter: HostConcurrencyLimiter(limit: 2) { _ in 2 },
                progress: progress
            )
            try await body(processor, payload)
        }
        return origin.requests.count
    }

    @Test("Known lines that follow each other become a block")
    func blocks() async throws {
        _ = try await process(emitsPayloads: true) { processor, payload in
            let input = BatchSamples.input(1)
            func item(_ sequence: Int, line: Int, _ text: String, isReused: Bool = false) -> BatchItem {
                let content = InputItem.Content.bytes(Array(text.utf8))
                let end = (sequence + 1) * 100
                return BatchItem(
                    input: input,
                    sequence: sequence,
                    line: line,
                    end: end,
                    content: content,
                    isReused: isReused
                )
            }
            guard case .needsMedia(let first) = processor.begin(.item(item(0, line: 1, payload), readCount: 0)) else {
                throw CancellationError()
            }
            _ = await processor.finish(first)
            // Line 4 is blank, item 5 was finished before, item 6 is the result of an earlier pass.
            let items = [
                item(0, line: 1, payload), item(1, line: 2, " " + payload), item(2, line: 3, payload),
                item(3, line: 5, payload), item(4, line: 6, payload), item(6, line: 8, payload, isReused: true),
                item(7, line: 9, payload),
            ]
            var chunk = BatchChunk(items: items, readCount: 701)
            guard case .checkpoints = chunk.next(at: processor.attache.time.now) else { throw CancellationError() }
            var group = CommitGroup()
            let count = processor.appendDirectly(from: &chunk, to: &group)
            #expect(count.items == 5)
            #expect(chunk.following?.item.sequence == 6)
            let blocks = group.results.compactMap { if case .block(let block) = $0 { block } else { nil } }
            #expect(blocks.map(\.sequence) == [0, 3])
            #expect(blocks.map(\.line) == [1, 5])
            #expect(blocks.map(\.count) == [3, 2])
            #expect(blocks.map(\.ends.last) == [300, 500])
            #expect(blocks.map(\.readCount) == [301, 200])
            for block in blocks {
                let line = payload + "\n"
                #expect(
                    String(decoding: block.direct.text, as: UTF8.self) == String(repeating: line, count: block.count)
                )
                #expect(block.direct.records.map(\.record.outcome) == [.attached])
                #expect(block.items.map { String(decoding: $0.line, as: UTF8.self) }.allSatisfy { $0 == line })
            }
        }
    }

    @Test("An item that asks no origin releases its permit before the commit")
    func permits() async throws {
        let progress = BatchProgress()
        let requests = try await process(emitsPayloads: false, progress) { processor, payload in
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
