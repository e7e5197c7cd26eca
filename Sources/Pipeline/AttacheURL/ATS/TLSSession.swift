/// Negotiated parameters of a TLS session and the server's certificates.
package struct TLSSession: Sendable, Equatable {
    package var version: TLSVersion
    /// IANA name of the cipher suite, such as `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`.
    package var cipherSuite: String
    /// The server's chain, leaf first.
    package var certificates: [Certificate]
    /// The chain from the leaf to the trusted root, which servers commonly omit; empty where unknown.
    package var verifiedChain: [Certificate] = []
    /// Number of signed certificate timestamps in the certificate, the handshake and the stapled status.
    package var timestampCount = 0
    /// Stapled revocation status of the leaf, or `nil` without one.
    package var stapledStatus: StapledStatus?
    /// Whether the chain was verified against the system's authorities, all of which are public.
    package var isPubliclyTrusted = false

    /// Revocation status from the certificate's authority.
    package enum StapledStatus: Sendable, Equatable {
        case good
        case revoked
        case unknown
    }

    package init(version: TLSVersion, cipherSuite: String, certificates: [Certificate]) {
        self.version = version
        self.cipherSuite = cipherSuite
        self.certificates = certificates
    }

    /// A certificate of the chain.
    package struct Certificate: Sendable, Equatable {
        /// Kind and size of a public key.
        package enum Key: Sendable, Equatable {
            case rsa(bits: Int)
            case ellipticCurve(bits: Int)
            case other(name: String, bits: Int)
        }

        package var key: Key
        /// OpenSSL short name of the signature's digest, such as `SHA256`; empty where the signature scheme has none of
        /// its own.
        package var signatureDigest: String
        /// SHA-256 of the DER-encoded subject public key info, 32 bytes.
        package var publicKeyDigest: [UInt8]
        /// Whether the basic constraints contain CA.
        package var isAuthority: Bool

        package init(key: Key, signatureDigest: String, publicKeyDigest: [UInt8], isAuthority: Bool) {
            self.key = key
            self.signatureDigest = signatureDigest
            self.publicKeyDigest = publicKeyDigest
            self.isAuthority = isAuthority
        }
    }
}

extension TLSSession.Certificate.Key: CustomStringConvertible {
    /// Kind and size, such as `RSA 2048`.
    package var description: String {
        switch self {
        case .rsa(let bits): "RSA \(bits)"
        case .ellipticCurve(let bits): "EC \(bits)"
        case .other(let name, let bits): "\(name) \(bits)"
        }
    }
}

/// A TLS version, with the spelling of ATS dictionaries.
package enum TLSVersion: String, Sendable, Comparable, CaseIterable {
    case tls10 = "TLSv1.0"
    case tls11 = "TLSv1.1"
    case tls12 = "TLSv1.2"
    case tls13 = "TLSv1.3"

    package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}

/// The TLS offer of a device's handshake.
package struct TLSOffer: Sendable, Hashable {
    package var minimumVersion: TLSVersion
    /// IANA names of suites of TLS 1.2 and older, best first; `nil` for all.
    package var cipherSuites: [String]?

    /// Every version and suite, to find what a server would negotiate.
    package static let everything = TLSOffer(minimumVersion: .tls10, cipherSuites: nil)
}
