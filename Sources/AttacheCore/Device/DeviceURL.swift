/// The iOS release whose rules a prediction follows.
package enum DeviceSystem: String, Sendable, CaseIterable {
    /// iOS 16 and earlier, and apps that were linked for them.
    case ios16 = "ios-16"
    /// iOS 17 and later.
    case ios17 = "ios-17"
}

/// The text of a URL as `URL(string:)` of iOS reads it, which is less strict than `MediaURL`.
package struct DeviceURL: Sendable, Equatable {
    package let text: String
    /// The scheme in lower case; empty for a relative URL.
    let scheme: String
    /// The host as written; empty without one.
    let host: String
    private let path: Substring
    private let query: Substring?

    /// Reads a URL; `nil` where iOS makes none of the text.
    package init?(_ text: String, on system: DeviceSystem = .ios17) {
        guard let first = text.unicodeScalars.first, first != " " else { return nil }
        if system == .ios16, !text.utf8.allSatisfy(Self.isLegal) { return nil }
        self.text = text
        let withoutFragment = text.prefix { $0 != "#" }
        let parts = withoutFragment.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        query = parts.count == 2 ? parts[1] : nil
        var rest = parts[0]
        let mark = rest.firstRange(of: "://")
        scheme = mark.map { rest[..<$0.lowerBound].lowercased() } ?? ""
        if let mark {
            rest = rest[mark.upperBound...]
            let authority = rest.prefix { $0 != "/" }
            let name = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
            host = String(name.hasPrefix("[") ? name : name.prefix { $0 != ":" })
            path = rest[authority.endIndex...]
        } else {
            host = ""
            path = rest
        }
    }

    /// Whether RFC 3986 has the byte.
    private static func isLegal(_ byte: UInt8) -> Bool {
        byte.isASCIILetter || byte.isASCIIDigit || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// The last component of the path, percent-decoded; empty for the root.
    package var lastPathComponent: String {
        Self.decoded(path.split(separator: "/").last ?? "")
    }

    /// The extension of the last path component as written; `nil` without one.
    package var pathExtension: String? { Self.pathExtension(of: lastPathComponent) }

    /// The values of the query's items, decoded, in the order of the text.
    var queryItems: [(name: String, value: String)] {
        (query ?? "").split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(parts[0]), parts.count == 2 ? Self.decoded(parts[1]) : "")
        }
    }

    /// The extension of a name by the rules of `NSString.pathExtension`; `nil` without one.
    static func pathExtension(of name: String) -> String? {
        guard let last = name.split(separator: "/").last, let stop = last.lastIndex(of: "."),
            last[..<stop].contains(where: { $0 != "." })
        else { return nil }
        let suffix = last[last.index(after: stop)...]
        return suffix.isEmpty || suffix.contains(" ") ? nil : String(suffix)
    }

    private static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        return PercentEncoding.decoding(bytes[...]).flatMap { String(validating: $0, as: UTF8.self) } ?? String(text)
    }
}
