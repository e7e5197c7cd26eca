import AttacheJSON
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct Base64Tests {
    /// Texts of RFC 4648 §10, and bytes whose digits differ between the alphabets.
    private static let rows: [([UInt8], String, String)] = [
        ([], "", ""), (Array("f".utf8), "Zg==", "Zg"), (Array("fo".utf8), "Zm8=", "Zm8"),
        (Array("foo".utf8), "Zm9v", "Zm9v"), (Array("foob".utf8), "Zm9vYg==", "Zm9vYg"), ([0], "AA==", "AA"),
        ([255, 254, 253, 252], "//79/A==", "__79_A"), ([251, 240], "+/A=", "-_A"),
    ]

    @Test(arguments: rows)
    func bytesHaveOneSpelling(_ bytes: [UInt8], _ text: String, _ urlText: String) {
        #expect(Base64.text(bytes) == text)
        #expect(Base64.urlText(bytes) == urlText)
        #expect(Base64.bytes(ofURLText: urlText[...]) == bytes)
    }

    @Test("Another spelling of the same bytes is none", arguments: ["Zh", "Zg==", "Zm9", "A", "+/A", "Zg ", "é"])
    func otherTexts(_ text: String) {
        #expect(Base64.bytes(ofURLText: text[...]) == nil)
    }
}
