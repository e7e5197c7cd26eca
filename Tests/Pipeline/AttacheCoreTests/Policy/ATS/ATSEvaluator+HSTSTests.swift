import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSEvaluatorHSTSTests {
    @Test(
        "Names below preloaded top-level domains are loaded by https",
        arguments: [
            ("http://media.example.app/a.png?b=c", "https://media.example.app/a.png?b=c", 443),
            ("http://example.dev/", "https://example.dev/", 443),
            ("http://example.dev:80/", "https://example.dev/", 443),
            ("http://example.dev:8080/", "https://example.dev:8080/", 8080),
            ("http://example.dev:443/:443", "https://example.dev/:443", 443),
            ("https://example.dev:80/", "https://example.dev:80/", 80),
            ("http://example.com/", "http://example.com/", 80),
            ("http://app/", "http://app/", 80), ("http://example.app.com/", "http://example.app.com/", 80),
        ]
    )
    func upgrades(text: String, loaded: String, port: Int) throws {
        let url = ATSEvaluator(.with()).loaded(try .reading(text))
        #expect(url.text == loaded)
        #expect(url.port == port)
        #expect(url == (try .reading(loaded)))
    }

    @Test("Releases before iOS 13.3 do not upgrade", arguments: [ATSDictionary.Profile.ios9, .ios10])
    func older(profile: ATSDictionary.Profile) throws {
        let url = try MediaURL.reading("http://example.dev/")
        #expect(ATSEvaluator(.with(profile)).loaded(url) == url)
    }
}
