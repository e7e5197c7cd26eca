import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RedactedURLTests {
    @Test(
        "Passwords of malformed URLs are hidden",
        arguments: [
            ("//u:PW@h/a.png", "//…@h/a.png"), ("http:\\\\u:PW@x/", "http:\\\\…@x/"), ("http:u:PW@x/", "http:…@x/"),
            ("http:///u:PW@x/", "http:///…@x/"), ("u:PW@x/a", "…@x/a"), ("http://u:PW?@x/", "http://…?…"),
            ("http://u:PW#@x/", "http://…#…"), ("http://u:PW%40x/", "http://…@x/"),
            ("http://u%3APW%40x/", "http://…@x/"),
            ("http://u:P/PW@x/a?q", "http://…@x/a?…"), ("http://u:a@PW@x/", "http://…@x/"),
            ("HTTPS://PW@x/", "HTTPS://…@x/"), ("https://u:PW%ef%Bc%a0x/", "https://…@x/"),
            ("http://x\\u:PW@h/", "http://…@h/"), ("http://u：PW＠x/", "http://…@x/"),
            ("ht\ttp://u:PW@x/", "http://…@x/"),
            (" http://u:PW@x/", " http://…@x/"), ("https:/u:PW@x/", "https:/…@x/"), ("s3://u:PW@x/", "…@x/"),
            ("http://u:PW@\u{301}x/", "http://…@\u{301}x/"), ("user:PW@", "…@"), ("http://[u:PW@x]/", "http://…@x]/"),
        ]
    )
    func passwords(_ url: String, shown: String) {
        #expect(RedactedURL.text(url) == shown)
    }

    @Test(
        "What no reader takes for a password is shown",
        arguments: [
            ("https://h.example/img@2x.png", "https://h.example/img@2x.png"),
            ("//h.example/@u/a.png", "//h.example/@u/a.png"),
            ("https://h.example/a.png?t=1:2&m=a@b", "https://h.example/a.png?…"),
            ("http://h:8080/a.png", "http://h:8080/a.png"),
            ("https://h.example/a.png", "https://h.example/a.png"), ("", ""), ("a b", "a b"),
        ]
    )
    func ordinary(_ url: String, shown: String) {
        #expect(RedactedURL.text(url) == shown)
    }

    @Test(
        "Of inline data, type and length are shown",
        arguments: [
            ("data:image/png;base64,PWPW", "data:image/png,… (4 bytes)"), ("data:,PW", "data:,… (2 bytes)"),
            ("DATA:image/svg+xml,<PW/>", "data:image/svg+xml,… (5 bytes)"), ("data:PW", "data:,… (2 bytes)"),
            ("data:PW/x,PW", "data:,… (2 bytes)"), ("data:text/u:PW@x,PW", "data:,… (2 bytes)"),
            (" da\nta:text/plain,PW@h:1", "data:text/plain,… (6 bytes)"),
        ]
    )
    func inlineData(_ url: String, shown: String) {
        #expect(RedactedURL.text(url) == shown)
        #expect(RedactedURL.text(shown) == shown)
    }

    @Test(
        "Results hide a password that readers see without tabs",
        arguments: ["http://us\ter:PW%4\t0h/a", "ht\ntp://u:PW@h/"]
    )
    func tabs(_ url: String) {
        #expect(!RedactedURL.withoutSecrets(url).contains("PW"))
    }

    @Test(
        "Values of log lines are redacted where they may hold a URL",
        arguments: [
            ("connect to http://u:PW@h/a?s failed", "…@h/a?…"), ("u:PW@h", "…@h"), ("//h/a?PW", "//h/a?…"),
            ("http:\\\\h\\a?PW", "http:\\\\h\\a?…"), ("data:image/png,PW", "data:image/png,… (2 bytes)"),
            ("campaign.ndjson#3", "campaign.ndjson#3"), ("a@b #3?", "a@b #3?"), ("12:30", "12:30"), ("", ""),
        ]
    )
    func values(_ text: String, shown: String) {
        #expect(RedactedURL.value(text) == shown)
    }

    @Test("Long text is cut, with a query and without", arguments: ["", "?PW"])
    func long(query: String) {
        let text = RedactedURL.text("https://h.example/\(String(repeating: "a", count: 10_000))\(query)")
        #expect(text.utf8.count <= TruncatedText.limit + "…".utf8.count)
    }

    @Test(
        "No message about a URL holds its password",
        arguments: [
            "http://u:PW?@x/", "http://u:PW%40x/", "http://u:PW/@x/", "http://u:PW@x/", "http://u%3APW%40x/",
            "//u:PW@h/",
            "http:\\\\u:PW@x/", "http:u:PW@x/", "http:///u:PW@x/", "u:PW@x/a", "PW:u@x/", "http://u:99999?@x/",
            "http://[u:PW%40x]/", "http://u:PW%40", "data:image/png;base64,PW", "http://PW%40x/", "http://PW＠x/",
            "http://u%3APW/%40x", "http://[u:PW]/@x", "http://h/a.xu:PW@tail",
        ]
    )
    func messages(_ url: String) throws {
        let base = try MediaURL(parsing: "https://h.example/", canonicalizer: TableCanonicalizer())
        for parse: () throws -> MediaURL in [
            { try MediaURL(parsing: url, canonicalizer: TableCanonicalizer()) },
            { try base.redirected(to: url, canonicalizer: TableCanonicalizer()) },
        ] {
            do {
                _ = try parse()
            } catch {
                let text = "\(error)".lowercased()
                #expect(!text.contains("pw") && !text.contains("99999"), "\(text)")
            }
        }
    }
}
