import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct CipherSuiteRuleTests {
    /// Both rules about suites, under the default requirements and without forward secrecy.
    private func codes(
        _ session: TLSSession,
        _ list: CipherSuiteList = .system,
        forwardSecrecy: Bool = true
    ) -> [ReasonCode] {
        var demands = TLSDemands.standard
        demands.cipherSuites = list
        demands.requiresForwardSecrecy = forwardSecrecy
        let rules: [any TLSSessionRule] = [ForwardSecrecyRule(), CipherSuiteRule()]
        return rules.compactMap { $0.reason(against: session, under: demands, host: .name("h.example"))?.code }
    }

    @Test("The system's ten and the documented eleven suites with forward secrecy pass")
    func forwardSecret() {
        #expect(CipherSuiteList.system.forwardSecret.count == 10)
        #expect(CipherSuiteList.documented.forwardSecret.count == 11)
        for list in [CipherSuiteList.system, .documented] {
            for suite in list.forwardSecret { #expect(codes(.testing(.tls12, suite), list).isEmpty, "\(suite)") }
        }
    }

    @Test("The four and six without pass only if forward secrecy is not required")
    func rsa() {
        #expect(CipherSuiteList.system.withoutForwardSecrecy.count == 4)
        #expect(CipherSuiteList.documented.withoutForwardSecrecy.count == 6)
        for list in [CipherSuiteList.system, .documented] {
            for suite in list.withoutForwardSecrecy {
                #expect(codes(.testing(.tls12, suite), list) == [.atsForwardSecrecy], "\(suite)")
                #expect(codes(.testing(.tls12, suite), list, forwardSecrecy: false).isEmpty, "\(suite)")
            }
        }
    }

    @Test(
        "The lists differ",
        arguments: [
            ("TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", true, false),
            ("TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256", true, false),
            ("TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256", false, true),
        ]
    )
    func difference(suite: String, isSystem: Bool, isDocumented: Bool) {
        #expect(codes(.testing(.tls12, suite)).isEmpty == isSystem)
        #expect(codes(.testing(.tls12, suite), .documented).isEmpty == isDocumented)
    }

    @Test(
        "Other suites fail",
        arguments: [
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

    @Test("TLS 1.3 has its own suites", arguments: CipherSuiteList.tls13.sorted())
    func tls13(suite: String) {
        #expect(codes(.testing(.tls13, suite)).isEmpty)
        #expect(codes(.testing(.tls13, "TLS_AES_128_CCM_SHA256")) == [.atsCipherSuite])
    }

    @Test("With ATS disabled, any suite passes")
    func off() {
        let session = TLSSession.testing(.tls12, "TLS_RSA_WITH_RC4_128_SHA")
        for rule in [ForwardSecrecyRule(), CipherSuiteRule()] as [any TLSSessionRule] {
            #expect(rule.reason(against: session, under: .none, host: .name("h.example")) == nil)
        }
    }
}
