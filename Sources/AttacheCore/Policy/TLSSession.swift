/// What a TLS handshake negotiated and what the server presented.
package struct TLSSession: Sendable, Equatable {
    /// The protocol version.
    package var version: TLSVersion
    /// The cipher suite by its standard name, such as `TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256`.
    package var cipherSuite: String
    /// The presented chain, leaf first.
    package var certificates: [Certificate]
    /// The chain from the leaf to the trusted root, which servers commonly leave out; empty where it is not known.
    package var verifiedChain: [Certificate] = []
    /// Signed certificate timestamps in the certificate, in the handshake or in the stapled status.
    package var timestampCount = 0
    /// What the stapled status says of the leaf, or `nil` without one.
    package var stapledStatus: StapledStatus?
    /// Whether the chain was verified against the system's authorities, all of which are public.
    package var isPubliclyTrusted = false

    /// What a certificate's authority says of it.
    package enum StapledStatus: Sendable, Equatable {
        case good
        case revoked
        case unknown
    }

    /// Creates a session.
    ///
    /// - Parameters:
    ///   - version: The protocol version.
    ///   - cipherSuite: The suite's standard (IANA) name.
    ///   - certificates: The presented chain, leaf first.
    package init(version: TLSVersion, cipherSuite: String, certificates: [Certificate]) {
        self.version = version
        self.cipherSuite = cipherSuite
        self.certificates = certificates
    }

    /// One certificate of the presented chain.
    package struct Certificate: Sendable, Equatable {
        /// The kind of public key.
        package enum Key: Sendable, Equatable {
            case rsa(bits: Int)
            case ellipticCurve(bits: Int)
            case other(name: String, bits: Int)
        }

        /// The public key's kind and size.
        package var key: Key
        /// The digest of the signature, such as `SHA256`; empty where the signature scheme has none of its own.
        package var signatureDigest: String
        /// SHA-256 of the DER-encoded subject public key info, 32 bytes.
        package var publicKeyDigest: [UInt8]
        /// Whether the certificate is an authority's.
        package var isAuthority: Bool

        /// Creates a certificate's facts.
        ///
        /// - Parameters:
        ///   - key: The public key's kind and size.
        ///   - signatureDigest: The digest's OpenSSL short name.
        ///   - publicKeyDigest: SHA-256 of the subject public key info.
        ///   - isAuthority: Whether basic constraints say CA.
        package init(key: Key, signatureDigest: String, publicKeyDigest: [UInt8], isAuthority: Bool) {
            self.key = key
            self.signatureDigest = signatureDigest
            self.publicKeyDigest = publicKeyDigest
            self.isAuthority = isAuthority
        }
    }
}

extension TLSSession.Certificate.Key: CustomStringConvertible {
    /// The key in a few words, such as `RSA 2048`.
    package var description: String {
        switch self {
        case .rsa(let bits): "RSA \(bits)"
        case .ellipticCurve(let bits): "EC \(bits)"
        case .other(let name, let bits): "\(name) \(bits)"
        }
    }
}

/// A version of TLS, as ATS dictionaries spell it.
package enum TLSVersion: String, Sendable, Comparable, CaseIterable {
    case tls10 = "TLSv1.0"
    case tls11 = "TLSv1.1"
    case tls12 = "TLSv1.2"
    case tls13 = "TLSv1.3"

    package static func < (left: TLSVersion, right: TLSVersion) -> Bool { left.rawValue < right.rawValue }
}

/// What a device's TLS handshake offers a server.
package struct TLSOffer: Sendable, Hashable {
    /// The oldest version.
    package var minimumVersion: TLSVersion
    /// The suites of TLS 1.2 and older by their IANA names, best first; `nil` for every one there is.
    package var cipherSuites: [String]?

    /// Creates an offer.
    ///
    /// - Parameters:
    ///   - minimumVersion: The oldest version.
    ///   - cipherSuites: The suites of TLS 1.2 and older, best first; `nil` for every one there is.
    package init(minimumVersion: TLSVersion, cipherSuites: [String]?) {
        self.minimumVersion = minimumVersion
        self.cipherSuites = cipherSuites
    }

    /// Every version and suite, so that a handshake shows what a server would negotiate at all.
    package static let everything = TLSOffer(minimumVersion: .tls10, cipherSuites: nil)
}
