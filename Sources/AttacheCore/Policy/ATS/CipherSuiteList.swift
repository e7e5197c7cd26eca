/// The cipher suites that App Transport Security accepts, by their IANA names.
package struct CipherSuiteList: Sendable, Equatable {
    /// The suites of TLS 1.2 and older with forward secrecy, in the device's order.
    package let forwardSecret: [String]
    /// The suites that NSExceptionRequiresForwardSecrecy = NO adds.
    package let withoutForwardSecrecy: [String]

    /// The suites of TLS 1.3 that Apple's systems offer.
    package static let tls13: Set<String> = [
        "TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256",
    ]

    /// The groups `ats` and `ats_compatibility` of Apple's Security framework (SecProtocolInternal.h), as of iOS 17.
    package static let system = CipherSuiteList(
        forwardSecret: [
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384",
            "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
            "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
        ],
        withoutForwardSecrecy: [
            "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA",
            "TLS_RSA_WITH_AES_128_CBC_SHA",
        ]
    )

    /// The lists of the Information Property List Key Reference of 2016; ECDHE with RSA and AES_256_CBC_SHA is missing
    /// there as well.
    package static let documented = CipherSuiteList(
        forwardSecret: [
            "TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA",
            "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256", "TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA",
            "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA384", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256",
            "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA",
        ],
        withoutForwardSecrecy: [
            "TLS_RSA_WITH_AES_256_GCM_SHA384", "TLS_RSA_WITH_AES_128_GCM_SHA256", "TLS_RSA_WITH_AES_256_CBC_SHA256",
            "TLS_RSA_WITH_AES_256_CBC_SHA", "TLS_RSA_WITH_AES_128_CBC_SHA256", "TLS_RSA_WITH_AES_128_CBC_SHA",
        ]
    )

    /// Whether a session's suite stands in the list, forward secret or not.
    func contains(_ session: TLSSession) -> Bool {
        if session.version >= .tls13 { return Self.tls13.contains(session.cipherSuite) }
        return forwardSecret.contains(session.cipherSuite) || withoutForwardSecrecy.contains(session.cipherSuite)
    }
}
