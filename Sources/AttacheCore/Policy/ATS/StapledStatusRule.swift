/// Notes a certificate whose own server says that it is revoked.
///
/// Revocation is looked up nowhere else, and the stapled answer's signature is not checked: a note, no verdict.
struct StapledStatusRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard session.stapledStatus == .revoked else { return nil }
        return Reason(
            .fetchCertificateRevoked,
            "The status that \(host) staples to its certificate says that it is revoked.",
            fix: "Replace the certificate: iOS may refuse it at any time."
        )
    }
}
