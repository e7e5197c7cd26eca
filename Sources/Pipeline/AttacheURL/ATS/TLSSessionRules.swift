/// A requirement of App Transport Security on a TLS session.
protocol TLSSessionRule: Sendable {
    /// Returns a reason to refuse the session; the host only serves the message.
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason?
}

/// Requires a minimum TLS version, 1.2 by default.
struct TLSVersionRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard let minimum = demands.minimumVersion, session.version < minimum else { return nil }
        return Reason(
            .atsTLSVersion,
            "\(host) negotiated \(session.version.rawValue), and App Transport Security requires \(minimum.rawValue).",
            fix: "Enable \(minimum.rawValue) on the server, or set NSExceptionMinimumTLSVersion for the host."
        )
    }
}

/// Requires an ephemeral key exchange, so that a stolen key decrypts no recorded session.
struct ForwardSecrecyRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.requiresForwardSecrecy, !Self.hasForwardSecrecy(session) else { return nil }
        return Reason(
            .atsForwardSecrecy,
            "\(host) negotiated \(session.cipherSuite), which has no forward secrecy.",
            fix: "Offer an ECDHE suite on the server, or set NSExceptionRequiresForwardSecrecy to NO for the host."
        )
    }

    /// Every TLS 1.3 key exchange is ephemeral; its suite names do not show it.
    private static func hasForwardSecrecy(_ session: TLSSession) -> Bool {
        session.version >= .tls13 || session.cipherSuite.hasPrefix("TLS_ECDHE_")
            || session.cipherSuite.hasPrefix("TLS_DHE_")
    }
}

/// Requires a cipher suite that App Transport Security accepts; suites without forward secrecy pass here and are left
/// to `ForwardSecrecyRule`.
struct CipherSuiteRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.restrictsCipherSuites, !demands.cipherSuites.contains(session) else { return nil }
        return Reason(
            .atsCipherSuite,
            "\(host) negotiated \(session.cipherSuite), a suite that App Transport Security does not accept.",
            fix: "Offer TLS 1.3, or ECDHE with AES-GCM, on the server."
        )
    }
}

/// Requires a leaf certificate with an RSA key of 2048 bits or an elliptic-curve key of 256, signed with SHA-256 or
/// better.
struct CertificateStrengthRule: TLSSessionRule {
    static let minimumRSABits = 2048
    static let minimumCurveBits = 256
    /// Digests at least as strong as SHA-256, by OpenSSL's short names; empty for a scheme with its own digest, such as
    /// Ed25519.
    static let strongDigests: Set<String> = ["SHA256", "SHA384", "SHA512", "SHA512-256", ""]

    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.restrictsCertificates, let problem = Self.problem(with: session.certificates.first) else {
            return nil
        }
        return Reason(
            .atsCertificateStrength,
            "\(host) presented \(problem).",
            fix: "Use a certificate with an RSA key of 2048 bits or an EC key of 256, signed with SHA-256."
        )
    }

    private static func problem(with leaf: TLSSession.Certificate?) -> String? {
        guard let leaf else { return "no certificate" }
        switch leaf.key {
        case .rsa(let bits) where bits < minimumRSABits:
            return "an RSA key of \(bits) bits, fewer than \(minimumRSABits)"
        case .ellipticCurve(let bits) where bits < minimumCurveBits:
            return "an elliptic-curve key of \(bits) bits, fewer than \(minimumCurveBits)"
        case .other(let name, _): return "a key of the kind \(name), which is neither RSA nor elliptic-curve"
        case .rsa, .ellipticCurve: break
        }
        if strongDigests.contains(leaf.signatureDigest) { return nil }
        return "a certificate signed with \(leaf.signatureDigest), weaker than SHA-256"
    }
}

/// Refuses RSA keys below 2048 bits and SHA-1 signatures, which the system does not trust since iOS 11, with or without
/// App Transport Security (https://support.apple.com/en-us/103769, https://support.apple.com/en-us/102028).
///
/// Where ATS has the same requirement, `CertificateStrengthRule` reports it.
struct WeakTrustRule: TLSSessionRule {
    private static let weakDigests: Set<String> = ["MD5", "SHA1"]

    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard demands.refusesWeakTrust, !demands.restrictsCertificates, let leaf = session.certificates.first,
            let problem = Self.problem(with: leaf)
        else { return nil }
        return Reason(
            .fetchCertificate,
            "\(host) presented \(problem), which iOS does not trust under any ATS dictionary.",
            fix: "Use a certificate with an RSA key of 2048 bits or an EC key of 256, signed with SHA-256."
        )
    }

    private static func problem(with leaf: TLSSession.Certificate) -> String? {
        if case .rsa(let bits) = leaf.key, bits < CertificateStrengthRule.minimumRSABits {
            return "an RSA key of \(bits) bits"
        }
        return weakDigests.contains(leaf.signatureDigest) ? "a certificate signed with \(leaf.signatureDigest)" : nil
    }
}

/// Requires pinned keys: the leaf must have a key of the leaf list, an authority one of the authority list.
///
/// Where both lists are present, both must match. Authorities are those of the verified chain including its root, which
/// servers commonly omit; other certificates that the server sends prove nothing.
struct PinnedKeysRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        let chain = session.verifiedChain.isEmpty ? session.certificates : session.verifiedChain
        let authorities = chain.filter(\.isAuthority)
        if Self.has(Array(session.certificates.prefix(1)), pinnedIn: demands.leafKeys) == false {
            return mismatch("the leaf certificate", "NSPinnedLeafIdentities", host)
        }
        if Self.has(authorities, pinnedIn: demands.authorityKeys) == false {
            return mismatch("no authority of the chain", "NSPinnedCAIdentities", host)
        }
        return nil
    }

    /// Whether one of the certificates has a pinned key; `nil` when nothing is pinned.
    private static func has(_ certificates: [TLSSession.Certificate], pinnedIn keys: [String]) -> Bool? {
        guard !keys.isEmpty else { return nil }
        return certificates.contains { keys.contains($0.publicKeyPin) }
    }

    private func mismatch(_ subject: String, _ key: String, _ host: MediaHost) -> Reason {
        let verb = subject.hasPrefix("no ") ? "has" : "does not have"
        return Reason(
            .atsPinMismatch,
            "For \(host), \(subject) \(verb) a key that \(key) names.",
            fix: "Add the SHA-256 digest of the server's public key to \(key)."
        )
    }
}

/// Notes a session without any signed certificate timestamp.
///
/// Since iOS 12.1 every certificate of a public authority needs them, regardless of NSRequiresCertificateTransparency;
/// those of private authorities do not. Timestamps are counted, not verified, which would require Apple's list of logs.
struct CertificateTransparencyRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard session.timestampCount == 0, session.isPubliclyTrusted || demands.requiresTransparency else { return nil }
        return Reason(
            .atsCertificateTransparency,
            "\(host) presented no certificate timestamps, which iOS requires from public authorities.",
            fix: "Use a certificate with embedded timestamps, logged by its authority."
        )
    }
}

/// Notes a certificate that its own stapled status reports as revoked.
///
/// Revocation is not checked otherwise, and the stapled response's signature is not verified: hence a note, not a
/// refusal.
struct StapledStatusRule: TLSSessionRule {
    func reason(against session: TLSSession, under demands: TLSDemands, host: MediaHost) -> Reason? {
        guard session.stapledStatus == .revoked else { return nil }
        return Reason(
            .fetchCertificateRevoked,
            "The stapled status of \(host) reports its certificate as revoked.",
            fix: "Replace the certificate: iOS may refuse it at any time."
        )
    }
}
