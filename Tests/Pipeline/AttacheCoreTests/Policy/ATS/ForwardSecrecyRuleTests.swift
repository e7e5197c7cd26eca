import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ForwardSecrecyRuleTests {
    private func isRefused(_ version: TLSVersion, _ suite: String, _ demands: TLSDemands = .standard) -> Bool {
        ForwardSecrecyRule().reason(against: .testing(version, suite), under: demands, host: .name("h.example"))?.code
            == .atsForwardSecrecy
    }

    @Test(
        "Ephemeral key exchanges have forward secrecy, static ones do not",
        arguments: [
            (TLSVersion.tls12, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", false),
            (.tls12, "TLS_DHE_RSA_WITH_AES_128_CBC_SHA", false), (.tls13, "TLS_AES_128_GCM_SHA256", false),
            (.tls12, "TLS_RSA_WITH_AES_128_GCM_SHA256", true), (.tls12, "TLS_ECDH_RSA_WITH_AES_128_CBC_SHA", true),
            (.tls12, "TLS_DH_anon_WITH_AES_128_CBC_SHA", true),
        ]
    )
    func suites(version: TLSVersion, suite: String, refused: Bool) {
        #expect(isRefused(version, suite) == refused)
        #expect(!isRefused(version, suite, .none))
    }
}
