extension IPAddress {
    /// Parses the text of an address: a dotted quad without leading zeros, or IPv6 text of RFC 4291 §2.2.
    ///
    /// - Parameter text: The address without brackets, prefix length or zone.
    package init?(parsing text: some StringProtocol) {
        let bytes = Array(text.utf8)
        if let quad = Self.dottedQuad(bytes[...]) {
            self = .v4(quad)
        } else {
            self.init(parsingIPv6: bytes[...])
        }
    }

    /// Parses IPv6 text only.
    ///
    /// - Parameter text: The address without brackets, prefix length or zone.
    init?(parsingIPv6 text: ArraySlice<UInt8>) {
        var groups: [UInt16] = []
        groups.reserveCapacity(8)
        // How many groups stand before the double colon.
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
            // A double colon stands for at least one group.
            guard groups.count < 8 else { return nil }
            groups.insert(contentsOf: repeatElement(0, count: 8 - groups.count), at: gap)
        }
        guard groups.count == 8 else { return nil }
        let high = groups[..<4].reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
        let low = groups[4...].reduce(UInt64(0)) { $0 << 16 | UInt64($1) }
        self = .v6(high: high, low: low)
    }

    private static func dottedQuad(_ text: ArraySlice<UInt8>) -> UInt32? {
        var address: UInt32 = 0
        var octetCount = 0
        for octet in text.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false) {
            guard (1...3).contains(octet.count), octet.allSatisfy(\.isASCIIDigit), octetCount < 4 else { return nil }
            // A leading zero means octal to some parsers, so it is no strict spelling.
            guard octet.count == 1 || octet.first != UInt8(ascii: "0") else { return nil }
            let value = octet.reduce(UInt32(0)) { $0 * 10 + UInt32($1 - 0x30) }
            guard value <= 255 else { return nil }
            address = address << 8 | value
            octetCount += 1
        }
        return octetCount == 4 ? address : nil
    }
}
