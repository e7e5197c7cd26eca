import AttacheCommandLine
import AttacheCore
import CommandSupport
import TestWidth
import Testing

@Suite("Lines of a terminal", .inProcess, .timeLimit(.minutes(1)))
struct TerminalTextTests {
    static let lines: [(whole: String, broken: String)] = [
        ("short", "short"),
        ("no gap of two spaces in it, so", "no gap of two spaces\n    in it, so"),
        ("  ✗  policy   ab cd three four", "  ✗  policy   ab cd\n              three\n              four"),
        ("              → one two three", "              → one\n                two\n                three"),
        ("  https://img.example.com/a.png is long", "  https://img.example.com/a.png\n  is long"),
        ("{\"aps\": {\"alert\": \"one two three\"}}", "{\"aps\": {\"alert\": \"one two three\"}}"),
        ("\u{1B}[1mtwenty letters here.\u{1B}[0m", "\u{1B}[1mtwenty letters here.\u{1B}[0m"),
        ("写真が表示されない 理由は 一つです", "写真が表示されない\n    理由は 一つです"),
    ]

    @Test("A line breaks at a space, continues below its text, and keeps long words and JSON", arguments: lines)
    func wrapping(_ line: (whole: String, broken: String)) {
        #expect(TerminalText(width: 20).wrapped(line.whole) == line.broken)
        #expect(TerminalText(width: nil).wrapped(line.whole) == line.whole)
        #expect(TerminalText(width: 19).wrapped(line.whole) == line.whole, "a width that is too small for breaks")
    }

    @Test("A last column continues below itself where it has room, otherwise at the margin")
    func column() {
        let row = "a row of a table  with words in its last column"
        #expect(TerminalText(width: 42).wrapped(row, column: 18).hasSuffix("\n                  column"))
        #expect(TerminalText(width: 41).wrapped(row, column: 18).hasSuffix("\n    column"))
    }

    @Test("A wait has a line after a second, which fits the terminal", arguments: [20, 60, 200])
    func loading(_ width: Int) throws {
        let watch = LoadWatch()
        #expect(watch.current == nil)
        let now = ContinuousClock.now
        let load = LoadWatch.Load(
            url: "https://img.example.com/a/long/name.png?…",
            began: now,
            deadline: now + .seconds(30)
        )
        #expect(LoadingDisplay.text(load, 0, at: now + .milliseconds(999), width: width) == nil)
        let text = try #require(LoadingDisplay.text(load, 2, at: now + .seconds(8), width: width))
        #expect(text.count < width && text.hasPrefix("loading "))
        #expect((width < 60) != text.hasSuffix(" and 2 more  0 bytes, 8 s of 30 s"))
        #expect((width == 200) == text.contains("name.png?…"))
    }
}
