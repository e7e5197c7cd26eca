import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// The advice about text that is not JSON: it names what to change.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONHintTests {
    private func fix(_ bytes: [UInt8], isLine: Bool = false) throws -> String {
        let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
        return PayloadReader.reason(error, in: bytes, isLine: isLine).fix ?? ""
    }

    @Test(arguments: [
        ("Hello", "JSON object"), ("<html>", "Write a value"), ("{\"a\":Hello}", "double quotes"),
        ("{\"a\":nil}", "double quotes"), ("{\"a\":\"x\ny\"}", #"\n"#), ("{\"a\":\"x\ty\"}", #"\t"#),
        ("{\"a\":\"\nhttps://h/a.png\"}", "Remove"), ("{\"a\":\"https://h/a.png\n\"}", "Remove"),
        ("{\"a\":\"x\u{1}y\"}", #"\u0001"#), (#"{"a":"\x"}"#, #"\\"#), (#"{"a":01}"#, "number"),
        (#"{"a":1 "b":2}"#, "comma"), ("{} {}", "--ndjson"), ("\u{FEFF}{}", "byte order mark"),
        ("{a:1}", "double quotes"),
    ])
    func adviceFitsTheMistake(_ text: String, word: String) throws {
        let fix = try fix(Array(text.utf8))
        #expect(fix.contains(word) && !fix.contains("RFC 8259"), "\(fix)")
    }

    @Test(arguments: [
        ([0xFF, 0x7B] as [UInt8], "UTF-8"), ([0x22, 0xFF, 0x22], "UTF-8"), ([0x7B, 0, 0x7D, 0], "iconv"),
    ])
    func otherEncodingsAreNamed(_ bytes: [UInt8], word: String) throws {
        #expect(try fix(bytes).contains(word))
    }

    @Test(arguments: [("{", true), ("\"a\": 1", true), ("}", true), ("Hello", false), ("{\"a\":x}", false)])
    func aLineOfAValueIsNamedAsOne(_ text: String, isPart: Bool) throws {
        #expect(try fix(Array(text.utf8), isLine: true).contains("several lines") == isPart)
    }
}
