import AttacheCore
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("The items of a chunk", .inProcess, .timeLimit(.minutes(1)))
struct BatchChunkTests {
    private static let input = BatchSamples.input(1)

    private static func chunk(_ byteCounts: [Int], readCount: Int = 0) -> BatchChunk {
        BatchChunk(
            items: byteCounts.enumerated().map { BatchSamples.item($0, of: input, byteCount: $1) },
            checkpoints: [BatchSamples.checkpoint(byteCounts.count, of: input)],
            readCount: readCount
        )
    }

    @Test("Checkpoints precede the items of a chunk, and exist without items too", arguments: [0, 1, 3])
    func checkpointsFirst(count: Int) throws {
        var chunk = Self.chunk([Int](repeating: 10, count: count))
        #expect(!chunk.isEmpty)
        guard case .checkpoints(let checkpoints) = chunk.next(at: .now) else {
            Issue.record("no checkpoints")
            return
        }
        #expect(checkpoints.map(\.itemCount) == [count])
        var sequences: [Int] = []
        while case .item(let item, _) = chunk.next(at: .now) { sequences.append(item.sequence) }
        #expect(sequences == Array(0..<count))
        #expect(chunk.isEmpty)
    }

    @Test(
        "The read counts of the items add up to the bytes read",
        arguments: [(1, 10, [10]), (3, 10, [4, 3, 3]), (2, 0, [0, 0])]
    )
    func readCount(count: Int, readCount: Int, expected: [Int]) {
        var chunk = Self.chunk([Int](repeating: 1, count: count), readCount: readCount)
        _ = chunk.next(at: .now)
        var counts: [Int] = []
        while case .item(_, let count) = chunk.next(at: .now) { counts.append(count) }
        #expect(counts == expected)
    }

    @Test("The cost of a chunk is the memory cost of its items")
    func cost() {
        var chunk = Self.chunk([0, 1000])
        let whole = chunk.cost
        var costs: [Int] = []
        while let item = chunk.next(at: .now) { costs.append(BatchChunk.cost(of: item)) }
        #expect(costs == [0, 1536, 5536])
        #expect(whole == 7072)
    }
}
