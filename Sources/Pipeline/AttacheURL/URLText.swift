/// What a text looks like before it is parsed as a URL.
package enum URLText {
    /// Whether a text begins like an http or https URL.
    package static func isWeb(_ text: String) -> Bool {
        let start = text.prefix(8).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }

    /// Whether a text begins with a scheme and two slashes, such as `ftp://` (RFC 3986 §3.1).
    package static func hasScheme(_ text: String) -> Bool {
        guard let mark = text.utf8.firstIndex(of: JSONByte.colon), text.utf8[mark...].starts(with: "://".utf8),
            let first = text.utf8.first, first.isASCIILetter
        else { return false }
        return text.utf8[..<mark].allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || "+-.".utf8.contains($0) }
    }

    /// Whether a text begins with the two slashes of a URL without a scheme, such as `//cdn.example.com/a.png`.
    package static func isSchemeRelative(_ text: String) -> Bool {
        text.utf8.starts(with: "//".utf8) && text.utf8.dropFirst(2).first.map { $0 != JSONByte.solidus } ?? false
    }
}
