extension AddressRegistry {
    /// IANA's IPv4 special-purpose registry, longest prefix first, so that the first row that fits is the right one.
    package static let specialIPv4: [SpecialBlock] = [
        SpecialBlock("0.0.0.0/32", "this host"),
        SpecialBlock("192.0.0.8/32", "IPv4 dummy address"),
        // The anycast helpers are reachable but hold no web origin.
        SpecialBlock("192.0.0.9/32", "PCP anycast", .yes),
        SpecialBlock("192.0.0.10/32", "TURN anycast", .yes),
        SpecialBlock("192.0.0.170/32", "NAT64/DNS64 discovery"),
        SpecialBlock("192.0.0.171/32", "NAT64/DNS64 discovery"),
        SpecialBlock("192.88.99.2/32", "6a44 relay anycast"),
        SpecialBlock("255.255.255.255/32", "limited broadcast"),
        SpecialBlock("192.0.0.0/29", "IPv4 service continuity"),
        SpecialBlock("192.0.0.0/24", "IETF protocol assignments"),
        SpecialBlock("192.0.2.0/24", "TEST-NET-1"),
        SpecialBlock("192.31.196.0/24", "AS112-v4", .yes, isAdmitted: true),
        SpecialBlock("192.52.193.0/24", "AMT", .yes, isAdmitted: true),
        SpecialBlock("192.88.99.0/24", "deprecated 6to4 relay anycast", .notApplicable),
        SpecialBlock("192.175.48.0/24", "direct delegation AS112", .yes, isAdmitted: true),
        SpecialBlock("198.51.100.0/24", "TEST-NET-2"),
        SpecialBlock("203.0.113.0/24", "TEST-NET-3"),
        SpecialBlock("169.254.0.0/16", "link local", isInternal: true),
        SpecialBlock("192.168.0.0/16", "private use", isInternal: true),
        SpecialBlock("198.18.0.0/15", "benchmarking"),
        SpecialBlock("172.16.0.0/12", "private use", isInternal: true),
        SpecialBlock("100.64.0.0/10", "shared address space (CGNAT)", isInternal: true),
        SpecialBlock("0.0.0.0/8", "this network"),
        SpecialBlock("10.0.0.0/8", "private use", isInternal: true),
        SpecialBlock("127.0.0.0/8", "loopback", isInternal: true),
        SpecialBlock("240.0.0.0/4", "reserved"),
    ]
}
