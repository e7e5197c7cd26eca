/// Reads the part of a URL between `//` and the path.
struct AuthorityParser {
    let subject: URLSubject
    let canonicalizer: any HostCanonicalizing

    /// Reads host and port.
    ///
    /// - Parameter authority: The text between `//` and the next `/`, `?` or `#`.
    /// - Returns: The canonical host, and the port where one is written.
    /// - Throws: `URLRefusal` for user information, an unusable port or an unusable host.
    func parse(_ authority: ArraySlice<UInt8>) throws(URLRefusal) -> (host: MediaHost, port: Int?) {
        guard !authority.contains(UInt8(ascii: "@")) else { throw subject.credentials }
        let hostText: ArraySlice<UInt8>
        if authority.first == UInt8(ascii: "[") {
            guard let bracket = authority.firstIndex(of: UInt8(ascii: "]")) else {
                throw subject.invalid("has an opening bracket in its host and no closing one")
            }
            hostText = authority[...bracket]
        } else {
            hostText = authority.prefix { $0 != UInt8(ascii: ":") }
        }
        let rest = authority[hostText.endIndex...]
        guard rest.isEmpty || rest.first == UInt8(ascii: ":") else {
            throw subject.invalid("has text between its host's closing bracket and the port")
        }
        let portText = rest.dropFirst()
        if hostText.first != UInt8(ascii: "["), portText.contains(UInt8(ascii: ":")) {
            throw subject.invalid(
                "has more than one colon in its host",
                fix: "Put an IPv6 address in brackets, as in https://[2001:db8::1]/."
            )
        }
        let host = try HostParser(subject: subject, canonicalizer: canonicalizer).parse(hostText)
        return (host, try readPort(portText))
    }

    /// An empty port means the scheme's own (RFC 3986 §3.2.3); leading zeros do no harm.
    private func readPort(_ text: ArraySlice<UInt8>) throws(URLRefusal) -> Int? {
        guard !text.isEmpty else { return nil }
        var port = 0
        for byte in text {
            guard byte.isASCIIDigit else { throw subject.port(text) }
            port = port * 10 + Int(byte - 0x30)
            guard port <= 65535 else { throw subject.port(text) }
        }
        guard port > 0 else { throw subject.port(text) }
        return port
    }
}
