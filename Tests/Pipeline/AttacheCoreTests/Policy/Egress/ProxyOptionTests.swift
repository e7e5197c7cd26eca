import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ProxyOptionTests {
    @Test(
        arguments: [
            ("http://127.0.0.1:8888", "127.0.0.1", 8888, nil), ("http://[::1]:3128/", "::1", 3128, nil),
            ("http://proxy.example.com:80", "proxy.example.com", 80, nil),
            ("http://user:p@ss@10.0.0.1:3128", "10.0.0.1", 3128, "user:p@ss"),
        ] as [(String, String, Int, String?)]
    )
    func reads(_ value: String, host: String, port: Int, credentials: String?) throws {
        let option = try ProxyOption(parsing: value, canonicalizer: TableCanonicalizer())
        #expect("\(option.host)" == host)
        #expect(option.port == port)
        #expect(option.credentials == credentials)
    }

    @Test(arguments: [
        "", "proxy:3128", "http://proxy.example.com", "https://proxy.example.com:3128", "socks5://127.0.0.1:1080",
        "http://proxy.example.com:3128/path", "http://:3128", "http://proxy.example.com:0", "http://a b:1",
    ])
    func rejects(_ value: String) {
        #expect(throws: ConfigurationError.self) {
            try ProxyOption(parsing: value, canonicalizer: TableCanonicalizer())
        }
    }

    @Test(arguments: [
        ("http://user:secret@proxy", "http://...@proxy"), ("user:secret@proxy:80", "...@proxy:80"),
        ("HTTP://user:secret@proxy:80", "HTTP://...@proxy:80"), ("x:secret@http://proxy:80", "...@http://proxy:80"),
        ("http://u:secret%40proxy:80", "http://...@proxy:80"),
    ])
    func errorHidesPassword(_ value: String, shown: String) throws {
        let error = #expect(throws: ConfigurationError.self) {
            try ProxyOption(parsing: value, canonicalizer: TableCanonicalizer())
        }
        #expect(error?.description == GoldenMessages["egress.option.proxy", ["value": shown]])
    }
}
