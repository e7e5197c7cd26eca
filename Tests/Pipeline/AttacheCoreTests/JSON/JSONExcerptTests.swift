import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONExcerptTests {
    @Test(
        "The caret is below the place of the error",
        arguments: [
            (#"{"a":1,}"#, #"{"a":1,}"#, 7), ("{\n \"a\": é\n}", #" "a": é"#, 6), ("[1] x", "[1] x", 4), ("", "", 0),
            ("{\t\u{1B}", "{  ", 2),
        ]
    )
    func caret(_ text: String, line: String, column: Int) throws {
        let excerpt = try #require(JSONExcerpt.lines(Array(text.utf8)))
        #expect(excerpt.text == line)
        #expect(excerpt.caret == String(repeating: " ", count: column) + "^")
    }

    @Test("A long line is cut on both sides of the place")
    func long() throws {
        let text = "[" + String(repeating: "1,", count: 100) + "x" + String(repeating: ",1", count: 100) + "]"
        let excerpt = try #require(JSONExcerpt.lines(Array(text.utf8)))
        #expect(excerpt.text.hasPrefix("…") && excerpt.text.hasSuffix("…") && excerpt.text.count < 80)
        let place = excerpt.text.index(excerpt.text.startIndex, offsetBy: excerpt.caret.count - 1)
        #expect(excerpt.text[place] == "x")
    }

    @Test func validTextHasNone() {
        #expect(JSONExcerpt.lines(Array("{}".utf8)) == nil)
    }
}
