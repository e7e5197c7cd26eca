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
