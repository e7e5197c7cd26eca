import AttacheCore
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct URLLineTests {
    private func lines(_ bytes: [UInt8], limit: Int = 8, piece: Int = 64 * 1024) -> [URLLine] {
        var splitter = LineSplitter(limit: limit, skipsBlankLines: false)
        var lines: [URLLine] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            splitter.append(rest.prefix(piece))
            rest = rest.dropFirst(piece)
            while let line = splitter.next() { lines.append(URLLine(line)) }
        }
        splitter.finish()
        while let line = splitter.next() { lines.append(URLLine(line)) }
        return lines
    }

    @Test(arguments: [
        ("nothing", "", []),
        ("no line feed at the end", "a\nb", ["a", "b"]),
        ("a line feed at the end", "a\nb\n", ["a", "b"]),
        ("empty lines count", "\n\na\n\n", ["", "", "a", ""]),
        ("CRLF", "a\r\n\r\nb\r\n", ["a", "", "b"]),
        ("CR at the end", "a\r", ["a"]),
        ("CR inside stays", "a\rb\r\r\n", ["a\rb\r"]),
        ("NUL stays", "a\0b\n", ["a\0b"]),
    ])
    func cutting(_ what: String, _ text: String, _ expected: [String]) {
        let lines = lines(Array(text.utf8))
        #expect(lines.map { String(decoding: $0.bytes, as: UTF8.self) } == expected, "\(what)")
        #expect(lines.map(\.byteCount) == expected.map(\.utf8.count), "\(what)")
    }

    @Test(arguments: [(8, 8), (9, 8)], ["\n", "\r\n", ""])
    func overlongLineKeepsItsPrefixAndReportsItsLength(_ length: (count: Int, kept: Int), _ end: String) {
        let lines = lines(Array((String(repeating: "x", count: length.count) + end).utf8))
        #expect(lines.map(\.byteCount) == [length.count])
        #expect(lines.map(\.bytes.count) == [length.kept])
    }

    /// Pieces are 64 KiB; lines of lengths around that end within a piece and at its edge.
    @Test(arguments: [65534, 65535, 65536, 65537, 200_000])
    func linesSpanPieces(_ count: Int) {
        let text = String(repeating: "x", count: count) + "\r\nshort\n"
        let lines = lines(Array(text.utf8))
        #expect(lines.map(\.byteCount) == [count, 5])
        #expect(lines.last?.bytes == Array("short".utf8))
    }

    @Test(arguments: [
        ("at the limit", 8192, "x"), ("over the limit", 8193, "x"), ("cut between characters", 9000, "é"),
    ])
    func overlongURLIsTruncatedForDisplay(_ what: String, _ count: Int, _ character: String) {
        let url = String(repeating: character, count: count / character.utf8.count)
        let shown = URLLine(url).shown
        #expect(shown == (count > 8192 ? url.prefix(256 / character.utf8.count) + "…" : url), "\(what)")
    }
}
