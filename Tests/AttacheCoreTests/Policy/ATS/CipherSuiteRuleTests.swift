import Testing

@testable import AttacheCore

@Suite(.timeLimit(.minutes(1)))
struct CipherSuiteRuleTests {
    /// Both rules about suites, under the default demands and without the one for forward secrecy.
    private func codes(_ session: TLSSession, forwardSecrecy: Bool = true) -> [ReasonCode] {
        var demands = TLSDemands.standard
        demands.requiresForwardSecrecy = forwardSecrecy
        let rules: [any TLSSessionRule] = [ForwardSecrecyRule(), CipherSuiteRule()]
        return rules.compactMap { $0.reason(against: session, under: demands, host: .name("h.example"))?.code }
    }

    @Test("Apple's eleven suites with forward secrecy pass", arguments: CipherSuiteRule.forwardSecretSuites.sorted())
    func forwardSecret(suite: String) {
        #expect(CipherSuiteRule.forwardSecretSuites.count == 11)
        #expect(codes(.testing(.tls12, suite)).isEmpty)
    }

    @Test(
        "Its six without pass only where forward secrecy is not required",
        arguments: CipherSuiteRule.rsaSuites.sorted()
    )
    func rsa(suite: String) {
        #expect(CipherSuiteRule.rsaSuites.count == 6)
        #expect(codes(.testing(.tls12, suite)) == [.atsForwardSecrecy])
        #expect(codes(.testing(.tls12, suite), forwardSecrecy: false).isEmpty)
    }

    @Test(
        "Other suites do not",
        arguments: [
            // Apple's list has the ECDSA sibling of this one only.
            ("TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", [.atsCipherSuite]),
            ("TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", [.atsCipherSuite]),
            ("TLS_ECDHE_RSA_WITH_RC4_128_SHA", [.atsCipherSuite]),
            ("TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA", [.atsCipherSuite]),
            ("TLS_RSA_WITH_3DES_EDE_CBC_SHA", [.atsForwardSecrecy, .atsCipherSuite]),
            ("TLS_AES_128_GCM_SHA256", [.atsForwardSecrecy, .atsCipherSuite]),
            ("", [.atsForwardSecrecy, .atsCipherSuite]),
        ] as [(String, [ReasonCode])]
    )
    func others(suite: String, wanted: [ReasonCode]) {
        #expect(codes(.testing(.tls12, suite)) == wanted)
    }

    @Test("TLS 1.3 has suites of its own", arguments: CipherSuiteRule.tls13Suites.sorted())
    func tls13(suite: String) {
        #expect(codes(.testing(.tls13, suite)).isEmpty)
        #expect(codes(.testing(.tls13, "TLS_AES_128_CCM_SHA256")) == [.atsCipherSuite])
    }

    @Test("Where ATS is off, any suite passes")
    func off() {
        let session = TLSSession.testing(.tls12, "TLS_RSA_WITH_RC4_128_SHA")
        for rule in [ForwardSecrecyRule(), CipherSuiteRule()] as [any TLSSessionRule] {
            #expect(rule.reason(against: session, under: .none, host: .name("h.example")) == nil)
        }
    }
}
