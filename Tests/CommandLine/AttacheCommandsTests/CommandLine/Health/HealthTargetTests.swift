import ArgumentParser
import AttacheCore
import TestWidth
import Testing

@testable import AttacheCommandLine

@Suite("Health probe targets", .inProcess, .timeLimit(.minutes(1)))
struct HealthTargetTests {
    @Test(
        "URLs of a service are accepted",
        arguments: [
            ("http://127.0.0.1:8420", "http://127.0.0.1:8420/readyz"),
            ("http://localhost:8420/", "http://localhost:8420/readyz"),
            ("https://[::1]:8443/healthz", "https://[::1]:8443/healthz"),
            ("http://[::1]", "http://[::1]/readyz"), ("https://service", "https://service/readyz"),
            ("http://service/a?b#c", "http://service/a?b"), ("http://service?b", "http://service/?b"),
            ("http://service:65535", "http://service:65535/readyz"),
        ]
    )
    func urls(text: String, url: String) throws {
        let target = try HealthTarget(url: text)
        #expect(target.url == url && target.socket == nil)
    }

    @Test(
        "Other URLs are rejected",
        arguments: [
            "", "http://", "127.0.0.1:8420", "ftp://service", "http://a b", "http://user@service",
            "http://service:port",
            "http://service:65536", "http://service:0", "http://[::1", "http://[::1]x", "http://a\r\nb",
        ]
    )
    func rejected(text: String) {
        #expect(throws: ConfigurationError.self) { try HealthTarget(url: text) }
    }

    @Test("A URL and a socket are mutually exclusive")
    func options() throws {
        #expect(try HealthOptions.parse([]).target() == nil)
        #expect(try HealthOptions.parse(["--url", "http://a:1"]).target() == HealthTarget(url: "http://a:1"))
        #expect(try HealthOptions.parse(["--socket", "/s"]).target() == HealthTarget(socket: "/s"))
        #expect(throws: ConfigurationError.self) {
            try HealthOptions.parse(["--url", "http://a", "--socket", "/s"]).target()
        }
    }
}
