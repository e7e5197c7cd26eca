import TestWidth
import Testing

@testable import AttacheCore

/// JSON values that are printed over several lines where each line should be a value.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ContinuationFilterTests {
    private func lines(_ text: String, skipsBlankLines: Bool = true) -> [Int] {
        var splitter = LineSplitter(limit: 64, skipsBlankLines: skipsBlankLines)
        splitter.append(Array(text.utf8)[...])
        splitter.finish()
        var numbers: [Int] = []
        while let line = splitter.next() { numbers.append(line.number) }
        return numbers
    }

    @Test(arguments: [
        // One value over several lines is its first line, and the next value is read.
        ("{\n  \"a\": {\n    \"b\": \"}\"\n  }\n}\n{\"c\":1}\n", [1, 6]),
        ("[\n  {\"a\":1},\n  {\"a\":\"\\\"]\"}\n]\n{\"c\":1}", [1, 5]),
        ("{ \r\n\"a\":1\r\n}\r\n{\r\n}\r\n", [1, 4]),
        // A value that never ends takes no complete value with it.
        ("{\n{\"c\":1}\n{\"c\":2}\n", [1, 2, 3]),
        ("{\n  \"a\": [\n{\"c\":1}\n", [1, 3]),
        // A line that was cut off is one line.
        ("{\"a\":\n{\"c\":1}\n", [1, 2]), ("{\"a\":\n\"b\"\n}\n", [1, 2, 3]), ("}\n]\n", [1, 2]),
    ])
    func linesOfOneValueAreOne(_ text: String, numbers: [Int]) {
        #expect(lines(text) == numbers)
    }

    @Test func linesThatNeedNotBeJSONAreKept() {
        #expect(lines("{\nb\n}\n", skipsBlankLines: false) == [1, 2, 3])
    }
}
