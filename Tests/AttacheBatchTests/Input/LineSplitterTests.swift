import Testing

@testable import AttacheBatch

@Suite("Cutting lines", .timeLimit(.minutes(5)))
struct LineSplitterTests {
    private static func lines(_ text: String, piece: Int) -> [LineSplitter.Line] {
        var splitter = LineSplitter()
        var lines: [LineSplitter.Line] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            lines += splitter.take(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        return lines + splitter.finish()
    }

    @Test("Lines, numbers and ends are the same for pieces of every size", arguments: 1...9)
    func pieces(piece: Int) {
        let lines = Self.lines("{1}\n\n{2}\r\n \t\n{3}", piece: piece)
        #expect(lines.map { String(decoding: $0.text, as: UTF8.self) } == ["{1}", "{2}\r", "{3}"])
        #expect(lines.map(\.number) == [1, 3, 5])
        #expect(lines.map(\.end) == [4, 10, 16])
    }

    @Test("A line of the limit is read, one byte more is not", arguments: [4096, 65_536, 1_000_000])
    func limit(piece: Int) {
        let fitting = String(repeating: "x", count: LineSplitter.lineLimit)
        let lines = Self.lines(fitting + "\n" + fitting + "y\nz\n", piece: piece)
        #expect(lines.map(\.isTooLong) == [false, true, false])
        #expect(lines.map(\.text.count) == [LineSplitter.lineLimit, 0, 1])
        #expect(lines.last?.end == 2 * LineSplitter.lineLimit + 5)
    }

    @Test("White space without end is not kept, and nothing but white space is no line")
    func blanks() {
        var splitter = LineSplitter()
        let piece = [UInt8](repeating: 0x20, count: 65_536)
        for _ in 0..<64 { #expect(splitter.take(piece[...]).isEmpty) }
        #expect(splitter.heldCount <= LineSplitter.lineLimit)
        #expect(splitter.take([0x0A]).isEmpty)
        #expect(splitter.take([0x7B, 0x7D, 0x0A]).map(\.end) == [64 * 65_536 + 4])
        // What comes behind too much of it is too long.
        for _ in 0..<2 { _ = splitter.take(piece[...]) }
        #expect(splitter.take([0x7B, 0x7D, 0x0A]).map(\.isTooLong) == [true])
    }

    @Test("Going on in the middle counts on")
    func middle() {
        var splitter = LineSplitter(line: 7, offset: 100)
        let lines = splitter.take(Array("{}\n".utf8)[...])
        #expect(lines.map(\.number) == [8])
        #expect(lines.map(\.end) == [103])
    }
}
