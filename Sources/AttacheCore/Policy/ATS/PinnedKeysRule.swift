/// The chain must hold a pinned key: the leaf one of the leaf list, an authority one of the authority list.
///
/// Where both lists are present, both must match. Authorities are those of the chain that trust was built on, its root
/// included, which servers commonly leave out; what else a server presents proves nothing.
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

    /// Whether one of the certificates has a pinned key, or `nil` when nothing is pinned.
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
