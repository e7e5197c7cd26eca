/// IANA's address registries as of October 2025, and Attache's classification of addresses.
///
/// The tests compare the tables below with the registries' data.
package enum AddressRegistry {
    /// Returns the class of an address, also of one that carries an IPv4 address; `publicUnicast` may be dialled by
    /// default.
    package static func classify(_ address: IPAddress) -> AddressClass {
        switch address {
        case .v4(let bits): classify(bits, address)
        case .v6(let high, let low): classify(high, low, address)
        }
    }

    /// Whether an address, or one it carries in any known form, is a cloud's metadata or machine service, which no
    /// option allows. Broader than `classify`: it also decodes the transitional forms that are otherwise refused as a
    /// whole, since an operator may allow those.
    package static func isMetadata(_ address: IPAddress) -> Bool {
        switch address {
        case .v4(let bits): return metadataIPv4.contains(bits)
        case .v6(let high, let low):
            if metadataIPv6.contains(address) { return true }
            return EmbeddedIPv4.candidates(high: high, low: low).contains { metadataIPv4.contains($0) }
        }
    }

    private static func classify(_ bits: UInt32, _ address: IPAddress) -> AddressClass {
        if metadataIPv4.contains(bits) { return .metadata }
        for row in specialIPv4 where row.block.contains(address) {
            return row.isAdmitted ? .publicUnicast : .special(row)
        }
        // 224.0.0.0/4 (RFC 5771), which has its own registry.
        return bits >> 28 == 0xE ? .multicast : .publicUnicast
    }

    private static func classify(_ high: UInt64, _ low: UInt64, _ address: IPAddress) -> AddressClass {
        if metadataIPv6.contains(address) { return .metadata }
        if let embedded = EmbeddedIPv4(high: high, low: low) {
            let inner = classify(embedded.address, .v4(embedded.address))
            guard embedded.form.isAdmitted, inner == .publicUnicast else { return .embedded(embedded, inner) }
            // A mapped or translated address is the IPv4 address; the prefix of an ISATAP one is checked too.
            if embedded.form != .isatap { return .publicUnicast }
        }
        for row in specialIPv6 where row.block.contains(address) {
            return row.isAdmitted ? .publicUnicast : .special(row)
        }
        for block in allocatedIPv6 where block.contains(address) { return .publicUnicast }
        // ff00::/8 (RFC 4291 §2.7) and the former fec0::/10 (RFC 3879).
        if high >> 56 == 0xFF { return .multicast }
        return high >> 54 == 0xFEC0 >> 6 ? .siteLocal : .unallocated
    }

    /// Parses `address/length` of a table; a malformed one stops the program.
    package static func block(_ text: String) -> AddressBlock {
        guard let block = AddressBlock(parsing: text) else {
            preconditionFailure("The address table has \(text), which is not a block.")
        }
        return block
    }
}

/// A row of IANA's special-purpose address registries, and its treatment by Attache.
package struct SpecialBlock: Hashable, Sendable {
    /// The registry's column *Globally Reachable*.
    package enum Reachability: String, Sendable {
        case yes
        case no
        case notApplicable = "n/a"
    }

    package let block: AddressBlock
    /// The purpose in a few lower-case words.
    package let name: String
    package let reachability: Reachability
    /// Whether they are public services that may host a web origin, and are treated as ordinary addresses.
    package let isAdmitted: Bool
    /// Whether they belong to the operator's own machine or network.
    package let isInternal: Bool

    /// Creates a row; a malformed `address/length` stops the program.
    package init(
        _ block: String,
        _ name: String,
        _ reachability: Reachability = .no,
        isAdmitted: Bool = false,
        isInternal: Bool = false
    ) {
        self.block = AddressRegistry.block(block)
        self.name = name
        self.reachability = reachability
        self.isAdmitted = isAdmitted
        self.isInternal = isInternal
    }
}

extension AddressRegistry {
    /// IANA's IPv4 special-purpose registry, longest prefix first: the first matching row applies.
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

    /// IANA's IPv6 special-purpose registry, longest prefix first: the first matching row applies.
    package static let specialIPv6: [SpecialBlock] = [
        SpecialBlock("::1/128", "loopback", isInternal: true),
        SpecialBlock("::/128", "unspecified"),
        // The anycast helpers are reachable but hold no web origin.
        SpecialBlock("2001:1::1/128", "PCP anycast", .yes),
        SpecialBlock("2001:1::2/128", "TURN anycast", .yes),
        SpecialBlock("2001:1::3/128", "DNS-SD SRP anycast", .yes),
        // Both are classified by their IPv4 address before these rows are reached.
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

    /// IANA's IPv6 global unicast allocations; addresses outside them are unreachable and not dialled.
    package static let allocatedIPv6: [AddressBlock] = [
        "2001::/23", "2001:200::/23", "2001:400::/23", "2001:600::/23", "2001:800::/22", "2001:c00::/23",
        "2001:e00::/23", "2001:1200::/23", "2001:1400::/22", "2001:1800::/23", "2001:1a00::/23", "2001:1c00::/22",
        "2001:2000::/19", "2001:4000::/23", "2001:4200::/23", "2001:4400::/23", "2001:4600::/23", "2001:4800::/23",
        "2001:4a00::/23", "2001:4c00::/23", "2001:5000::/20", "2001:8000::/19", "2001:a000::/20", "2001:b000::/20",
        "2002::/16", "2003::/18", "2400::/12", "2410::/12", "2600::/12", "2610::/23", "2620::/23", "2630::/12",
        "2800::/12", "2a00::/12", "2a10::/12", "2c00::/12",
    ].map(block)

    /// Services of cloud providers for a machine inside of them: metadata, which often include credentials, names and
    /// time. No option allows them.
    ///
    /// Sources, read in November 2026: the providers' documentation of instance metadata for 169.254.169.254 (nearly
    /// every cloud), 169.254.170.2 and 169.254.170.23 (Amazon ECS task roles and EKS Pod Identity), 169.254.169.253 and
    /// .123 (Amazon VPC, *Supporting Amazon VPC services*: names and time), 169.254.42.42 (Scaleway, *Instance user
    /// data*), 100.100.100.200 (Alibaba Cloud), 192.0.0.192 (Oracle Cloud) and 168.63.129.16 (Azure WireServer, public
    /// by its number); the Datadog agent's detection of hosts for 169.254.0.23 (Tencent Cloud).
    package static let metadataIPv4: [UInt32] = [
        0xA9FE_A9FE,  // 169.254.169.254
        0xA9FE_AA02,  // 169.254.170.2
        0xA9FE_AA17,  // 169.254.170.23
        0xA9FE_A9FD,  // 169.254.169.253
        0xA9FE_A97B,  // 169.254.169.123
        0xA9FE_2A2A,  // 169.254.42.42
        0xA9FE_0017,  // 169.254.0.23
        0xC000_00C0,  // 192.0.0.192
        0x6464_64C8,  // 100.100.100.200
        0xA83F_8110,  // 168.63.129.16
    ]

    /// The same in IPv6.
    ///
    /// Sources: Amazon's documentation for fd00:ec2::254 (EC2), ::253 and ::123 (*Supporting Amazon VPC services*) and
    /// ::23 (*Set up the Amazon EKS Pod Identity Agent*); Scaleway's *Instance user data* for fd00:42::42; Akamai's *Use
    /// the Metadata service API* for fd00:a9fe:a9fe::1; the Python SDK of Oracle Cloud for fd00:c1::a9fe:a9fe. For
    /// fd20:ce::254 (Google Cloud, machines without IPv4) only block lists of other programs were found.
    package static let metadataIPv6: [IPAddress] = [
        .v6(high: 0xFD00_0EC2_0000_0000, low: 0x254),
        .v6(high: 0xFD00_0EC2_0000_0000, low: 0x253),
        .v6(high: 0xFD00_0EC2_0000_0000, low: 0x123),
        .v6(high: 0xFD00_0EC2_0000_0000, low: 0x23),
        .v6(high: 0xFD20_00CE_0000_0000, low: 0x254),
        .v6(high: 0xFD00_0042_0000_0000, low: 0x42),
        .v6(high: 0xFD00_00C1_0000_0000, low: 0xA9FE_A9FE),
        .v6(high: 0xFD00_A9FE_A9FE_0000, low: 1),
    ]
}
