/// Purpose of an address.
package enum AddressClass: Hashable, Sendable {
    /// An ordinary public address.
    case publicUnicast
    /// A cloud's metadata or machine service; no option opens it.
    case metadata
    /// In a special-purpose block.
    case special(SpecialBlock)
    case multicast
    /// Deprecated site-local IPv6 unicast.
    case siteLocal
    /// IPv6 that IANA has not allocated.
    case unallocated
    /// Carries an IPv4 address, in a form that is never allowed or one that is not public.
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
    /// The purpose as a phrase for messages.
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

/// The egress policy's decision on one address and port.
enum AddressFinding: Equatable {
    case permitted
    /// Not public, and not allowed by an option.
    case refused(AddressClass)
    /// An address of this machine, and not allowed by an option.
    case own
    /// The address is permitted, but not on this port.
    case portClosed
    /// Not public, and allowed on another port only.
    case otherPort(Int)
    /// Denied by the operator.
    case denied

    /// The decision as a phrase for messages.
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

/// Names that only a local network can resolve.
enum LocalName {
    /// Suffixes that public DNS does not have: RFC 6761 (localhost), RFC 6762 with its appendix G, RFC 7686 (onion),
    /// RFC 8375 (home.arpa), ICANN's reservation of `internal`, and the conventions `localdomain` and `lan`.
    static let suffixes = [
        "localhost", "local", "internal", "onion", "localdomain", "home.arpa", "lan", "home", "corp", "intranet",
        "private",
    ]

    private static let lastLabels = Set(suffixes.compactMap { $0.split(separator: ".").last })

    /// Whether an A-label name without a trailing dot is local: a single label, or one with a local suffix.
    static func contains(_ name: String) -> Bool {
        guard let stop = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return true }
        // Fast path: the last label alone excludes nearly every name.
        guard lastLabels.contains(name[name.utf8.index(after: stop)...]) else { return false }
        return suffixes.contains { HostPattern.isSuffix($0, of: name) || name == $0 }
    }
}
