/// The iOS release whose rules a prediction follows.
package enum DeviceSystem: String, Sendable, CaseIterable {
    /// iOS 16 and earlier, and apps that were linked for them.
    case ios16 = "ios-16"
    /// iOS 17 and later.
    case ios17 = "ios-17"
}

/// The text of a URL as `URL(string:)` of iOS reads it, which is less strict than `MediaURL`.
///
/// It reads bytes: a URL may have 4096 of them, and a table reads it for every vendor and network.
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
        guard Self.isReadable(text, on: system) else { return nil }
        self.text = text
        let end = text.utf8.firstIndex(of: UInt8(ascii: "#")) ?? text.endIndex
        let mark = text.utf8[..<end].firstIndex(of: UInt8(ascii: "?"))
        query = mark.map { text[text.utf8.index(after: $0)..<end] }
        let rest = text[..<(mark ?? end)]
        if let colon = Self.schemeEnd(in: rest.utf8) {
            scheme = rest[..<colon].lowercased()
            let afterMark = rest[rest.utf8.index(colon, offsetBy: 3)...]
            let pathStart = afterMark.utf8.firstIndex(of: UInt8(ascii: "/")) ?? afterMark.endIndex
            host = Self.host(of: afterMark[..<pathStart])
            path = afterMark[pathStart...]
        } else {
            scheme = ""
            host = ""
            path = rest
        }
    }

    /// Whether iOS makes a URL of a text.
    package static func isReadable(_ text: String, on system: DeviceSystem) -> Bool {
        guard let first = text.utf8.first, first != JSONByte.space else { return false }
        guard system == .ios16 else { return true }
        let legal = legal
        return text.utf8.allSatisfy { legal[Int($0)] }
    }

    /// Whether RFC 3986 has a byte, by the byte.
    private static let legal: [Bool] = (UInt8.min...UInt8.max).map { byte in
        byte.isASCIILetter || byte.isASCIIDigit || "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
    }

    /// The place of the first `://`.
    private static func schemeEnd(in text: Substring.UTF8View) -> String.Index? {
        var rest = text
        while let colon = rest.firstIndex(of: UInt8(ascii: ":")) {
            if rest[colon...].starts(with: "://".utf8) { return colon }
            rest = rest[rest.index(after: colon)...]
        }
        return nil
    }

    /// The host of an authority, without user and port.
    private static func host(of authority: Substring) -> String {
        let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
        let name = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority
        let colon = name.utf8.first == UInt8(ascii: "[") ? nil : name.utf8.firstIndex(of: UInt8(ascii: ":"))
        return String(name[..<(colon ?? name.endIndex)])
    }

    /// The last component of the path, percent-decoded; empty for the root.
    package var lastPathComponent: String { Self.decoded(Self.lastComponent(of: path)) }

    /// The extension of the last path component as written; `nil` without one.
    package var pathExtension: String? { Self.pathExtension(of: lastPathComponent) }

    /// The values of the query's items, decoded, in the order of the text.
    var queryItems: [(name: String, value: String)] {
        (query ?? "").utf8.split(separator: UInt8(ascii: "&")).map { item in
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            return (Self.decoded(Substring(parts[0])), parts.count == 2 ? Self.decoded(Substring(parts[1])) : "")
        }
    }

    /// The extension of a name by the rules of `NSString.pathExtension`; `nil` without one.
    static func pathExtension(of name: String) -> String? {
        let last = lastComponent(of: name[...]).utf8
        guard let stop = last.lastIndex(of: UInt8(ascii: ".")),
            last[..<stop].contains(where: { $0 != UInt8(ascii: ".") })
        else { return nil }
        let suffix = last[last.index(after: stop)...]
        return suffix.isEmpty || suffix.contains(JSONByte.space) ? nil : String(Substring(suffix))
    }

    /// The text after the last slash, without slashes at the end.
    private static func lastComponent(of path: Substring) -> Substring {
        let isName: (UInt8) -> Bool = { $0 != UInt8(ascii: "/") }
        guard let last = path.utf8.lastIndex(where: isName) else { return "" }
        let named = path.utf8[...last]
        let slash = named.lastIndex(of: UInt8(ascii: "/"))
        return Substring(slash.map { named[named.index(after: $0)...] } ?? named)
    }

    private static func decoded(_ text: Substring) -> String {
        guard text.utf8.contains(UInt8(ascii: "%")) else { return String(text) }
        let bytes = Array(text.utf8)
        return PercentEncoding.decoding(bytes[...]).flatMap { String(validating: $0, as: UTF8.self) } ?? String(text)
    }
}
