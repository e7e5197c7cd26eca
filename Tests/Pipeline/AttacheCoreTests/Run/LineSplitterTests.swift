import TestWidth
import Testing

@testable import AttacheCore

@Suite("Line splitter", .inProcess, .timeLimit(.minutes(1)))
struct LineSplitterTests {
    private static let limit = 65_536

    private static func lines(
        _ text: String,
        piece: Int,
        limit: Int = limit,
        skipsBlankLines: Bool = true
    ) -> [LineSplitter.Line] {
        var splitter = LineSplitter(limit: limit, skipsBlankLines: skipsBlankLines)
        var lines: [LineSplitter.Line] = []
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            splitter.append(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            while let line = splitter.next() { lines.append(line) }
        }
        splitter.finish()
        while let line = splitter.next() { lines.append(line) }
        return lines
    }

    private static func text(_ line: LineSplitter.Line) -> String { String(decoding: line.bytes, as: UTF8.self) }

    @Test("Lines, numbers and ends are the same for any piece size", arguments: 1...9)
    func pieces(piece: Int) {
        let lines = Self.lines("{1}\n\n{2}\r\n \t\n{3}", piece: piece)
        #expect(lines.map(Self.text) == ["{1}", "{2}\r", "{3}"])
        #expect(lines.map(\.number) == [1, 3, 5])
        #expect(lines.map(\.end) == [4, 10, 16])
        #expect(lines.map(\.endsWithCarriageReturn) == [false, true, false])
    }

    @Test("Blank lines are returned if requested", arguments: 1...9)
    func blankLines(piece: Int) {
        let lines = Self.lines("\n \na\n\n", piece: piece, skipsBlankLines: false)
        #expect(lines.map(Self.text) == ["", " ", "a", ""])
        #expect(lines.map(\.number) == [1, 2, 3, 4])
    }

    @Test("Taken lines do not stay in memory")
    func retention() {
        var splitter = LineSplitter(limit: Self.limit)
        let line = Array("{\(String(repeating: "x", count: 998))}\n".utf8)
        splitter.append(Array(repeatElement(line, count: 8192).joined())[...])
        while splitter.heldCount > 2 << 20, splitter.takeLines(atMost: 64) != nil {}
        #expect(splitter.bytes.count < 5 << 20)
    }

    @Test("Blank lines of any number are counted, and taken together", arguments: [1, 7, 8, 9, 64, 1000])
    func manyBlankLines(count: Int) {
        for blank in ["\n", "\r\n", " \t\n"] {
            let text = String(repeating: blank, count: count)
            for piece in [1, 8, 13, 4096] {
                let lines = Self.lines(" \n\(text) {1}\n\(text)\(text){2}\n\(text) ", piece: piece)
                #expect(lines.map(Self.text) == [" {1}", "{2}"])
                #expect(lines.map(\.number) == [count + 2, 3 * count + 3])
                let length = blank.utf8.count
                #expect(lines.map(\.end) == [count * length + 7, 3 * count * length + 11])
            }
            var splitter = LineSplitter(limit: Self.limit)
            splitter.append(Array("\(text){1}\n\(text){2}\n".utf8)[...])
            var numbers: [Int] = []
            while var (taken, _) = splitter.takeLines(atMost: 1) {
                while let line = taken.next() { numbers.append(line.number) }
            }
            #expect(numbers == [count + 1, 2 * count + 2])
            #expect(splitter.byteCount == 2 * count * blank.utf8.count + 8)
        }
    }

    @Test("A line at the limit is read, one byte more is not", arguments: [4096, 65_536, 1_000_000])
    func limit(piece: Int) {
        let fitting = String(repeating: "x", count: Self.limit)
        let lines = Self.lines(fitting + "\n" + fitting + "y\nz\n", piece: piece)
        #expect(lines.map(\.isTooLong) == [false, true, false])
        #expect(lines.map(\.byteCount) == [Self.limit, Self.limit + 1, 1])
        #expect(lines.map(\.bytes.count) == [Self.limit, Self.limit, 1])
        #expect(lines.last?.end == 2 * Self.limit + 5)
    }

    @Test("The prefix of a long line is kept, and its whole length is known", arguments: [1, 3, 7, 100])
    func longLines(piece: Int) {
        let lines = Self.lines("abcdefghij\r\nab\nabcdefgh\rij", piece: piece, limit: 4)
        #expect(lines.map(Self.text) == ["abcd", "ab", "abcd"])
        #expect(lines.map(\.byteCount) == [11, 2, 11])
        #expect(lines.map(\.end) == [12, 15, 26])
        #expect(lines.map(\.endsWithCarriageReturn) == [true, false, false])
    }

    @Test("Endless white space is not kept, and a line of white space is not a line")
    func blanks() {
        var splitter = LineSplitter(limit: Self.limit)
        let piece = [UInt8](repeating: 0x20, count: 65_536)
        for _ in 0..<64 {
            splitter.append(piece[...])
            #expect(splitter.next() == nil)
        }
        #expect(splitter.heldCount <= Self.limit)
        splitter.append([0x0A])
        #expect(splitter.next() == nil)
        splitter.append([0x7B, 0x7D, 0x0A])
        #expect(splitter.next()?.end == 64 * 65_536 + 4)
        // Text after too much white space is too long.
        for _ in 0..<2 { splitter.append(piece[...]) }
        splitter.append([0x7B, 0x7D, 0x0A])
        #expect(splitter.next()?.isTooLong == true)
    }

    @Test("Resuming in the middle continues the line numbers")
    func middle() {
        var splitter = LineSplitter(limit: Self.limit, lineCount: 7, byteCount: 100)
        splitter.append(Array("{}\n".utf8)[...])
        let line = splitter.next()
        #expect(line?.number == 8)
        #expect(line?.end == 103)
        #expect(splitter.lineCount == 8)
        #expect(splitter.byteCount == 103)
    }

    @Test("Complete lines that are read together are the same lines", arguments: 1...9, [1, 2, 100])
    func together(piece: Int, lineLimit: Int) {
        let text = "{1}\n\n{2}\r\n \t\n{3}345678\n{4}"
        var splitter = LineSplitter(limit: 8)
        var lines: [LineSplitter.Line] = []
        var rest = Array(text.utf8)[...]
        var count = 0
        while true {
            while let (next, number) = splitter.takeLines(atMost: lineLimit) {
                #expect(number <= lineLimit)
                count += number
                var taken = next
                while let line = taken.next() { lines.append(line) }
            }
            guard !rest.isEmpty else { break }
            splitter.append(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            if rest.isEmpty { splitter.finish() }
        }
        #expect(lines.map(Self.text) == ["{1}", "{2}\r", "{3}34567", "{4}"])
        #expect(lines.map(\.byteCount) == [3, 4, 9, 3])
        #expect(lines.map(\.number) == [1, 3, 5, 6])
        #expect(lines.map(\.end) == [4, 10, 23, 26])
        // Blank lines at the front are skipped, and counted as lines of the input only.
        #expect((4...6).contains(count))
        #expect(splitter.lineCount == 6)
        #expect(splitter.heldCount == 0)
    }

    @Test(
        "Lines are read together up to a number of bytes, and at least one",
        arguments: [(1, 1), (4, 1), (5, 2), (99, 3)]
    )
    func byteLimit(_ limit: Int, _ count: Int) {
        var splitter = LineSplitter(limit: 8)
        splitter.append(Array("abc\nabc\nabc\nab".utf8)[...])
        #expect(splitter.takeLines(atMost: .max, byteLimit: limit)?.count == count)
    }

    @Test(arguments: 0..<20)
    func completeLinesEndAfterLineFeed(_ padding: Int) {
        let bytes = Array((String(repeating: "x", count: padding) + "\n\nyy\nrest").utf8)
        #expect(bytes.span.completeLines(from: 0, limit: 9) == (padding + 5, 3))
        #expect(bytes.span.completeLines(from: 0, limit: 2) == (padding + 2, 2))
        #expect(bytes.span.completeLines(from: padding + 5, limit: 9) == (padding + 5, 0))
        #expect(bytes.span.firstIndex(of: 0x79, from: 0) == padding + 2)
        #expect(bytes.span.firstIndex(of: 0x21, from: 0) == bytes.count)
    }
}
