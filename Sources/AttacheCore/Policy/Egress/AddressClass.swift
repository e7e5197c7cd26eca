/// What an address is for.
package enum AddressClass: Hashable, Sendable {
    /// An ordinary public address.
    case publicUnicast
    /// A cloud's metadata or machine service; no option opens it.
    case metadata
    /// In a special-purpose block.
    case special(SpecialBlock)
    /// Many receivers at once.
    case multicast
    /// The former site-local unicast of IPv6.
    case siteLocal
    /// IPv6 that IANA has given to nobody.
    case unallocated
    /// Carries an IPv4 address: in a form that is never admitted, or one that is not public.
    indirect case embedded(EmbeddedIPv4, AddressClass)

    /// Whether the address belongs to the operator's own machine or network.
    package var isInternal: Bool {
        switch self {
        case .special(let row): row.isInternal
        case .siteLocal: true
        case .embedded(let embedded, let inner): embedded.form == .mapped && inner.isInternal
        case .publicUnicast, .metadata, .multicast, .unallocated: false
        }
    }
}

extension AddressClass: CustomStringConvertible {
    /// What the address is for, in words that follow "an address of the kind".
    package var description: String {
        switch self {
        case .publicUnicast: "public unicast"
        case .metadata: "cloud metadata service"
        case .special(let row): row.name
        case .multicast: "multicast"
        case .siteLocal: "deprecated site local"
        case .unallocated: "unallocated"
        case .embedded(let embedded, let inner): "\(embedded.form.rawValue) IPv4, \(inner)"
        }
    }
}

/// What the egress policy makes of one address on one port.
enum AddressFinding: Equatable {
    /// It may be dialled.
    case permitted
    /// It is not public, and no option opens it.
    case refused(AddressClass)
    /// It is an address of this very machine, and no option opens it.
    case own
    /// It may be dialled, but not on this port.
    case portClosed
    /// It is not public, and the operator opens it on another port only.
    case otherPort(Int)
    /// The operator closed it.
    case denied

    /// What stands against it, in a few words.
    var words: String {
        switch self {
        case .permitted: "permitted"
        case .refused(let addressClass): "\(addressClass)"
        case .own: "it belongs to this machine"
        case .portClosed: "port not open"
        case .otherPort(let port): "allowed on port \(port) only"
        case .denied: "denied by the operator"
        }
    }
}

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
