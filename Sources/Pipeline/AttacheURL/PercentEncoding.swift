/// Percent-encoding by RFC 3986 §2.1, with the repair of illegal characters that `URL(string:)` does since iOS 17.
package enum PercentEncoding {
    package enum Component {
        case path
        case query
    }

    /// Encodes the illegal characters of a component.
    ///
    /// A well-formed component stays as it is. In any other one every `%` is encoded too, even before two hexadecimal
    /// digits, as `URL(string:)` does: `a%20b c` becomes `a%2520b%20c`.
    ///
    /// - Parameters:
    ///   - text: The component as written.
    ///   - component: The kind of component.
    /// - Returns: The component in legal characters.
    package static func encoding(_ text: ArraySlice<UInt8>, in component: Component) -> [UInt8] {
        if isWellFormed(text, in: component) { return Array(text) }
        var encoded: [UInt8] = []
        encoded.reserveCapacity(text.count + 16)
        for byte in text {
            if isLegal(byte, in: component) {
                encoded.append(byte)
            } else {
                encoded.append(UInt8(ascii: "%"))
                encoded.append(upperCaseDigit(byte >> 4))
                encoded.append(upperCaseDigit(byte & 15))
            }
        }
        return encoded
    }

    /// Decodes every escape once, not necessarily to UTF-8; `nil` when a `%` is not followed by two hexadecimal digits.
    package static func decoding(_ text: ArraySlice<UInt8>) -> [UInt8]? {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%") {
                guard let byte = escape(in: text, at: index) else { return nil }
                decoded.append(byte)
                index += 3
            } else {
                decoded.append(text[index])
                index += 1
            }
        }
        return decoded
    }

    private static func isWellFormed(_ text: ArraySlice<UInt8>, in component: Component) -> Bool {
        for index in text.indices where !isLegal(text[index], in: component) {
            guard text[index] == UInt8(ascii: "%"), escape(in: text, at: index) != nil else { return false }
        }
        return true
    }

    private static func escape(in text: ArraySlice<UInt8>, at index: Int) -> UInt8? {
        guard index + 2 < text.endIndex, let high = text[index + 1].hexadecimalValue,
            let low = text[index + 2].hexadecimalValue
        else { return nil }
        return high << 4 | low
    }

    /// The characters of RFC 3986 §3.3 and §3.4: unreserved, sub-delimiters, `:`, `@`, `/`, and `?` in a query.
    private static func isLegal(_ byte: UInt8, in component: Component) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "@")...UInt8(ascii: "Z"),
            UInt8(ascii: "&")...UInt8(ascii: ";"), UInt8(ascii: "!"), UInt8(ascii: "$"), UInt8(ascii: "="),
            UInt8(ascii: "_"), UInt8(ascii: "~"):
            true
        case UInt8(ascii: "?"): component == .query
        default: false
        }
    }

    private static func upperCaseDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
    }
}
