import TestWidth
import Testing

@testable import AttacheCore

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct TerminalTextTests {
    @Test(arguments: [
        ("plain ü 漢 🙂", "plain ü 漢 🙂"), ("\u{1B}[31mred", "\\u{1b}[31mred"), ("a\nb", "a\\u{a}b"),
        ("\u{9B}1m", "\\u{9b}1m"), ("\u{7F}", "\\u{7f}"), ("\u{202E}gnp.exe", "\\u{202e}gnp.exe"),
        ("##[a]", "##\\u{5b}a]"), ("## [a] #[b]", "## [a] #[b]"), ("##[\u{301}", "##\\u{5b}\u{301}"),
        ("a ##vso[b ##vso[", "a ##vso\\u{5b}b ##vso\\u{5b}"),
    ])
    func controlCharactersAreEscaped(_ text: String, shown: String) {
        #expect(Array(text.escapedForTerminal.unicodeScalars) == Array(shown.unicodeScalars))
    }
}
