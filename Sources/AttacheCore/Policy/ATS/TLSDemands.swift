/// What App Transport Security demands of one TLS session.
package struct TLSDemands: Sendable, Equatable {
    /// The oldest version, or `nil` for any.
    package var minimumVersion: TLSVersion?
    /// Whether the key exchange must be ephemeral.
    package var requiresForwardSecrecy: Bool
    /// Whether only the listed cipher suites will do.
    package var restrictsCipherSuites: Bool
    /// The list, where suites are restricted.
    package var cipherSuites = CipherSuiteList.system
    /// Whether the leaf certificate's key and signature have to be strong.
    package var restrictsCertificates: Bool
    /// Whether the system itself refuses short RSA keys and SHA-1, as it does since iOS 11 with or without ATS.
    package var refusesWeakTrust = false
    /// Whether the host's exception asks for certificate transparency by the obsolete key.
    package var requiresTransparency = false
    /// Pins, base64, of which an authority of the chain must have one; empty for no such list.
    package var authorityKeys: [String] = []
    /// Pins, base64, of which the leaf must have one; empty for no such list.
    package var leafKeys: [String] = []

    /// The demands without any exception: TLS 1.2, forward secrecy, listed suites, strong certificate.
    package static let standard = TLSDemands(
        minimumVersion: .tls12,
        requiresForwardSecrecy: true,
        restrictsCipherSuites: true,
        restrictsCertificates: true
    )

    /// No demands: ATS is off for the host.
    package static let none = TLSDemands(
        minimumVersion: nil,
        requiresForwardSecrecy: false,
        restrictsCipherSuites: false,
        restrictsCertificates: false
    )

    /// What the device's own handshake offers under these demands; it never offers what it would have to refuse.
    package var offer: TLSOffer {
        let suites = cipherSuites.forwardSecret + (requiresForwardSecrecy ? [] : cipherSuites.withoutForwardSecrecy)
        return TLSOffer(
            minimumVersion: minimumVersion ?? .tls10,
            cipherSuites: restrictsCipherSuites ? suites : nil
        )
    }
}
