import AttacheCore
import Ledger
import MediaStore
import SystemPackage
import Testing

@testable import AttacheBatch

@Suite("Results in the order of their items", .timeLimit(.minutes(1)))
struct InputOutputTests {
    private static let input = BatchInput(
        InputEntry(
            name: "in/a.ndjson",
            source: "in/a.ndjson",
            place: .standardInput,
            framing: .lines,
            compression: nil,
            output: "in/a.ndjson"
        ),
        state: InputState(number: 1)
    )

    private static func finished(_ sequence: Int, size: Int = 0) -> FinishedItem {
        FinishedItem(
            item: BatchItem(
                input: input,
                sequence: sequence,
                line: sequence + 1,
                end: (sequence + 1) * 10,
                content: .bytes([])
            ),
            record: ItemRecord(source: "in/a.ndjson#\(sequence + 1)", outcome: .untouched),
            line: Array("\(sequence)".utf8) + [UInt8](repeating: 0x78, count: size) + [0x0A],
            hasTurn: false,
            readCount: 0
        )
    }

    private static func settle(_ output: inout InputOutput) throws -> (text: String, entry: LedgerGroup.Entry) {
        let (bytes, entry) = try output.settle { place throws(LedgerError) in Array("recalled-\(place)\n".utf8) }
        return (String(decoding: bytes, as: UTF8.self), entry)
    }

    @Test("What comes early waits in the ledger, and goes out in its turn")
    func order() throws {
        var output = InputOutput(Self.input, waiting: [])
        for sequence in [2, 0, 4] { output.add(Self.finished(sequence)) }
        var (text, entry) = try Self.settle(&output)
        #expect(text == "0\n")
        #expect(entry.items.map(\.sequence) == [2, 0, 4])
        #expect(entry.waiting.map(\.sequence) == [2, 4])
        #expect(entry.state.itemCount == 1)
        #expect(entry.state.consumedCount == 10)
        output.add(Self.finished(1))
        (text, entry) = try Self.settle(&output)
        #expect(text == "1\n2\n")
        #expect(entry.items.map(\.sequence) == [1])
        #expect(entry.waiting.isEmpty)
        #expect(entry.state.itemCount == 3)
        #expect(entry.state.line == 3)
        #expect(entry.state.writtenCount == 6)
    }

    @Test("Bytes that are too many to hold are read back from the ledger")
    func recall() throws {
        var output = InputOutput(Self.input, waiting: [])
        output.add(Self.finished(1, size: 3 << 20))
        output.add(Self.finished(2, size: 3 << 20))
        #expect(try Self.settle(&output).entry.waiting.count == 2)
        output.add(Self.finished(0))
        let text = try Self.settle(&output).text
        #expect(text.hasPrefix("0\nrecalled-1\n2x"))
    }

    @Test("Results of an earlier process are recalled in their turn")
    func earlier() throws {
        var output = InputOutput(Self.input, waiting: [WaitingLine(sequence: 1, line: 2, end: 20, bytes: [])])
        output.add(Self.finished(0))
        #expect(try Self.settle(&output).text == "0\nrecalled-1\n")
    }

    @Test("A mark counts when everything before it is finished, and its end ends the input")
    func marks() throws {
        var digest = RunningDigest()
        digest.update(Array("0123456789abcdef".utf8)[...])
        let mark = BatchUnit.Mark(input: Self.input, itemCount: 2, digest: digest, stamp: nil, isEnd: true)
        var output = InputOutput(Self.input, waiting: [])
        output.add(mark)
        output.add(Self.finished(0))
        #expect(try Self.settle(&output).entry.state.stage == .open)
        output.add(Self.finished(1))
        let state = try Self.settle(&output).entry.state
        #expect(state.stage == .unnamed)
        #expect(state.consumedCount == 16)
        #expect(state.digest == digest.value)
    }
}
