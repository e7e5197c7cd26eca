import AttacheCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SchemeRuleTests {
    @Test("A scheme that is not loaded is refused, the other is not")
    func onlyHTTPS() throws {
        let context = RequestContext.testing(schemes: [.https])
        let reasons = try SchemeRule().reasons(for: .reading("http://h.example/"), in: context)
        #expect(reasons.map(\.code) == [.urlScheme])
        #expect(reasons.first?.message.contains("only https is loaded") == true)
        #expect(try SchemeRule().reasons(for: .reading("https://h.example/"), in: context).isEmpty)
    }

    @Test("Both are loaded by default", arguments: ["http://h.example/", "https://h.example/"])
    func both(text: String) throws {
        #expect(try SchemeRule().reasons(for: .reading(text), in: .testing()).isEmpty)
    }
}
