import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct CertificateStrengthRuleTests {
    private func isRefused(_ certificates: [TLSSession.Certificate], _ demands: TLSDemands = .standard) -> Bool {
        let session = TLSSession.testing(certificates: certificates)
        return CertificateStrengthRule().reason(against: session, under: demands, host: .name("h.example"))?.code
            == .atsCertificateStrength
    }

    @Test(
        "Keys of 2048 and 256 bits pass, one bit less fails",
        arguments: [
            (.rsa(bits: 2047), true), (.rsa(bits: 2048), false), (.rsa(bits: 4096), false),
            (.ellipticCurve(bits: 255), true), (.ellipticCurve(bits: 256), false), (.ellipticCurve(bits: 521), false),
            (.other(name: "ED25519", bits: 253), true), (.other(name: "DSA", bits: 4096), true),
        ] as [(TLSSession.Certificate.Key, Bool)]
    )
    func keys(key: TLSSession.Certificate.Key, refused: Bool) {
        #expect(isRefused([.leaf(key)]) == refused)
        #expect(!isRefused([.leaf(key)], .none))
    }

    @Test(
        "SHA-256 and stronger digests pass, weaker ones fail",
        arguments: [
            ("SHA256", false), ("SHA384", false), ("SHA512", false), ("", false), ("SHA224", true), ("SHA1", true),
            ("MD5", true), ("MD5-SHA1", true),
        ]
    )
    func digests(digest: String, refused: Bool) {
        #expect(isRefused([.leaf(.rsa(bits: 2048), digest)]) == refused)
    }

    @Test("Only the leaf counts, and it is required")
    func chain() {
        #expect(!isRefused([.leaf(), .leaf(.rsa(bits: 1024), "SHA1")]))
        #expect(isRefused([.leaf(.rsa(bits: 1024)), .leaf()]))
        #expect(isRefused([]))
    }
}
