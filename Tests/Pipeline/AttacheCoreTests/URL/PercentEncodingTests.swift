import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PercentEncodingTests {
    private func encoding(_ text: String, _ component: PercentEncoding.Component) -> String {
        String(decoding: PercentEncoding.encoding(Array(text.utf8)[...], in: component), as: UTF8.self)
    }

    @Test("Well-formed text is unchanged", arguments: ["", "/", "/a%20b", "/%ff%FF", "/-._~!$&'()*+,;=:@aZ09"])
    func wellFormed(text: String) {
        #expect(encoding(text, .path) == text)
        #expect(encoding(text, .query) == text)
    }

    @Test("A question mark is legal in a query only")
    func questionMark() {
        #expect(encoding("a?b", .query) == "a?b")
        #expect(encoding("a?b", .path) == "a%3Fb")
    }

    @Test("An illegal character has every percent sign encoded", arguments: [("a%20 ", "a%2520%20"), ("%4", "%254")])
    func repair(text: String, wanted: String) {
        #expect(encoding(text, .path) == wanted)
    }

    @Test(
        "Escapes are decoded once, in either case",
        arguments: [("%41%6a%6A", "Ajj"), ("%2541", "%41"), ("a", "a"), ("", "")]
    )
    func decoding(text: String, wanted: String) {
        #expect(PercentEncoding.decoding(Array(text.utf8)[...]) == Array(wanted.utf8))
    }

    @Test("Invalid escapes are not decoded", arguments: ["%", "%4", "%g0", "%0g", "a%", "%%41"])
    func broken(text: String) {
        #expect(PercentEncoding.decoding(Array(text.utf8)[...]) == nil)
    }
}
