import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONDocumentFramingTests {
    @Test(arguments: [
        ("{}", true), ("{}\r", true), ("{}\r\n", true), ("  {\"a\":[1]} ", true), ("1", true), ("\"x\"", true),
        ("null", true),
        ("{\"a\":1,\"a\":2}", true),
        ("", false), ("\r\n", false), ("{", false), ("{\"aps\": {", false), ("[", false), ("{} {}", false),
        ("{}}", false),
        ("{\"a\":1,}", false), ("\"x", false), ("tru", false),
    ])
    func detectsCompleteLines(_ line: String, isComplete: Bool) {
        #expect(JSONDocument.isCompleteValue(Array(line.utf8)) == isComplete)
    }

    /// A range of a buffer is parsed by itself, whatever follows it.
    @Test(arguments: [(0..<7, true), (0..<6, false), (8..<24, true), (8..<23, false), (0..<25, false)])
    func readsOnlyItsRange(_ range: Range<Int>, isComplete: Bool) {
        let buffer = Array("{\"a\":1}\n{\"b\":\"12345678\"}\n".utf8)
        let result = JSONDocument.isCompleteValue(buffer.span.extracting(range))
        #expect(result == isComplete)
    }

    @Test func hasNoDepthLimit() {
        let text = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        #expect(JSONDocument.isCompleteValue(Array(text.utf8)))
        #expect(!JSONDocument.isCompleteValue(Array(text.utf8.dropLast())))
    }
}
