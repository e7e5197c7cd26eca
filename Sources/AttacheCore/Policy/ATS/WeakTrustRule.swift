/// Since iOS 11 the system trusts neither RSA keys below 2048 bits nor SHA-1 signatures, with or without App Transport
/// Security (https://support.apple.com/en-us/103769, https://support.apple.com/en-us/102028).
///
/// Where ATS makes the same demand, its own rule speaks.
struct WeakTrustRule: TLSSessionRule {
    private static let weakDigests: Set<String> = ["MD5", "SHA1"]

    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.refusesWeakTrust, !demands.restrictsCertificates, let leaf = session.certificates.first,
            let problem = Self.problem(with: leaf)
        else { return nil }
        return Reason(
            .fetchCertificate,
            "\(host) presented \(problem), which iOS trusts under no dictionary.",
            fix: "Use a certificate with an RSA key of 2048 bits or an EC key of 256, signed with SHA-256."
        )
    }

    private static func problem(with leaf: TLSSession.Certificate) -> String? {
        if case .rsa(let bits) = leaf.key, bits < CertificateStrengthRule.minimumRSABits {
            return "an RSA key of \(bits) bits"
        }
        return weakDigests.contains(leaf.signatureDigest) ? "a certificate signed with \(leaf.signatureDigest)" : nil
    }
}
