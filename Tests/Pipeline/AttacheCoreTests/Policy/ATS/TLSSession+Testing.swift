import AttacheCore

extension TLSSession {
    /// A session that passes every rule by default.
    static func testing(
        _ version: TLSVersion = .tls12,
        _ cipherSuite: String = "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256",
        certificates: [Certificate] = [.leaf()]
    ) -> TLSSession {
        TLSSession(version: version, cipherSuite: cipherSuite, certificates: certificates)
    }
}

extension TLSSession.Certificate {
    /// A server's certificate whose key digest is one byte repeated 32 times.
    static func leaf(_ key: Key = .rsa(bits: 2048), _ digest: String = "SHA256", keyByte: UInt8 = 0) -> Self {
        Self(
            key: key,
            signatureDigest: digest,
            publicKeyDigest: Array(repeating: keyByte, count: 32),
            isAuthority: false
        )
    }

    /// An authority's certificate.
    static func authority(keyByte: UInt8) -> Self {
        var certificate = leaf(keyByte: keyByte)
        certificate.isAuthority = true
        return certificate
    }
}
