import AttacheCore
import AttacheDatabase
import MediaStore
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Output reorder buffer", .inProcess, .timeLimit(.minutes(1)))
struct OutputReorderBufferTests {
    private static let input = BatchSamples.input(1)

    /// An output and the results that memory holds for it.
    private struct Growing {
        var output: OutputReorderBuffer
        var budget = ReorderBudget()

        init(storedCount: Int = 0) {
            output = OutputReorderBuffer(input, storedCount: storedCount)
        }

        mutating func add(_ sequence: Int, size: Int = 0) {
            output.add(BatchSamples.finished(sequence, of: input, size: size), budget: &budget)
        }

        /// Writes one piece; `recalled` lists the results that are stored in the ledger only.
        mutating func flush(stored: [Int] = [], size: Int = 0) throws -> (
            text: String, piece: OutputReorderBuffer.Piece
        ) {
            let piece = try output.flush(budget: &budget) { first, byteLimit throws(DatabaseFailure) in
                var lines: [PendingLine] = []
                var sequence = first
                while stored.contains(sequence), lines.reduce(0, { $0 + $1.bytes.count }) < byteLimit {
                    let bytes = Array("recalled-\(sequence)".utf8) + [UInt8](repeating: 0x78, count: size) + [0x0A]
                    lines.append(
                        PendingLine(sequence: sequence, line: sequence + 1, end: sequence * 10 + 10, bytes: bytes)
                    )
                    sequence += 1
                }
                return lines
            }
            return (String(decoding: piece.bytes, as: UTF8.self), piece)
        }
    }

    @Test("Early results wait in the ledger and are written in order")
    func order() throws {
        var growing = Growing()
        for sequence in [2, 0, 4] { growing.add(sequence) }
        var (text, piece) = try growing.flush()
        #expect(text == "0\n")
        #expect(piece.entry.items.map(\.sequence) == [2, 0, 4])
        #expect(piece.entry.waiting.map(\.sequence) == [2, 4])
        #expect(piece.entry.state.itemCount == 1)
        #expect(piece.entry.state.consumedCount == 10)
        #expect(growing.output.waitingCount == 2)
        growing.add(1)
        (text, piece) = try growing.flush()
        #expect(text == "1\n2\n")
        #expect(piece.entry.items.map(\.sequence) == [1])
        #expect(piece.entry.waiting.isEmpty)
        #expect(piece.entry.state.itemCount == 3)
        #expect(piece.entry.state.line == 3)
        #expect(piece.entry.state.writtenCount == 6)
        #expect(!piece.hasMore)
        #expect(growing.output.waitingCount == 1)
    }

    @Test("Results that exceed the memory budget are read back from the ledger")
    func recall() throws {
        var growing = Growing()
        growing.add(1, size: ReorderBudget.limit)
        growing.add(2, size: 100)
        #expect(try growing.flush().piece.entry.waiting.count == 2)
        #expect(growing.budget.count == 102)
        #expect(growing.output.waitingCount == 2)
        growing.add(0)
        #expect(try growing.flush(stored: [1]).text.hasPrefix("0\nrecalled-1\n2x"))
        #expect(growing.budget.count == 0)
        #expect(growing.output.waitingCount == 0)
    }

    @Test("Results of an earlier process are recalled in order, without duplicates")
    func earlier() throws {
        var growing = Growing(storedCount: 2)
        growing.add(2)
        #expect(try growing.flush(stored: [1, 3]).text == "")
        growing.add(0)
        #expect(try growing.flush(stored: [1, 2, 3]).text == "0\nrecalled-1\nrecalled-2\nrecalled-3\n")
        #expect(growing.output.waitingCount == 0)
        #expect(growing.budget.count == 0)
    }

    @Test("The size of a piece is bounded, however many results are waiting")
    func pieces() throws {
        let size = 1000
        let count = 10_000
        var growing = Growing(storedCount: count)
        growing.add(0)
        growing.output.add(BatchSamples.checkpoint(count + 1, of: Self.input))
        var total = 0
        var pieceCount = 0
        while true {
            let piece = try growing.flush(stored: Array(1...(min(count, total / size + 2_000))), size: size).piece
            #expect(piece.bytes.count <= OutputReorderBuffer.pieceLimit + 2 * size)
            #expect((piece.entry.state.stage == .unnamed) == !piece.hasMore)
            total += piece.bytes.count
            pieceCount += 1
            if !piece.hasMore { break }
        }
        #expect(pieceCount == count * size / OutputReorderBuffer.pieceLimit + 1)
        #expect(growing.output.state.itemCount == count + 1)
        #expect(growing.output.state.writtenCount == total)
    }

    @Test("A checkpoint counts when everything before it is finished, and the last one ends the input")
    func checkpoints() throws {
        var growing = Growing()
        let checkpoint = BatchSamples.checkpoint(2, of: Self.input)
        growing.output.add(checkpoint)
        growing.add(0)
        #expect(try growing.flush().piece.entry.state.stage == .open)
        growing.add(1)
        let state = try growing.flush().piece.entry.state
        #expect(state.stage == .unnamed)
        #expect(state.consumedCount == 20)
        #expect(state.digest == checkpoint.digest.value)
    }
}
