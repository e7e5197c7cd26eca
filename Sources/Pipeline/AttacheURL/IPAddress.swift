/// An IPv4 or IPv6 address.
@usableFromInline package enum IPAddress: Hashable, Sendable {
    /// An IPv4 address, first octet in the highest byte.
    case v4(UInt32)
    /// An IPv6 address in two halves, network byte order.
    case v6(high: UInt64, low: UInt64)
}

extension IPAddress {
    /// The address in four or sixteen bytes of network order; `nil` for any other number of bytes.
    package init?(networkBytes bytes: [UInt8]) {
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        switch bytes.count {
        case 4: self = .v4(UInt32(truncatingIfNeeded: number(bytes[...])))
        case 16: self = .v6(high: number(bytes[..<8]), low: number(bytes[8...]))
        default: return nil
        }
    }

    /// The number of bits: 32 or 128.
    package var bitWidth: Int {
        switch self {
        case .v4: 32
        case .v6: 128
        }
    }
    /// The IPv4 address of a mapped IPv6 address (`::ffff:0:0/96`); any other address itself.
    package var unmapped: IPAddress {
        guard case .v6(high: 0, let low) = self, low >> 32 == 0xFFFF else { return self }
        return .v4(UInt32(truncatingIfNeeded: low))
    }
}

extension IPAddress {
    /// Parses a dotted quad without leading zeros or IPv6 text of RFC 4291 §2.2, without brackets, prefix length or
    /// zone.
    @inlinable package init?(parsing text: some StringProtocol) { self.init(bytes: Array(text.utf8)) }

    @usableFromInline package init?(bytes: [UInt8]) {
        if let quad = Self.dottedQuad(bytes[...]) {
            self = .v4(quad)
        } else {
            self.init(parsingIPv6: bytes[...])
        }
    }

    /// Parses IPv6 text without brackets, prefix length or zone.
    package init?(parsingIPv6 text: ArraySlice<UInt8>) {
        var groups: [UInt16] = []
        groups.reserveCapacity(8)
        // Number of groups before the double colon.
        var gap: Int?
        var index = text.startIndex
        if text.starts(with: "::".utf8) {
            gap = 0
            index += 2
        }
        while index < text.endIndex {
            let group = text[index...].prefix { $0.hexadecimalValue != nil }
            if group.endIndex < text.endIndex, text[group.endIndex] == UInt8(ascii: ".") {
                guard groups.count <= 6, let quad = Self.dottedQuad(text[index...]) else { return nil }
                groups += [UInt16(quad >> 16), UInt16(truncatingIfNeeded: quad)]
                break
            }
            guard (1...4).contains(group.count), groups.count < 8 else { return nil }
            groups.append(group.reduce(0) { $0 << 4 | UInt16($1.hexadecimalValue ?? 0) })
            index = group.endIndex
            if index == text.endIndex { break }
            index += 1
            guard text[group.endIndex] == UInt8(ascii: ":"), index < text.endIndex else { return nil }
            if text[index] == UInt8(ascii: ":") {
                guard gap == nil else { return nil }
                gap = groups.count
                index += 1
            }
        }
        if let gap {
            // A double colon means at least one zero group.
            guard groups.count < 8 else { return nil }
            groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
        }
        guard groups.count == 8 else { return nil }
        let high = groups[..<4].reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
        let low = groups[4...].reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
        self = .v6(high: high, low: low)
    }

    private static func dottedQuad(_ text: ArraySlice<UInt8>) -> UInt32? {
        var (address, octet, octetCount, digitCount) = (UInt32(0), UInt32(0), 1, 0)
        for byte in text {
            if byte == UInt8(ascii: ".") {
                guard digitCount > 0, octetCount < 4 else { return nil }
                address = address << 8 | octet
                (octet, octetCount, digitCount) = (0, octetCount + 1, 0)
                continue
            }
            // Some parsers read a leading zero as octal, so it is not strict.
            guard byte.isASCIIDigit, digitCount == 0 || octet > 0 else { return nil }
            octet = octet * 10 + UInt32(byte & 15)
            digitCount += 1
            guard octet <= 255 else { return nil }
        }
        return octetCount == 4 && digitCount > 0 ? address << 8 | octet : nil
    }
}

extension IPAddress: CustomStringConvertible {
    /// The canonical text: a dotted quad, or RFC 5952 with mapped IPv4 in its dotted form.
    @usableFromInline package var description: String {
        switch self {
        case .v4(let address):
            return "\(address >> 24).\(address >> 16 & 255).\(address >> 8 & 255).\(address & 255)"
        case .v6(let high, let low):
            if high == 0, low >> 32 == 0xFFFF {
                return "::ffff:\(IPAddress.v4(UInt32(truncatingIfNeeded: low)))"
            }
            return Self.text(of: [high, low].flatMap { half in [48, 32, 16, 0].map { UInt16(half >> $0 & 0xFFFF) } })
        }
    }

    private static func text(of groups: [UInt16]) -> String {
        let gap = longestZeroRun(in: groups)
        let hexadecimal = { (part: ArraySlice<UInt16>) in part.map { String($0, radix: 16) }.joined(separator: ":") }
        guard let gap else { return hexadecimal(groups[...]) }
        return "\(hexadecimal(groups[..<gap.lowerBound]))::\(hexadecimal(groups[gap.upperBound...]))"
    }

    /// The longest run of at least two zero groups, the first among equals (RFC 5952 §4.2).
    private static func longestZeroRun(in groups: [UInt16]) -> Range<Int>? {
        var longest: Range<Int>?
        var start = 0
        for index in 0...groups.count where index == groups.count || groups[index] != 0 {
            if index - start >= 2, index - start > longest?.count ?? 0 { longest = start..<index }
            start = index + 1
        }
        return longest
    }
}

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
