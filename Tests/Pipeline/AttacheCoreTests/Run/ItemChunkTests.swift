import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ItemChunkTests {
    /// A text of lines, and its items.
    struct Row: CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let items: [String]

        init(_ name: String, _ text: String, _ items: [String]) {
            testDescription = name
            self.text = text
            self.items = items
        }
    }

    private func chunk(_ text: String, after line: Int = 0, received: ContinuousClock.Instant? = nil) -> ItemChunk {
        var lines = LineSplitter(limit: 8, lineCount: line)
        lines.append(Array(text.utf8)[...])
        lines.finish()
        return ItemChunk(lines, count: 1, of: "f", received: received)
    }

    @Test(arguments: [
        Row("one", "a\n", ["f#8 a"]),
        Row("two", "a\nb\n", ["f#8 a", "f#9 b"]),
        Row("last line without line feed", "a\nb", ["f#8 a", "f#9 b"]),
        Row("blank lines count", "\n \na\n\n\t\r\nb\n\n", ["f#10 a", "f#13 b"]),
        Row("CRLF stays for the parser", "a\r\nb\r\n", ["f#8 a\r", "f#9 b\r"]),
        Row("white space before stays", " a\n  b", ["f#8  a", "f#9   b"]),
        Row("maximum length", "12345678\n", ["f#8 12345678"]),
        Row("one byte too long", "123456789\nb\n", ["f#8 over 8", "f#9 b"]),
        Row("nothing", "", []),
        Row("only white space", " \n\n  ", []),
    ])
    func lines(_ row: Row) {
        var unit = chunk(row.text, after: 7)
        var items: [String] = []
        var turn = ContinuousClock.now
        #expect(unit.isEmpty == row.items.isEmpty)
        while let item = unit.next(at: turn) {
            #expect(item.arrival == turn)
            turn = turn.advanced(by: .seconds(1))
            switch item.content {
            case .bytes(let bytes): items.append("\(item.source) \(String(decoding: bytes, as: UTF8.self))")
            case .tooLong(let limit): items.append("\(item.source) over \(limit)")
            case .unreadable, .transcribed: break
            }
        }
        #expect(items == row.items)
        #expect(unit.isEmpty)
    }

    @Test func singleItemIsReturnedOnceAndItsTimeStartsThen() {
        let read = ContinuousClock.now
        var unit = ItemChunk(InputItem(source: "x.json", content: .unreadable("No."), arrival: read))
        #expect(!unit.isEmpty)
        let item = unit.next(at: read.advanced(by: .seconds(1)))
        #expect(item?.source == "x.json")
        #expect(item?.arrival == read.advanced(by: .seconds(1)))
        #expect(unit.isEmpty)
        #expect(unit.next(at: read) == nil)
    }

    @Test func linesHaveTheirArrivalTime() {
        let read = ContinuousClock.now
        let turn = read.advanced(by: .seconds(5))
        var unit = chunk("a\nb", received: read)
        while let item = unit.next(at: turn) {
            #expect(item.received == read)
            #expect(item.arrival == turn)
        }
        var unstamped = chunk("a")
        #expect(unstamped.next(at: turn)?.received == turn)
    }
}
