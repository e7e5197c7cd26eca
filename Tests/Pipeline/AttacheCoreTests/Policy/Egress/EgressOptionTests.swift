import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct EgressOptionTests {
    private let canonicalizer = TableCanonicalizer()

    @Test(
        "Valid values of --allow-address are accepted",
        arguments: [
            ("10.0.0.0/8", "10.0.0.0/8", nil), ("10.0.0.0/8:8080", "10.0.0.0/8", 8080),
            ("127.0.0.1", "127.0.0.1/32", nil), ("127.0.0.1:1", "127.0.0.1/32", 1),
            ("127.0.0.1:65535", "127.0.0.1/32", 65535), ("::1", "::1/128", nil), ("fd00::/8", "fd00::/8", nil),
            ("[::1]", "::1/128", nil), ("[::1]:8080", "::1/128", 8080), ("[fd00::]/8", "fd00::/8", nil),
            ("[fd00::]/8:8080", "fd00::/8", 8080), ("[fd00::/8]:8080", "fd00::/8", 8080),
            // Without brackets the last group is part of the address.
            ("::1:8080", "::1:8080/128", nil), ("0.0.0.0/0", "0.0.0.0/0", nil),
        ] as [(String, String, Int?)]
    )
    func addresses(value: String, block: String, port: Int?) throws {
        let allowance = try AddressAllowance(parsing: value)
        #expect(allowance.block.description == block)
        #expect(allowance.port == port)
    }

    @Test(
        "Invalid values of --allow-address are rejected",
        arguments: [
            "", "x", "10/8", "10.0.0.0/33", "10.0.0.1/8", "fd00::1/8", "10.0.0.0/8:0", "10.0.0.0/8:65536",
            "10.0.0.0/8:", "10.0.0.0/8:+80", "10.0.0.0/8:http", "[::1", "[::1]8080", "[::1]:", "0x7f.1", "example.com",
        ]
    )
    func noAddresses(value: String) {
        #expect(throws: ConfigurationError.self) { try AddressAllowance(parsing: value) }
    }

    @Test(
        "Valid values of --allow-host are accepted",
        arguments: [
            ("media", "media", nil), ("media:8080", "media", 8080), ("CDN.Example.", "cdn.example", nil),
            ("bücher.example:8443", "xn--bcher-kva.example", 8443), ("localhost", "localhost", nil),
        ] as [(String, String, Int?)]
    )
    func hosts(value: String, name: String, port: Int?) throws {
        let allowance = try HostAllowance(parsing: value, canonicalizer: canonicalizer)
        #expect(allowance == HostAllowance(name: name, port: port))
    }

    @Test(
        "Invalid values of --allow-host are rejected",
        arguments: [
            ("", "egress.option.host"), ("a b", "egress.option.host"), ("*.example", "egress.option.host"),
            ("media:", "egress.option.port"), ("media:0", "egress.option.port"), ("media:65536", "egress.option.port"),
            ("https://media/", "egress.option.url"), ("127.0.0.1", "egress.option.host-is-address"),
            ("127.0.0.1:80", "egress.option.host-is-address"), ("127.1", "egress.option.host-is-address"),
            ("::1", "egress.option.host-is-address"), ("[::1]:80", "egress.option.host-is-address"),
        ]
    )
    func noHosts(value: String, message: String) {
        do throws(ConfigurationError) {
            _ = try HostAllowance(parsing: value, canonicalizer: canonicalizer)
            Issue.record("accepted")
        } catch {
            #expect(error.description.hasSuffix(GoldenMessages[message]))
        }
    }

    @Test(
        "Valid values of --deny-host are accepted",
        arguments: [
            ("evil.example", .exactly(.name("evil.example"))), ("EVIL.example.", .exactly(.name("evil.example"))),
            (".evil.example", .atOrBelow("evil.example")), ("*.evil.example", .below("evil.example")),
            ("bücher.example", .exactly(.name("xn--bcher-kva.example"))),
            ("8.8.8.8", .exactly(.address(.v4(0x0808_0808)))),
            ("134744072", .exactly(.address(.v4(0x0808_0808)))), ("::1", .exactly(.address(.v6(high: 0, low: 1)))),
            ("[::1]", .exactly(.address(.v6(high: 0, low: 1)))), (".com", .atOrBelow("com")),
        ] as [(String, HostPattern)]
    )
    func patterns(value: String, pattern: HostPattern) throws {
        #expect(try HostPattern(parsing: value, canonicalizer: canonicalizer) == pattern)
    }

    @Test(
        "Invalid values of --deny-host are rejected",
        arguments: ["", ".", "*", "*.", "a*.example", "*.*.example", "evil.example:80", ".8.8.8.8", "evil..example"]
    )
    func noPatterns(value: String) {
        #expect(throws: ConfigurationError.self) { try HostPattern(parsing: value, canonicalizer: canonicalizer) }
    }

    @Test("Valid values of --allow-port are accepted", arguments: [("1", 1), ("65535", 65535), ("08080", 8080)])
    func ports(value: String, port: Int) throws {
        #expect(try EgressPolicy.port(parsing: value) == port)
    }

    @Test("Invalid --allow-port values are rejected", arguments: ["", "0", "65536", "-1", "+1", "http", "80,81", "８０"])
    func noPorts(value: String) {
        #expect(throws: ConfigurationError.self) { try EgressPolicy.port(parsing: value) }
    }

    @Test("Errors name the value and contain no control character")
    func errorText() {
        #expect(ConfigurationError(value: "a\u{1B}b", "is wrong").description == "a\\x1bb is wrong.")
    }

    @Test(
        "Suffixes match whole labels only",
        arguments: [
            (".evil.example", "evil.example", true), (".evil.example", "a.evil.example", true),
            (".evil.example", "a.b.evil.example", true), (".evil.example", "notevil.example", false),
            ("*.evil.example", "evil.example", false), ("*.evil.example", "a.evil.example", true),
            ("evil.example", "a.evil.example", false), ("evil.example", "evil.example", true),
            (".evil.example", "example", false),
        ]
    )
    func matching(value: String, name: String, matches: Bool) throws {
        #expect(try HostPattern(parsing: value, canonicalizer: canonicalizer).matches(.name(name)) == matches)
    }
}
