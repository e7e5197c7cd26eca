import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// Characters without a shape and with an effect, in results.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HiddenCharacterTests {
    @Test(
        "A text of the content is escaped, an ordinary one is copied",
        arguments: [
            ("a\u{202E}b", #"a\u202eb"#), ("\u{9B}31m", #"\u009b31m"#), ("\u{2066}é\u{2069}", #"\u2066é\u2069"#),
            ("a\u{2028}\\u2028\\n", #"a\u2028\u2028\n"#), ("ünï €😀", "ünï €😀"), ("\\u00fc", "ü"),
            ("a\u{2027}", "a\u{2027}"),
        ]
    )
    func content(_ text: String, written: String) throws {
        let document = try JSONDocument(parsing: Array("{\"alert\":{\"title\":\"\(text)\"}}".utf8))
        let texts = APSReader.read(document.root).aps.texts
        var writer = JSONWriter()
        writer.beginObject()
        texts.write("title", texts.title, to: &writer)
        writer.endObject()
        #expect(String(decoding: writer.bytes, as: UTF8.self) == "{\"title\":\"\(written)\"}")
    }
}
