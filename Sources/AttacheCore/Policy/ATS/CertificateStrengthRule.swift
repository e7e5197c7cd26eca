/// The leaf certificate needs an RSA key of 2048 bits or an elliptic-curve key of 256, and a signature over SHA-256 or
/// better.
struct CertificateStrengthRule: TLSSessionRule {
    /// The fewest bits of an RSA key.
    static let minimumRSABits = 2048
    /// The fewest bits of an elliptic-curve key.
    static let minimumCurveBits = 256
    /// The digests at least as strong as SHA-256, by OpenSSL's short names; empty is a scheme with a digest of its own,
    /// such as Ed25519.
    static let strongDigests: Set<String> = ["SHA256", "SHA384", "SHA512", "SHA512-256", ""]

    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.restrictsCertificates, let problem = Self.problem(with: session.certificates.first) else {
            return nil
        }
        return Reason(
            .atsCertificateStrength,
            "\(host) presented \(problem).",
            fix: "Use a certificate with an RSA key of 2048 bits or an EC key of 256, signed with SHA-256."
        )
    }

    private static func problem(with leaf: TLSSession.Certificate?) -> String? {
        guard let leaf else { return "no certificate" }
        switch leaf.key {
        case .rsa(let bits) where bits < minimumRSABits: return "an RSA key of \(bits) bits, fewer than \(minimumRSABits)"
        case .ellipticCurve(let bits) where bits < minimumCurveBits:
            return "an elliptic-curve key of \(bits) bits, fewer than \(minimumCurveBits)"
        case .other(let name, _): return "a key of the kind \(name), which is neither RSA nor elliptic-curve"
        case .rsa, .ellipticCurve: break
        }
        if strongDigests.contains(leaf.signatureDigest) { return nil }
        return "a certificate signed with \(leaf.signatureDigest), weaker than SHA-256"
    }
}
