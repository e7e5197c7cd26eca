/// Which names only a local network can answer.
enum LocalName {
    /// Endings that public DNS does not have: RFC 6761 (localhost), RFC 6762 with its appendix G, RFC 7686 (onion),
    /// RFC 8375 (home.arpa), ICANN's reservation of `internal`, and the old customs `localdomain` and `lan`.
    static let suffixes = [
        "localhost", "local", "internal", "onion", "localdomain", "home.arpa", "lan", "home", "corp", "intranet",
        "private",
    ]

    private static let lastLabels = Set(suffixes.compactMap { $0.split(separator: ".").last })

    /// Whether a name is local: a single label, or one of the local endings.
    ///
    /// - Parameter name: An A-label name without a trailing full stop.
    /// - Returns: Whether it is local.
    static func contains(_ name: String) -> Bool {
        guard let stop = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
        // Nearly every name is told by its last label alone.
        guard lastLabels.contains(name[name.utf8.index(after: stop)...]) else { return false }
        return suffixes.contains { HostPattern.isSuffix($0, of: name) || name == $0 }
    }
}
