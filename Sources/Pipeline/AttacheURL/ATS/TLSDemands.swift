import AttacheJSON

/// Requirements of App Transport Security on one TLS session.
package struct TLSDemands: Sendable, Equatable {
    /// The oldest version, or `nil` for any.
    package var minimumVersion: TLSVersion?
    /// Whether the key exchange must be ephemeral.
    package var requiresForwardSecrecy: Bool
    /// Whether only `cipherSuites` are accepted.
    package var restrictsCipherSuites: Bool
    /// The accepted suites if `restrictsCipherSuites`.
    package var cipherSuites = CipherSuiteList.system
    /// Whether the leaf certificate needs a strong key and signature.
    package var restrictsCertificates: Bool
    /// Whether the system itself refuses short RSA keys and SHA-1, as since iOS 11 with or without ATS.
    package var refusesWeakTrust = false
    /// Whether the host's exception sets the obsolete key for certificate transparency.
    package var requiresTransparency = false
    /// Pins, base64; an authority of the chain must have one of them. Empty for no list.
    package var authorityKeys: [String] = []
    /// Pins, base64; the leaf must have one of them. Empty for no list.
    package var leafKeys: [String] = []

    /// The requirements without any exception.
    package static let standard = TLSDemands(
        minimumVersion: .tls12,
        requiresForwardSecrecy: true,
        restrictsCipherSuites: true,
        restrictsCertificates: true
    )

    /// No requirements: ATS is off for the host.
    package static let none = TLSDemands(
        minimumVersion: nil,
        requiresForwardSecrecy: false,
        restrictsCipherSuites: false,
        restrictsCertificates: false
    )

    /// The device's TLS offer under these requirements, which excludes everything it would refuse.
    package var offer: TLSOffer {
        let suites = cipherSuites.forwardSecret + (requiresForwardSecrecy ? [] : cipherSuites.withoutForwardSecrecy)
        return TLSOffer(minimumVersion: minimumVersion ?? .tls10, cipherSuites: restrictsCipherSuites ? suites : nil)
    }
}

/// Cipher suites that App Transport Security accepts, by their IANA names.
package struct CipherSuiteList: Sendable, Equatable {
    /// Suites of TLS 1.2 and older with forward secrecy, in the device's order.
    package let forwardSecret: [String]
    /// Suites that NSExceptionRequiresForwardSecrecy = NO adds.
    package let withoutForwardSecrecy: [String]

    /// TLS 1.3 suites that Apple's systems offer.
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

    /// The lists of the Information Property List Key Reference of 2016, which also omits ECDHE with RSA and
    /// AES_256_CBC_SHA.
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

    /// Whether the list has a session's suite, with or without forward secrecy.
    package func contains(_ session: TLSSession) -> Bool {
        if session.version >= .tls13 { return Self.tls13.contains(session.cipherSuite) }
        return forwardSecret.contains(session.cipherSuite) || withoutForwardSecrecy.contains(session.cipherSuite)
    }
}

extension TLSSession.Certificate {
    /// The public key's digest in the form of `SPKI-SHA256-BASE64`.
    package var publicKeyPin: String { Base64.text(publicKeyDigest) }
}
