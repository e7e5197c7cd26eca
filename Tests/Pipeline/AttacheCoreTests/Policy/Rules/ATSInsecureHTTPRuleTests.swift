import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSInsecureHTTPRuleTests {
    private func codes(
        _ text: String,
        _ change: (inout ATSDictionary) -> Void = { _ in },
        from previous: String? = nil
    ) throws -> [ReasonCode] {
        var dictionary = ATSDictionary()
        change(&dictionary)
        let context = RequestContext.testing(ats: dictionary, previous: try previous.map { try .reading($0) })
        return try ATSInsecureHTTPRule().reasons(for: .reading(text), in: context).map(\.code)
    }

    @Test("The rule ignores https", arguments: ["https://h.example/", "https://8.8.8.8/", "https://media/"])
    func https(text: String) throws {
        #expect(try codes(text).isEmpty)
    }

    @Test("http to a public host is blocked, to a local one noted")
    func http() throws {
        #expect(try codes("http://h.example/") == [.atsInsecureHTTP])
        #expect(try codes("http://127.0.0.1/") == [.atsLocalHTTP])
        #expect(try codes("http://h.example/") { $0.allowsArbitraryLoads = true }.isEmpty)
    }

    @Test("The error is the one that a device logs")
    func appleError() throws {
        let reasons = try ATSInsecureHTTPRule().reasons(for: .reading("http://h.example/"), in: .testing())
        #expect(reasons.first?.apple == .url(-1022))
    }

    @Test("A redirect from https to http is blocked unless the dictionary allows http for it (case 73)")
    func downgrade() throws {
        let previous = "https://h.example/"
        #expect(try codes("http://h.example/", from: previous) == [.atsInsecureHTTP])
        #expect(try codes("http://127.0.0.1/", from: previous) == [.atsInsecureHTTP])
        #expect(try codes("http://127.0.0.1/", from: "http://127.0.0.1/a") == [.atsLocalHTTP])
        #expect(try codes("https://127.0.0.1/", from: previous).isEmpty)
        #expect(try codes("http://h.example/", { $0.allowsArbitraryLoads = true }, from: previous).isEmpty)
    }
}
