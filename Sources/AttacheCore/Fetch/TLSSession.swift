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
