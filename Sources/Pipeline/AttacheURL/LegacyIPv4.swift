/// A host by the `inet_aton` grammar: one to four decimal, octal or hexadecimal numbers, the last of which fills the
/// remaining bytes.
///
/// C libraries connect to `0x7f.1` and `2130706433` as 127.0.0.1 without DNS, so these spellings are resolved here,
/// where the address can be checked.
enum LegacyIPv4: Equatable {
    /// Not numeric: a name.
    case name
    /// Numeric but not an address: some parsers accept it, so it is refused.
    case malformed
    case address(UInt32)

    /// Parses a host in lower-case ASCII.
    init(reading host: ArraySlice<UInt8>) {
        let parts = host.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let written = parts.count { !$0.isEmpty }
        // More than four numbers, such as 1.2.3.4.5, are not an address to any parser.
        guard (1...4).contains(written), parts.allSatisfy({ $0.isEmpty || Self.isNumeric($0) }) else {
            self = .name
            return
        }
        guard written == parts.count, let address = Self.address(of: parts) else {
            self = .malformed
            return
        }
        self = .address(address)
    }

    private static func isNumeric(_ part: ArraySlice<UInt8>) -> Bool {
        if part.starts(with: "0x".utf8) { return part.dropFirst(2).allSatisfy { $0.hexadecimalValue != nil } }
        return part.allSatisfy(\.isASCIIDigit)
    }

    private static func address(of parts: [ArraySlice<UInt8>]) -> UInt32? {
        var address: UInt64 = 0
        for (index, part) in parts.enumerated() {
            guard let value = number(part) else { return nil }
            let isLast = index == parts.count - 1
            // The last number fills the remaining bytes.
            let bits = isLast ? 8 * (4 - index) : 8
            guard value < 1 << UInt64(bits) else { return nil }
            address = address << UInt64(bits) | value
        }
        return UInt32(address)
    }

    /// Reads hexadecimal after `0x`, octal after a leading zero, else decimal, as in C.
    private static func number(_ part: ArraySlice<UInt8>) -> UInt64? {
        var digits = part
        var radix: UInt64 = 10
        if part.starts(with: "0x".utf8) {
            digits = part.dropFirst(2)
            radix = 16
        } else if part.count > 1, part.first == UInt8(ascii: "0") {
            radix = 8
        }
        guard !digits.isEmpty else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            guard let next = digit.hexadecimalValue, next < radix else { return nil }
            value = value * radix + UInt64(next)
            guard value <= UInt64(UInt32.max) else { return nil }
        }
        return value
    }
}
