/// A strict parser of URLs and of a redirect's `Location` (RFC 3986), with one normalised form.
///
/// Text on which parsers disagree (backslashes, control characters, user names, white space at the ends) is refused.
/// Illegal but harmless characters are percent-encoded as `URL(string:)` does in apps linked against iOS 17 or later.
package struct URLParser {
    /// Limit of a URL in bytes; libcurl would accept 8 MB.
    package static let byteLimit = 8192

    package let bytes: [UInt8]
    /// The length of the whole text; over the limit, `bytes` may hold only its beginning.
    package let byteCount: Int
    package let subject: URLSubject
    package let canonicalizer: any HostCanonicalizing

    /// Parses the text, resolving a relative reference against `base`; without a base it must be absolute.
    package func parse(relativeTo base: MediaURL? = nil) throws(Reason) -> MediaURL {
        let schemeEnd = schemeEnd
        var scheme = base?.scheme
        if let schemeEnd {
            // Before the form check, so that an inline image of megabytes reports its scheme, not its length.
            scheme = try readScheme(bytes[..<schemeEnd])
        }
        try checkForm()
        guard let scheme else { throw notAbsolute }
        let rest = schemeEnd.map { bytes[($0 + 1)...] } ?? bytes[...]

        if rest.starts(with: "//".utf8) {
            let afterSlashes = rest.dropFirst(2)
            let authority = afterSlashes.prefix { !Self.endsAuthority($0) }
            let (host, port) = try AuthorityParser(subject: subject, canonicalizer: canonicalizer).parse(authority)
            let (path, query) = components(of: afterSlashes[authority.endIndex...])
            return MediaURL(
                scheme: scheme,
                host: host,
                port: port ?? scheme.defaultPort,
                path: path.isEmpty ? [UInt8(ascii: "/")] : URLPath.removingDotSegments(path),
                query: query
            )
        }
        guard let base, schemeEnd == nil else {
            throw subject.invalid("has no // and host after its scheme", fix: "Write it as https://host/path.")
        }
        return resolve(rest, against: base)
    }

    /// Resolves a reference without authority by RFC 3986 §5.2.2.
    private func resolve(_ reference: ArraySlice<UInt8>, against base: MediaURL) -> MediaURL {
        var (path, query) = components(of: reference)
        if path.isEmpty {
            path = Array(base.path.utf8)
            query = query ?? base.query.map { Array($0.utf8) }
        } else {
            path = URLPath.removingDotSegments(URLPath.merging(path, with: base.path))
        }
        return MediaURL(scheme: base.scheme, host: base.host, port: base.port, path: path, query: query)
    }

    /// Splits the text after the authority, drops the fragment and encodes illegal characters.
    private func components(of rest: ArraySlice<UInt8>) -> (path: [UInt8], query: [UInt8]?) {
        let withoutFragment = rest.prefix { $0 != UInt8(ascii: "#") }
        let path = withoutFragment.prefix { $0 != UInt8(ascii: "?") }
        let query = path.endIndex < withoutFragment.endIndex ? withoutFragment[(path.endIndex + 1)...] : nil
        return (PercentEncoding.encoding(path, in: .path), query.map { PercentEncoding.encoding($0, in: .query) })
    }

    /// The index of the colon after a well-formed scheme (RFC 3986 §3.1); `nil` without one.
    private var schemeEnd: Int? {
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        let end = bytes.firstIndex { byte in
            !(byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "."))
        }
        guard let end, bytes[end] == UInt8(ascii: ":") else { return nil }
        return end
    }

    private func readScheme(_ written: ArraySlice<UInt8>) throws(Reason) -> MediaURL.Scheme {
        if written.elementsEqual("https".utf8, by: { $0 | 0x20 == $1 }) { return .https }
        if written.elementsEqual("http".utf8, by: { $0 | 0x20 == $1 }) { return .http }
        throw subject.scheme(String(decoding: written, as: UTF8.self).lowercased(), of: bytes)
    }

    private var notAbsolute: Reason {
        subject.invalid("is not absolute: it does not begin with https://", fix: "Write it as https://host/path.")
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}

extension URLParser {
    /// Refuses an empty or over-long text, white space at its ends, control characters, backslashes and invalid UTF-8.
    func checkForm() throws(Reason) {
        guard byteCount <= Self.byteLimit else { throw subject.tooLong(byteCount) }
        guard bytes.contains(where: { !Self.isBlank($0) }) else { throw subject.invalid("is empty") }
        if bytes.first == UInt8(ascii: " ") || bytes.last == UInt8(ascii: " ") {
            throw subject.invalid("begins or ends with a space", fix: "Remove the space.")
        }
        for (index, byte) in bytes.enumerated() where byte < 0x20 || byte >= 0x7F || byte == UInt8(ascii: "\\") {
            if byte == UInt8(ascii: "\\") {
                // Browsers read it as a slash, RFC 3986 does not: they would see different hosts.
                throw subject.invalid("contains a backslash at byte \(index)", fix: "Write / or %5C instead.")
            }
            if let name = controlCharacter(at: index) {
                throw subject.invalid("contains \(name) at byte \(index)", fix: "Remove it, or percent-encode it.")
            }
        }
        if bytes.contains(where: { $0 >= 0x80 }), String(validating: bytes, as: UTF8.self) == nil {
            throw subject.invalid("is not valid UTF-8", fix: "Percent-encode non-ASCII characters.")
        }
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || (0x09...0x0D).contains(byte)
    }

    /// The name of the control character at a position; `nil` for any other character.
    private func controlCharacter(at index: Int) -> String? {
        switch bytes[index] {
        case 0x00: return "a NUL"
        case 0x09: return "a tab"
        case 0x0A: return "a line feed"
        case 0x0D: return "a carriage return"
        case 0x00..<0x20, 0x7F: return "a control character"
        case 0xC2:
            // U+0080 to U+009F are C2 80 to C2 9F in UTF-8.
            let isControl = index + 1 < bytes.count && (0x80...0x9F).contains(bytes[index + 1])
            return isControl ? "a control character" : nil
        case 0xE2:
            // U+2028 and U+2029 are E2 80 A8 and E2 80 A9: they end lines in logs and consoles.
            let isSeparator =
                index + 2 < bytes.count && bytes[index + 1] == 0x80 && (0xA8...0xA9).contains(bytes[index + 2])
            return isSeparator ? "a line separator" : nil
        default: return nil
        }
    }
}

/// The parser of the authority: the part between `//` and the path.
struct AuthorityParser {
    let subject: URLSubject
    let canonicalizer: any HostCanonicalizing

    /// Parses the canonical host and the port, if any; refuses user information and an unusable host or port.
    func parse(_ authority: ArraySlice<UInt8>) throws(Reason) -> (host: MediaHost, port: Int?) {
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

    /// An empty port means the scheme's default (RFC 3986 §3.2.3); leading zeros are allowed.
    private func readPort(_ text: ArraySlice<UInt8>) throws(Reason) -> Int? {
        guard !text.isEmpty else { return nil }
        var port = 0
        for byte in text {
            guard byte.isASCIIDigit else { throw subject.port }
            port = port * 10 + Int(byte - 0x30)
            guard port <= 65535 else { throw subject.port }
        }
        guard port > 0 else { throw subject.port }
        return port
    }
}

/// The path operations of RFC 3986 §5.2.
enum URLPath {
    /// Merges the path of a relative reference, not empty, with its base path (§5.2.3); dot segments remain.
    static func merging(_ path: [UInt8], with base: String) -> [UInt8] {
        if path.first == UInt8(ascii: "/") { return path }
        let baseBytes = Array(base.utf8)
        let directoryEnd = baseBytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
        return Array(baseBytes[..<directoryEnd]) + path
    }

    /// Removes `.` and `..` segments (§5.2.4) of an absolute path; `..` above the root is dropped.
    static func removingDotSegments(_ path: [UInt8]) -> [UInt8] {
        guard hasDotSegment(path) else { return path }
        var kept: [ArraySlice<UInt8>] = []
        let segments = path.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, segment) in segments.enumerated() {
            let isDouble = segment.elementsEqual("..".utf8)
            guard isDouble || segment.elementsEqual(".".utf8) else {
                kept.append(segment)
                continue
            }
            if isDouble { _ = kept.popLast() }
            // A dot segment at the end names a directory, so its slash is kept.
            if index == segments.count - 1 { kept.append([]) }
        }
        return [UInt8(ascii: "/")] + kept.joined(separator: [UInt8(ascii: "/")])
    }

    private static func hasDotSegment(_ path: [UInt8]) -> Bool {
        for index in path.indices.dropLast() where path[index] == UInt8(ascii: "/") {
            if path[index + 1] == UInt8(ascii: ".") { return true }
        }
        return false
    }
}
