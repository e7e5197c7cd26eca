extension IPAddress: CustomStringConvertible {
    /// The canonical text: a dotted quad, or RFC 5952 with mapped IPv4 in its dotted form.
    package var description: String {
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

    /// The longest run of at least two zero groups, the first of equals (RFC 5952 §4.2).
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
