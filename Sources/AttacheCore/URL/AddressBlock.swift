/// A block of addresses of one family that share a prefix, such as 10.0.0.0/8.
package struct AddressBlock: Hashable, Sendable {
    /// The first address.
    package let base: IPAddress
    /// Number of leading bits that the addresses share: 0 to 32, or 0 to 128.
    package let prefixLength: Int

    /// Creates the block that contains `address`; `nil` for a length outside 0 to 32 (IPv4) or 0 to 128 (IPv6).
    package init?(containing address: IPAddress, prefixLength: Int) {
        guard (0...address.bitWidth).contains(prefixLength) else { return nil }
        self.prefixLength = prefixLength
        // A shift by the whole width or more is zero in Swift, so no length is a special case.
        switch address {
        case .v4(let bits): base = .v4(bits & (UInt32.max << (32 - prefixLength)))
        case .v6(let high, let low):
            base = .v6(
                high: high & (UInt64.max << max(0, 64 - prefixLength)),
                low: low & (UInt64.max << min(64, 128 - prefixLength))
            )
        }
    }

    /// Creates the block of a single address.
    package init(_ address: IPAddress) {
        base = address
        prefixLength = address.bitWidth
    }

    /// Parses `address/length` or a single address, without brackets; bits beyond the prefix are cleared.
    package init?(parsing text: some StringProtocol) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(parsing: first) else { return nil }
        guard parts.count == 2 else {
            self.init(address)
            return
        }
        let digits = parts[1].utf8
        guard (1...3).contains(digits.count), digits.allSatisfy(\.isASCIIDigit), let length = Int(parts[1]) else {
            return nil
        }
        self.init(containing: address, prefixLength: length)
    }

    /// Whether an address of the same family shares the prefix.
    package func contains(_ address: IPAddress) -> Bool {
        switch (base, address) {
        case (.v4(let own), .v4(let other)): (own ^ other) >> (32 - prefixLength) == 0
        case (.v6(let ownHigh, let ownLow), .v6(let high, let low)):
            (ownHigh ^ high) >> max(0, 64 - prefixLength) == 0
                && (ownLow ^ low) >> min(64, 128 - prefixLength) == 0
        default: false
        }
    }
}

extension AddressBlock: CustomStringConvertible {
    package var description: String { "\(base)/\(prefixLength)" }
}
