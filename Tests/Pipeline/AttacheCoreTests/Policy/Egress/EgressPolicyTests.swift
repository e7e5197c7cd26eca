import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct EgressPolicyTests {
    private let publicHost = MediaHost.name("cdn.example")

    private func addresses(_ texts: [String]) throws -> [IPAddress] {
        try texts.map { try #require(IPAddress(parsing: $0)) }
    }

    private func codes(_ verdict: AddressVerdict) -> [ReasonCode] {
        if case .refused(let reasons) = verdict { reasons.map(\.code) } else { [] }
    }

    @Test("A public answer is permitted completely and in order")
    func permitted() throws {
        let answer = try addresses(["2606:4700::1", "8.8.8.8", "1.1.1.1"])
        #expect(EgressPolicy().judge(addresses: answer, host: publicHost, port: 443) == .permitted(answer))
    }

    @Test(
        "One denied address denies the whole answer",
        arguments: [
            (57, ["10.0.0.1"], .egressAddressDenied), (57, ["10.0.0.1", "fd00::1"], .egressAddressDenied),
            (58, ["8.8.8.8", "10.0.0.1"], .egressMixedAnswers), (58, ["127.0.0.1", "8.8.8.8"], .egressMixedAnswers),
            (63, ["::ffff:10.0.0.1"], .egressAddressDenied),
            (58, ["8.8.8.8", "::ffff:127.0.0.1"], .egressMixedAnswers),
            (40, ["169.254.169.254"], .egressAddressDenied), (65, [], .fetchHostNotFound),
        ] as [(Int, [String], ReasonCode)]
    )
    func refused(case number: Int, answer: [String], code: ReasonCode) throws {
        let verdict = try EgressPolicy().judge(addresses: addresses(answer), host: publicHost, port: 443)
        #expect(codes(verdict) == [code])
    }

    @Test("Resolved addresses are not disclosed to the sender of the URL")
    func noLeak() throws {
        let verdict = try EgressPolicy().judge(addresses: addresses(["10.1.2.3"]), host: publicHost, port: 443)
        guard case .refused(let reasons) = verdict else {
            Issue.record("The answer was permitted.")
            return
        }
        #expect(!reasons.contains { $0.message.contains("10.1.2.3") })
        #expect(reasons[0].message == GoldenMessages["egress.private-use", ["host": "cdn.example"]])
    }

    @Test("The socket's address is checked like the answer (case 59)")
    func dialling() throws {
        let policy = EgressPolicy()
        #expect(policy.refusal(dialling: .v4(0x0808_0808), host: publicHost, port: 443) == nil)
        #expect(policy.refusal(dialling: .v4(0x7F00_0001), host: publicHost, port: 443)?.code == .egressAddressDenied)
        #expect(policy.refusal(dialling: .v4(0x0808_0808), host: publicHost, port: 6379)?.code == .urlPort)
    }

    @Test(
        "Allowed addresses are dialled",
        arguments: [
            ("10.0.0.0/8", "10.1.2.3", 443, nil), ("10.0.0.0/8", "10.1.2.3", 80, nil),
            ("10.0.0.0/8", "11.0.0.0", 443, nil), ("10.0.0.0/8", "172.16.0.1", 443, .egressAddressDenied),
            ("10.0.0.0/8", "10.1.2.3", 8080, .urlPort), ("10.0.0.0/8", "::ffff:10.1.2.3", 443, nil),
            ("10.0.0.0/8", "64:ff9b::10.1.2.3", 443, .egressAddressDenied),
            // With a port the addresses are open on that port only.
            ("10.0.0.0/8:8080", "10.1.2.3", 8080, nil), ("10.0.0.0/8:8080", "10.1.2.3", 8081, .egressAddressDenied),
            ("10.0.0.0/8:8080", "10.1.2.3", 443, .egressAddressDenied), ("10.0.0.0/8:8080", "8.8.8.8", 8080, .urlPort),
            ("10.0.0.0/8:8080", "8.8.8.8", 443, nil), ("8.8.0.0/16:8443", "8.8.8.8", 8443, nil),
            ("8.8.0.0/16:8443", "8.8.8.8", 443, nil), ("64:ff9b:1::/48", "64:ff9b:1::10.0.0.1", 443, nil),
            ("2002::/16", "2002:808:808::1", 443, nil), ("fd00::/8", "fd00::1", 443, nil),
        ] as [(String, String, Int, ReasonCode?)]
    )
    func allowedAddresses(option: String, address: String, port: Int, code: ReasonCode?) throws {
        let policy = EgressPolicy(allowedAddresses: [try AddressAllowance(parsing: option)])
        let dialled = try #require(IPAddress(parsing: address))
        #expect(policy.refusal(dialling: dialled, host: publicHost, port: port)?.code == code)
    }

    @Test("Metadata services stay denied whatever is allowed")
    func metadata() throws {
        let everything = try ["0.0.0.0/0", "::/0"].map { try AddressAllowance(parsing: $0) }
        let policy = EgressPolicy(
            allowedAddresses: everything,
            allowedHosts: [HostAllowance(name: "metadata.google.internal")]
        )
        let host = MediaHost.name("metadata.google.internal")
        for text in [
            "169.254.169.254", "169.254.170.2", "192.0.0.192", "100.100.100.200", "168.63.129.16", "fd00:ec2::254",
            "::ffff:169.254.169.254", "64:ff9b::169.254.169.254", "2002:a9fe:a9fe::1", "64:ff9b:1::a9fe:a9fe",
        ] {
            let reason = try policy.refusal(dialling: #require(IPAddress(parsing: text)), host: host, port: 80)
            #expect(reason?.code == .egressAddressDenied, "\(text)")
        }
        #expect(policy.refusal(dialling: .v4(0xA9FE_A9FC), host: host, port: 80) == nil)
    }

    @Test("A denied address overrides every allowance, and so does an endpoint of this process (case 56)")
    func denied() throws {
        let policy = EgressPolicy(
            allowedAddresses: [try AddressAllowance(parsing: "8.8.8.8")],
            allowedPorts: [8080],
            deniedHosts: [.exactly(.address(.v4(0x0101_0101)))],
            deniedAddresses: [
                try AddressAllowance(parsing: "8.8.8.0/24"), try AddressAllowance(parsing: "93.184.216.34:8080"),
            ]
        )
        func code(_ text: String, _ port: Int) throws -> ReasonCode? {
            try policy.refusal(dialling: #require(IPAddress(parsing: text)), host: publicHost, port: port)?.code
        }
        #expect(try code("8.8.8.8", 443) == .egressAddressDenied)
        #expect(try code("::ffff:8.8.8.8", 443) == .egressAddressDenied)
        #expect(try code("64:ff9b::8.8.8.8", 443) == .egressAddressDenied)
        #expect(try code("1.1.1.1", 443) == .egressAddressDenied)
        #expect(try code("93.184.216.34", 8080) == .egressAddressDenied)
        #expect(try code("93.184.216.34", 443) == nil)
    }

    @Test("Allowing a local name opens its internal addresses; allowing a public name does not")
    func allowedHosts() throws {
        let policy = EgressPolicy(allowedHosts: [
            HostAllowance(name: "media"), HostAllowance(name: "cache.internal", port: 8080),
            HostAllowance(name: "cdn.example", port: 8443),
        ])
        func code(_ name: String, _ text: String, _ port: Int) throws -> ReasonCode? {
            try policy.refusal(dialling: #require(IPAddress(parsing: text)), host: .name(name), port: port)?.code
        }
        for text in ["10.0.0.1", "127.0.0.1", "fd00::1", "::1", "::ffff:192.168.0.1", "100.64.0.1"] {
            #expect(try code("media", text, 443) == nil, "\(text)")
        }
        #expect(try code("media", "224.0.0.1", 443) == .egressAddressDenied)
        #expect(try code("media", "0.0.0.0", 443) == .egressAddressDenied)
        #expect(try code("media", "10.0.0.1", 8080) == .egressAddressDenied)
        #expect(try code("cache.internal", "10.0.0.1", 8080) == nil)
        #expect(try code("cache.internal", "10.0.0.1", 443) == .egressAddressDenied)
        #expect(try code("cdn.example", "10.0.0.1", 8443) == .egressAddressDenied)
        #expect(try code("cdn.example", "8.8.8.8", 8443) == nil)
        #expect(try code("other.example", "8.8.8.8", 8443) == .urlPort)
    }

    @Test("An answer denied for its port alone reports the port, and a partly open one is mixed")
    func ports() throws {
        let policy = EgressPolicy(allowedAddresses: [try AddressAllowance(parsing: "8.8.8.8:8443")])
        let half = try addresses(["8.8.8.8", "1.1.1.1"])
        #expect(codes(policy.judge(addresses: half, host: publicHost, port: 8443)) == [.egressMixedAnswers])
        let closed = try addresses(["1.1.1.1", "9.9.9.9"])
        #expect(codes(policy.judge(addresses: closed, host: publicHost, port: 8443)) == [.urlPort])
    }
}
