import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HostRuleTests {
    private func codes(_ text: String, _ egress: EgressPolicy = EgressPolicy()) throws -> [ReasonCode] {
        try HostRule().reasons(for: .reading(text), in: .testing(egress: egress)).map(\.code)
    }

    @Test(
        "Local names are rejected",
        arguments: [
            (18, "ⓛocalhost"), (19, "localhost"), (19, "LOCALHOST."), (19, "x.localhost"),
            (19, "localhost.localdomain"),
            (19, "printer.local"), (19, "a.b.local"), (19, "metadata.google.internal"), (19, "x.onion"), (19, "media"),
            (19, "com"), (19, "router.lan"), (19, "nas.home.arpa"), (19, "wiki.corp"), (19, "x.intranet"),
        ]
    )
    func local(case number: Int, host: String) throws {
        #expect(try codes("https://\(host)/") == [.urlHostLocal])
    }

    @Test(
        "Public names that only look local pass",
        arguments: [
            (19, "local.example"), (19, "localhost.example"), (19, "notlocal.example"), (19, "a.notlocal"),
            (19, "internal.example.com"), (19, "1.2.3.4.5"), (20, "example.com."), (19, "10.0.0.1"), (19, "home.arp"),
        ]
    )
    func publicName(case number: Int, host: String) throws {
        #expect(try codes("https://\(host)/").isEmpty)
    }

    @Test("An allowed local name passes on its port")
    func allowed() throws {
        let egress = EgressPolicy(allowedHosts: [
            HostAllowance(name: "media"), HostAllowance(name: "cache.internal", port: 8080),
        ])
        #expect(try codes("http://media/", egress).isEmpty)
        #expect(try codes("http://media.:9/", egress).isEmpty)
        #expect(try codes("http://cache.internal:8080/", egress).isEmpty)
        #expect(try codes("http://cache.internal/", egress) == [.urlHostLocal])
        #expect(try codes("http://x.media.local/", egress) == [.urlHostLocal])
    }

    @Test("A denial overrides an allowance, and is listed beside other reasons")
    func denied() throws {
        let canonicalizer = TableCanonicalizer()
        let egress = EgressPolicy(
            allowedHosts: [HostAllowance(name: "media"), HostAllowance(name: "evil.example")],
            deniedHosts: try [
                "media", "localhost", "evil.example", "*.bad.example", "xn--bcher-kva.example", "8.8.8.8",
            ]
            .map { try HostPattern(parsing: $0, canonicalizer: canonicalizer) }
        )
        #expect(try codes("https://media/", egress) == [.egressHostDenied])
        #expect(try codes("https://evil.example/", egress) == [.egressHostDenied])
        #expect(try codes("https://EVIL.example./", egress) == [.egressHostDenied])
        #expect(try codes("https://a.bad.example/", egress) == [.egressHostDenied])
        #expect(try codes("https://bad.example/", egress).isEmpty)
        // Denials compare A-labels (case 17), and addresses in any notation.
        #expect(try codes("https://bücher.example/", egress) == [.egressHostDenied])
        #expect(try codes("https://134744072/", egress) == [.egressHostDenied])
        #expect(try codes("https://localhost/", egress) == [.egressHostDenied, .urlHostLocal])
    }
}
