extension AddressRegistry {
    /// IANA's IPv6 special-purpose registry, longest prefix first, so that the first row that fits is the right one.
    package static let specialIPv6: [SpecialBlock] = [
        SpecialBlock("::1/128", "loopback", isInternal: true),
        SpecialBlock("::/128", "unspecified"),
        // The anycast helpers are reachable but hold no web origin.
        SpecialBlock("2001:1::1/128", "PCP anycast", .yes),
        SpecialBlock("2001:1::2/128", "TURN anycast", .yes),
        SpecialBlock("2001:1::3/128", "DNS-SD SRP anycast", .yes),
        // Both are judged by the IPv4 address inside before these rows are reached.
        SpecialBlock("::ffff:0:0/96", "IPv4-mapped"),
        SpecialBlock("64:ff9b::/96", "NAT64 well-known prefix", .yes, isAdmitted: true),
        SpecialBlock("100::/64", "discard only"),
        SpecialBlock("100:0:0:1::/64", "dummy prefix"),
        SpecialBlock("64:ff9b:1::/48", "NAT64 local use"),
        SpecialBlock("2001:2::/48", "benchmarking"),
        SpecialBlock("2001:4:112::/48", "AS112-v6", .yes, isAdmitted: true),
        SpecialBlock("2620:4f:8000::/48", "direct delegation AS112", .yes, isAdmitted: true),
        SpecialBlock("2001::/32", "Teredo", .notApplicable),
        SpecialBlock("2001:3::/32", "AMT", .yes, isAdmitted: true),
        SpecialBlock("2001:db8::/32", "documentation"),
        SpecialBlock("2001:10::/28", "deprecated ORCHID"),
        // Identifiers, not locations: nothing can be fetched from them.
        SpecialBlock("2001:20::/28", "ORCHIDv2", .yes),
        SpecialBlock("2001:30::/28", "drone remote ID (DET)", .yes),
        SpecialBlock("2001::/23", "IETF protocol assignments"),
        SpecialBlock("3fff::/20", "documentation"),
        SpecialBlock("2002::/16", "6to4", .notApplicable),
        SpecialBlock("5f00::/16", "SRv6 SIDs"),
        SpecialBlock("fe80::/10", "link local", isInternal: true),
        SpecialBlock("fc00::/7", "unique local", isInternal: true),
    ]
}
