/// The cipher suite must be one that Apple lists.
///
/// The lists for TLS 1.2 and older are those of the Information Property List Key Reference; suites without forward
/// secrecy are listed too and left to `ForwardSecrecyRule`.
struct CipherSuiteRule: TLSSessionRule {
    /// The suites of TLS 1.3 that Apple's systems offer.
    static let tls13Suites: Set<String> = [
        "TLS_AES_256_GCM_SHA384", "TLS_AES_128_GCM_SHA256", "TLS_CHACHA20_POLY1305_SHA256",
    ]
    /// The suites with forward secrecy; ECDHE with RSA and AES_256_CBC_SHA is missing in Apple's list as well.
    static let forwardSecretSuites: Set<String> = [
        "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
        "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
        "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
        "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
    ]
    /// The suites that NSExceptionRequiresForwardSecrecy = NO adds.
    static let rsaSuites: Set<String> = [
        "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA256",
        "TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_RSA_WITH_AES_128_CBC_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA",
    ]

    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.restrictsCipherSuites, !Self.isListed(session) else { return nil }
        return Reason(
            .atsCipherSuite,
            "\(host) negotiated \(session.cipherSuite), which is not a suite App Transport Security accepts.",
            fix: "Offer TLS 1.3, or ECDHE with AES-GCM, on the server."
        )
    }

    private static func isListed(_ session: TLSSession) -> Bool {
        if session.version >= .tls13 { return tls13Suites.contains(session.cipherSuite) }
        return forwardSecretSuites.contains(session.cipherSuite) || rsaSuites.contains(session.cipherSuite)
    }
}
