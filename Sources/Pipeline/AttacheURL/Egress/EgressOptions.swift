/// A value of `--allow-address`: addresses that may be dialled although they are not public.
package struct AddressAllowance: Hashable, Sendable {
    package let block: AddressBlock
    /// The only port they are opened on, 1 to 65535, even if it is not an allowed port otherwise; `nil` for every
    /// allowed port.
    package let port: Int?

    package init(block: AddressBlock, port: Int? = nil) {
        self.block = block
        self.port = port
    }

    /// Parses `CIDR[:PORT]`.
    ///
    /// An IPv6 block with a port needs brackets, around the address or the whole block: `[fd00::]/8:8080`,
    /// `[fd00::/8]:8080`. A single address is a block of one.
    ///
    /// - Parameter value: The value as written.
    /// - Throws: `ConfigurationError` for a malformed block, bits beyond its prefix, or an invalid port.
    package init(parsing value: String) throws(ConfigurationError) {
        var blockText = value
        var portText: Substring?
        if value.hasPrefix("[") {
            guard let bracket = value.firstIndex(of: "]") else {
                throw ConfigurationError(value: value, "has no closing bracket")
            }
            let tail = value[value.index(after: bracket)...]
            let afterLength = tail.prefix { $0 != ":" }
            blockText = String(value[..<bracket].dropFirst()) + afterLength
            if afterLength.endIndex < tail.endIndex { portText = tail[afterLength.endIndex...].dropFirst() }
        } else if value.utf8.count(where: { $0 == UInt8(ascii: ":") }) == 1, let colon = value.firstIndex(of: ":") {
            blockText = String(value[..<colon])
            portText = value[value.index(after: colon)...]
        }
        guard let block = AddressBlock(parsing: blockText) else {
            throw ConfigurationError(
                value: value,
                "is not an address or block, such as 10.0.0.0/8, 127.0.0.1:8080 or fd00::/8"
            )
        }
        // 10.0.0.1/8 is ambiguous: one address or sixteen million.
        if let slash = blockText.firstIndex(of: "/"), IPAddress(parsing: blockText[..<slash]) != block.base {
            throw ConfigurationError(value: value, "has bits beyond its prefix length; the block is \(block)")
        }
        var port: Int?
        if let portText { port = try EgressOptionPort.parse(portText, in: value) }
        self.init(block: block, port: port)
    }

    /// Whether this allowance opens the address on the port.
    func covers(_ address: IPAddress, port: Int) -> Bool {
        block.contains(address) && (self.port == nil || self.port == port)
    }
}

/// A value of `--allow-host`: a local name that may be looked up, or a port that is opened for a name.
package struct HostAllowance: Hashable, Sendable {
    /// An A-label in lower case without a trailing dot.
    package let name: String
    /// The port opened for the name, 1 to 65535, or `nil` for every allowed port; a local name is open on this port
    /// only.
    package let port: Int?

    package init(name: String, port: Int? = nil) {
        self.name = name
        self.port = port
    }

    /// Parses `NAME[:PORT]`.
    ///
    /// - Parameters:
    ///   - value: The value as written; the name may be internationalised.
    ///   - canonicalizer: Maps internationalised names.
    /// - Throws: `ConfigurationError` for an invalid name or port.
    package init(parsing value: String, canonicalizer: any HostCanonicalizing) throws(ConfigurationError) {
        if value.contains("://") {
            throw ConfigurationError(
                value: value,
                "is a URL; give its host, with a port where it has one: cdn.example:8443"
            )
        }
        let nameText = value.prefix { $0 != ":" }
        switch HostPattern.host(nameText, in: value, canonicalizer: canonicalizer) {
        case .name(let name)?:
            var port: Int?
            if nameText.endIndex < value.endIndex {
                port = try EgressOptionPort.parse(value[nameText.endIndex...].dropFirst(), in: value)
            }
            self.init(name: name, port: port)
        case .address?: throw ConfigurationError(value: value, "is an address; open it with --allow-address")
        case nil:
            if IPAddress(parsing: value) != nil || value.hasPrefix("[") {
                throw ConfigurationError(value: value, "is an address; open it with --allow-address")
            }
            throw ConfigurationError(
                value:
                    value,
                "is not a host name with an optional port, such as media or cdn.example:8443"
            )
        }
    }
}

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
    /// - Throws: `ConfigurationError` for anything else.
    package init(parsing value: String, canonicalizer: any HostCanonicalizing) throws(ConfigurationError) {
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
            throw ConfigurationError(value: value, "is not a host, such as example.com, .example.com or *.example.com")
        }
    }

    /// Whether the pattern covers a canonical host.
    package func matches(_ host: MediaHost) -> Bool {
        switch (self, host) {
        case (.exactly(let own), _): own == host
        case (.below(let suffix), .name(let name)): Self.isSuffix(suffix, of: name)
        case (.atOrBelow(let suffix), .name(let name)): name == suffix || Self.isSuffix(suffix, of: name)
        default: false
        }
    }

    /// Whether `name` is `suffix` with at least one more label in front.
    static func isSuffix(_ suffix: String, of name: String) -> Bool {
        let tail = name.utf8.suffix(suffix.utf8.count + 1)
        return name.utf8.count > suffix.utf8.count + 1 && tail.first == UInt8(ascii: ".")
            && tail.dropFirst().elementsEqual(suffix.utf8)
    }

    /// Parses the host of an option as strictly as that of a URL, so that both have the same spelling.
    package static func host(_ text: Substring, in value: String, canonicalizer: any HostCanonicalizing) -> MediaHost? {
        try? HostParser(subject: .url, canonicalizer: canonicalizer).parse(Array(text.utf8)[...])
    }

    private static func withoutBrackets(_ text: Substring) -> Substring {
        text.hasPrefix("[") && text.hasSuffix("]") ? text.dropFirst().dropLast() : text
    }
}

/// A value of `--proxy`: the HTTP proxy that tunnels every connection.
package struct ProxyOption: Hashable, Sendable {
    package let host: MediaHost
    package let port: Int
    /// `user:password`, or `nil`.
    package let credentials: String?

    /// Parses `http://[USER:PASSWORD@]HOST:PORT`.
    ///
    /// - Parameters:
    ///   - value: The value as written.
    ///   - canonicalizer: Maps internationalised names.
    /// - Throws: `ConfigurationError` for anything else; its message contains no password.
    package init(parsing value: String, canonicalizer: any HostCanonicalizing) throws(ConfigurationError) {
        let scheme = "http://"
        var rest = Substring(value)
        var credentials: String?
        if let sign = rest.lastIndex(of: "@"), rest.hasPrefix(scheme) {
            credentials = String(rest[..<sign].dropFirst(scheme.count))
            rest = scheme + rest[rest.index(after: sign)...]
        }
        if rest.hasSuffix("/") { rest.removeLast() }
        let port = rest.lastIndex(of: ":").flatMap { Int(rest[rest.index(after: $0)...]) }
        guard rest.hasPrefix(scheme), !rest.dropFirst(scheme.count).contains("/"), let port,
            let url = try? MediaURL(parsing: String(rest), canonicalizer: canonicalizer), url.port == port
        else {
            let shown = RedactedURL.text(value).replacing("…", with: "...")
            throw ConfigurationError(value: shown, "is not a proxy; write http://HOST:PORT")
        }
        host = url.host
        self.port = port
        self.credentials = credentials
    }
}

/// Parser of the port of an egress option.
enum EgressOptionPort {
    /// Parses a whole value as a port.
    ///
    /// - Parameters:
    ///   - text: Decimal digits.
    ///   - value: The whole value of the option, for the error.
    /// - Returns: 1 to 65535.
    /// - Throws: `ConfigurationError` for anything else.
    static func parse(_ text: some StringProtocol, in value: String) throws(ConfigurationError) -> Int {
        guard !text.isEmpty, text.utf8.allSatisfy(\.isASCIIDigit), let port = Int(text), (1...65535).contains(port)
        else { throw ConfigurationError(value: value, "does not name a port from 1 to 65535") }
        return port
    }
}

extension ConfigurationError {
    /// An invalid value of an egress option; the message is the value followed by `predicate`, which has no full stop.
    package init(value: String, _ predicate: String) {
        self.init(problems: ["\(EscapedText.escaping(Array(value.utf8)[...])) \(predicate)."])
    }
}
