/// A value of `--deny-host`: a name, an address, or every name below a name.
package enum HostPattern: Hashable, Sendable {
    /// This host only.
    case exactly(MediaHost)
    /// Every name below this one, but not the name itself: `*.example.com`.
    case below(String)
    /// This name and every name below it: `.example.com`.
    case atOrBelow(String)

    /// Parses `NAME`, `ADDRESS`, `.suffix` or `*.suffix`.
    ///
    /// - Parameters:
    ///   - value: The value as written; names may be internationalised.
    ///   - canonicalizer: Maps internationalised names.
    /// - Throws: `EgressOptionError` when it is none of these.
    package init(parsing value: String, canonicalizer: any HostCanonicalizing) throws(EgressOptionError) {
        let hasStar = value.hasPrefix("*.")
        let bare = hasStar ? value.dropFirst(2) : value.hasPrefix(".") ? value.dropFirst() : value[...]
        if bare.startIndex == value.startIndex, let address = IPAddress(parsing: Self.withoutBrackets(bare)) {
            self = .exactly(.address(address))
            return
        }
        switch Self.host(bare, in: value, canonicalizer: canonicalizer) {
        case .name(let name)? where bare.startIndex > value.startIndex:
            self = hasStar ? .below(name) : .atOrBelow(name)
        case let host? where bare.startIndex == value.startIndex: self = .exactly(host)
        default:
            throw EgressOptionError(value, "is not a host, such as example.com, .example.com or *.example.com")
        }
    }

    /// Whether a host is meant.
    ///
    /// - Parameter host: A canonical host.
    /// - Returns: Whether the pattern covers it.
    package func matches(_ host: MediaHost) -> Bool {
        switch (self, host) {
        case (.exactly(let own), _): own == host
        case (.below(let suffix), .name(let name)): Self.isSuffix(suffix, of: name)
        case (.atOrBelow(let suffix), .name(let name)): name == suffix || Self.isSuffix(suffix, of: name)
        default: false
        }
    }

    /// Whether a name lies below another, at any depth.
    ///
    /// - Parameters:
    ///   - suffix: The upper name.
    ///   - name: The name to judge.
    /// - Returns: Whether `name` is `suffix` with at least one more label.
    static func isSuffix(_ suffix: String, of name: String) -> Bool {
        let tail = name.utf8.suffix(suffix.utf8.count + 1)
        return name.utf8.count > suffix.utf8.count + 1 && tail.first == UInt8(ascii: ".")
            && tail.dropFirst().elementsEqual(suffix.utf8)
    }

    /// Reads the host of an option as strictly as that of a URL, so that both have the same spelling.
    static func host(
        _ text: Substring,
        in value: String,
        canonicalizer: any HostCanonicalizing
    ) -> MediaHost? {
        try? HostParser(subject: .url, canonicalizer: canonicalizer).parse(Array(text.utf8)[...])
    }

    private static func withoutBrackets(_ text: Substring) -> Substring {
        text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text
    }
}
