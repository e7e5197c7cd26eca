import AttacheCore
import AttacheTesting
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SchemeRuleTests {
    @Test("A scheme that is not loaded is refused, the other is not")
    func onlyHTTPS() throws {
        let context = RequestContext.testing(schemes: [.https])
        let reasons = try SchemeRule().reasons(for: .reading("http://h.example/"), in: context)
        #expect(reasons.map(\.code) == [.urlScheme])
        let message = GoldenMessages["url.scheme-not-loaded", ["scheme": "http", "allowed": "https"]]
        #expect(reasons.first?.message == message)
        #expect(try SchemeRule().reasons(for: .reading("https://h.example/"), in: context).isEmpty)
    }

    @Test("Both are loaded by default", arguments: ["http://h.example/", "https://h.example/"])
    func both(text: String) throws {
        #expect(try SchemeRule().reasons(for: .reading(text), in: .testing()).isEmpty)
    }
}
