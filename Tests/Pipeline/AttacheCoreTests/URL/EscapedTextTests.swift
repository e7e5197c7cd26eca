import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct EscapedTextTests {
    private func shown(_ text: String) -> String { EscapedText.escaping(Array(text.utf8)[...]) }

    @Test(
        "Only printable ASCII is shown unescaped (case 151)",
        arguments: [
            ("abc.example", "abc.example"), ("a\u{1B}[2Jb", "a\\x1b[2Jb"), ("a\nb", "a\\x0ab"), ("a b", "a\\x20b"),
            ("ü", "\\xc3\\xbc"), ("\u{7F}", "\\x7f"), ("", ""),
        ]
    )
    func escaping(text: String, wanted: String) {
        #expect(shown(text) == wanted)
    }

    @Test("64 bytes are shown completely, 65 are truncated")
    func limit() {
        let whole = String(repeating: "a", count: 64)
        #expect(shown(whole) == whole)
        #expect(shown(whole + "b") == whole + "…")
    }
}
