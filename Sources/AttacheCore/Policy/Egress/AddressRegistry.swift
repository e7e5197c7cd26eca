/// What IANA's registries say of addresses, as of October 2025, and what Attache makes of them.
///
/// The tables stand in `AddressRegistry+IPv4.swift` and its siblings; the tests compare them with the registries' data.
package enum AddressRegistry {
    /// Tells what an address is for, looking into addresses that carry an IPv4 address.
    ///
    /// - Parameter address: Any address.
    /// - Returns: `publicUnicast` for what may be dialled without being asked for, else what stands against it.
    package static func classify(_ address: IPAddress) -> AddressClass {
        switch address {
        case .v4(let bits): classify(bits, address)
        case .v6(let high, let low): classify(high, low, address)
        }
    }

    /// Whether an address, or one it carries in any known manner, is a cloud's metadata or machine service.
    ///
    /// Broader than `classify`: also looks into the transitional forms that are refused as a whole, since an operator may
    /// open those, and never opens this.
    ///
    /// - Parameter address: Any address.
    /// - Returns: Whether it must not be dialled under any option.
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
        // 224.0.0.0/4 (RFC 5771); in a registry of its own.
        return bits >> 28 == 0xE ? .multicast : .publicUnicast
    }

    private static func classify(_ high: UInt64, _ low: UInt64, _ address: IPAddress) -> AddressClass {
        if metadataIPv6.contains(address) { return .metadata }
        if let embedded = EmbeddedIPv4(high: high, low: low) {
            let inner = classify(embedded.address, .v4(embedded.address))
            guard embedded.form.isAdmitted, inner == .publicUnicast else { return .embedded(embedded, inner) }
            // A mapped or translated address is the IPv4 address; an ISATAP one has a prefix to be judged as well.
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

    /// Reads a block of a table.
    ///
    /// - Parameter text: The block as `address/length`.
    /// - Returns: The block.
    static func block(_ text: String) -> AddressBlock {
        guard let block = AddressBlock(parsing: text) else {
            preconditionFailure("The address table has \(text), which is not a block.")
        }
        return block
    }
}
