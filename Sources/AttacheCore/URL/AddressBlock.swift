/// A block of addresses of one family that share a prefix, such as 10.0.0.0/8.
package struct AddressBlock: Hashable, Sendable {
    /// The first address of the block.
    package let base: IPAddress
    /// How many leading bits the addresses share: 0 to 32, or 0 to 128.
    package let prefixLength: Int

    /// Creates the block of a prefix length that holds an address.
    ///
    /// - Parameters:
    ///   - address: Any address of the block.
    ///   - prefixLength: 0 to 32 for IPv4, 0 to 128 for IPv6; `nil` is returned for anything else.
    package init?(containing address: IPAddress, prefixLength: Int) {
        guard (0...address.bitWidth).contains(prefixLength) else { return nil }
        self.prefixLength = prefixLength
        // Shifts by the whole width or more give zero in Swift, so no length needs a case of its own.
        switch address {
        case .v4(let bits): base = .v4(bits & (UInt32.max << (32 - prefixLength)))
        case .v6(let high, let low):
            base = .v6(
                high: high & (UInt64.max << max(0, 64 - prefixLength)),
                low: low & (UInt64.max << min(64, 128 - prefixLength))
            )
        }
    }

    /// The block of one address.
    ///
    /// - Parameter address: The only address of the block.
    package init(_ address: IPAddress) {
        base = address
        prefixLength = address.bitWidth
    }

    /// Parses `address/length`, or an address alone, which is the block of itself; bits beyond the prefix are cleared.
    ///
    /// - Parameter text: The block without brackets.
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

    /// Whether an address belongs to the block; never across families.
    ///
    /// - Parameter address: The address to look for.
    /// - Returns: Whether it shares the prefix.
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
    /// The block as `address/length`.
    package var description: String { "\(base)/\(prefixLength)" }
}
