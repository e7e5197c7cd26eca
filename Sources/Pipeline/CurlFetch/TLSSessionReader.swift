import AttacheCore
import CNetwork

/// Reads the negotiated parameters and the presented certificates of a TLS session.
enum TLSSessionReader {
    /// The limit of certificates read from one chain; honest servers do not present longer chains.
    private static let chainLimit = 16

    /// Reads a session of OpenSSL, valid for the call; returns `nil` when the handshake is not complete.
    static func read(_ ssl: UnsafeMutableRawPointer) -> TLSSession? {
        guard let suite = unsafe attache_tls_suite(ssl), let version = unsafe version(attache_tls_version(ssl)) else {
            return nil
        }
        guard let certificates = unsafe chain(ssl, isVerified: 0), let verified = unsafe chain(ssl, isVerified: 1)
        else { return nil }
        var session = TLSSession(
            version: version,
            cipherSuite: unsafe String(cString: suite),
            certificates: certificates
        )
        session.verifiedChain = verified
        session.timestampCount = max(0, Int(unsafe attache_tls_timestamp_count(ssl)))
        session.stapledStatus = unsafe status(attache_tls_stapled_status(ssl))
        return session
    }

    /// Returns the certificates of a chain, or `nil` when one of them cannot be read.
    private static func chain(_ ssl: UnsafeMutableRawPointer, isVerified: Int32) -> [TLSSession.Certificate]? {
        var certificates: [TLSSession.Certificate] = []
        for index in 0..<min(Int(unsafe attache_tls_chain_count(ssl, isVerified)), chainLimit) {
            var facts = attache_certificate()
            guard unsafe attache_tls_certificate(ssl, isVerified, Int32(index), &facts) == 1 else { return nil }
            certificates.append(certificate(&facts))
        }
        return certificates
    }

    private static func status(_ number: Int32) -> TLSSession.StapledStatus? {
        switch number {
        case V_OCSP_CERTSTATUS_GOOD: .good
        case V_OCSP_CERTSTATUS_REVOKED: .revoked
        case V_OCSP_CERTSTATUS_UNKNOWN: .unknown
        default: nil
        }
    }

    private static func version(_ number: Int32) -> TLSVersion? {
        switch number {
        case TLS1_VERSION: .tls10
        case TLS1_1_VERSION: .tls11
        case TLS1_2_VERSION: .tls12
        case TLS1_3_VERSION: .tls13
        default: nil
        }
    }

    private static func certificate(_ facts: inout attache_certificate) -> TLSSession.Certificate {
        let bits = Int(facts.key_bits)
        let key: TLSSession.Certificate.Key =
            switch facts.key_kind {
            case EVP_PKEY_RSA, EVP_PKEY_RSA_PSS: .rsa(bits: bits)
            case EVP_PKEY_EC: .ellipticCurve(bits: bits)
            default: .other(name: text(&facts.key_name), bits: bits)
            }
        return TLSSession.Certificate(
            key: key,
            signatureDigest: text(&facts.signature_digest),
            publicKeyDigest: unsafe withUnsafeBytes(of: &facts.public_key_sha256) { unsafe Array($0) },
            isAuthority: facts.is_authority == 1
        )
    }

    /// Reads a C string in a fixed array, which the shim terminates with a zero.
    private static func text<Characters>(_ characters: inout Characters) -> String {
        unsafe withUnsafeBytes(of: &characters) { raw in
            unsafe String(decoding: raw.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
