/// The cipher suite must be one that App Transport Security accepts; suites without forward secrecy are listed too and
/// left to `ForwardSecrecyRule`.
struct CipherSuiteRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.restrictsCipherSuites, !demands.cipherSuites.contains(session) else { return nil }
        return Reason(
            .atsCipherSuite,
            "\(host) negotiated \(session.cipherSuite), which is not a suite App Transport Security accepts.",
            fix: "Offer TLS 1.3, or ECDHE with AES-GCM, on the server."
        )
    }
}
