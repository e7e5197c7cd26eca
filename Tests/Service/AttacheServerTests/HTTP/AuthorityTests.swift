import TestWidth
import Testing

@testable import AttacheServer

@Suite("Authorities and framing of requests", .inProcess, .timeLimit(.minutes(1)))
struct AuthorityTests {
    @Test(
        "A host with an optional port",
        arguments: [
            ("localhost", "localhost", nil), ("LOCALHOST:8420", "localhost", 8420), ("a.example.", "a.example", nil),
            ("127.0.0.1:0", "127.0.0.1", 0), ("[::1]", "::1", nil), ("[::1]:65535", "::1", 65535),
            ("localhost:", "localhost", nil), ("%2Frun%2Fs", "%2frun%2fs", nil),
        ] as [(String, String, Int?)]
    )
    func valid(text: String, host: String, port: Int?) {
        let authority = Authority(parsing: text)
        #expect(authority?.host == host && authority?.port == port)
    }

    @Test(
        "Anything else is refused",
        arguments: [
            "", ":80", "localhost:1:x", "localhost:65536", "localhost:000080", "[::1]evil.com", "[::1", "[]", "[a]",
            "[127.0.0.1]", "::1", "u@localhost", "u:p@localhost", "a b", "a/b", "a?b", "a#b", "a\tb", "localhost:+1",
        ]
    )
    func invalid(text: String) { #expect(Authority(parsing: text) == nil) }

    @Test(
        "The authority of a target in absolute form",
        arguments: [
            ("http://a.example/x", "a.example"), ("HTTPS://A.example:1?x", "a.example"),
            ("http://a.example", "a.example"),
            ("ftp://a.example/", nil), ("a.example/", nil), ("http:///x", nil), ("http://u@a.example/", nil),
        ] as [(String, String?)]
    )
    func target(text: String, host: String?) { #expect(Authority(target: text)?.host == host) }

    @Test(
        "A transfer coding is chunked alone",
        arguments: [
            ("chunked", true), ("Chunked ", true), ("gzip, chunked", false), ("chunked, chunked", false), ("", false),
            ("identity", false),
        ]
    )
    func coding(text: String, isSupported: Bool) {
        #expect(RequestFraming.isSupported(transferEncoding: text) == isSupported)
    }

    @Test(
        "A length is a number of any size",
        arguments: [
            ("0", 0), ("9223372036854775807", .max), ("9223372036854775808", .max), ("18446744073709551615", .max),
            ("99999999999999999999999", .max), ("", nil), ("-1", nil), ("+1", nil), ("1 ", nil), ("0x1", nil),
        ] as [(String, Int?)]
    )
    func length(text: String, value: Int?) { #expect(RequestFraming.contentLength(text) == value) }
}
