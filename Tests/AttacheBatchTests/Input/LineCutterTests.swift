import Testing

@testable import AttacheBatch

@Suite("Cutting lines", .timeLimit(.minutes(1)))
struct LineCutterTests {
    private static func lines(_ text: String, piece: Int) -> [LineCutter.Line] {
        var cutter = LineCutter()
        var lines: [LineCutter.Line] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            lines += cutter.take(rest.prefix(piece))
            rest = rest.dropFirst(piece)
        }
        return lines + cutter.finish()
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
        let fitting = String(repeating: "x", count: LineCutter.lineLimit)
        let lines = Self.lines(fitting + "\n" + fitting + "y\nz\n", piece: piece)
        #expect(lines.map(\.isTooLong) == [false, true, false])
        #expect(lines.map(\.text.count) == [LineCutter.lineLimit, 0, 1])
        #expect(lines.last?.end == 2 * LineCutter.lineLimit + 5)
    }

    @Test("White space without end is not kept, and nothing but white space is no line")
    func blanks() {
        var cutter = LineCutter()
        let piece = [UInt8](repeating: 0x20, count: 65_536)
        for _ in 0..<64 { #expect(cutter.take(piece[...]).isEmpty) }
        #expect(cutter.heldCount <= LineCutter.lineLimit)
        #expect(cutter.take([0x0A]).isEmpty)
        #expect(cutter.take([0x7B, 0x7D, 0x0A]).map(\.end) == [64 * 65_536 + 4])
        // What comes behind too much of it is too long.
        for _ in 0..<2 { _ = cutter.take(piece[...]) }
        #expect(cutter.take([0x7B, 0x7D, 0x0A]).map(\.isTooLong) == [true])
    }

    @Test("Going on in the middle counts on")
    func middle() {
        var cutter = LineCutter(line: 7, offset: 100)
        let lines = cutter.take(Array("{}\n".utf8)[...])
        #expect(lines.map(\.number) == [8])
        #expect(lines.map(\.end) == [103])
    }
}
