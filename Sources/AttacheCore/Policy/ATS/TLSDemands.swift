/// What App Transport Security demands of one TLS session.
package struct TLSDemands: Sendable, Equatable {
    /// The oldest version, or `nil` for any.
    package var minimumVersion: TLSVersion?
    /// Whether the key exchange must be ephemeral.
    package var requiresForwardSecrecy: Bool
    /// Whether only the listed cipher suites will do.
    package var restrictsCipherSuites: Bool
    /// Whether the leaf certificate's key and signature have to be strong.
    package var restrictsCertificates: Bool
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

    /// No demands: ATS is off for the host. What the system itself refuses (SHA-1 and short RSA keys since iOS 13) is a
    /// matter of trust, not of ATS.
    package static let none = TLSDemands(
        minimumVersion: nil,
        requiresForwardSecrecy: false,
        restrictsCipherSuites: false,
        restrictsCertificates: false
    )
}
