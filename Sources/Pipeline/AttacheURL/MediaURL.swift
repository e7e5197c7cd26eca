/// A media URL in the canonical form that is checked and fetched.
package struct MediaURL: Hashable, Sendable {
    /// The schemes that media are fetched by.
    package enum Scheme: String, Sendable {
        case http
        case https

        package var defaultPort: Int { self == .http ? 80 : 443 }
    }

    /// The normalised text: scheme and host in lower case, host as A-label or canonical address, default port left out,
    /// dot segments removed, fragment dropped.
    package let text: String
    package let scheme: Scheme
    package let host: MediaHost
    /// The port to connect to, 1 to 65535.
    package let port: Int
    /// The path of `text`, from its first slash to the query; never empty.
    package let path: String

    package init(text: String, scheme: Scheme, host: MediaHost, port: Int, path: String) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
    }
}

extension MediaURL {
    /// Parses an absolute http or https URL of at most 8 KiB, strictly, and normalises it as described at `text`;
    /// harmless illegal characters are percent-encoded. Throws `url.invalid`, `url.scheme`, `url.credentials`,
    /// `url.port` or `url.too-long`.
    package init(parsing text: String, canonicalizer: any HostCanonicalizing) throws(Reason) {
        let bytes = Array(text.utf8)
        self = try URLParser(bytes: bytes, byteCount: bytes.count, subject: .url, canonicalizer: canonicalizer).parse()
    }

    /// Parses bytes as strictly as a string; invalid UTF-8 is `url.invalid`.
    ///
    /// - Parameters:
    ///   - bytes: The URL as written, or the first 8 KiB of a longer one.
    ///   - byteCount: The length of the whole URL in bytes.
    ///   - canonicalizer: Maps internationalised host names.
    /// - Throws: `Reason` as for a string.
    package init(parsing bytes: [UInt8], byteCount: Int, canonicalizer: any HostCanonicalizing) throws(Reason) {
        self = try URLParser(bytes: bytes, byteCount: byteCount, subject: .url, canonicalizer: canonicalizer).parse()
    }

    /// Joins normalised parts; path and query contain only legal characters, and the path begins with a slash.
    package init(scheme: Scheme, host: MediaHost, port: Int, path: [UInt8], query: [UInt8]?) {
        var text = "\(scheme.rawValue)://\(host.authorityText)"
        if port != scheme.defaultPort { text += ":\(port)" }
        let pathText = String(decoding: path, as: UTF8.self)
        text += pathText
        if let query {
            text += "?"
            text += String(decoding: query, as: UTF8.self)
        }
        self.init(text: text, scheme: scheme, host: host, port: port, path: pathText)
    }

    /// Resolves a redirect's `Location` against this URL (RFC 3986 §5), as strictly as the parser. Throws
    /// `fetch.redirect-invalid` for an unusable form, or `url.scheme`, `url.credentials`, `url.port`.
    package func redirected(to location: String, canonicalizer: any HostCanonicalizing) throws(Reason) -> MediaURL {
        let bytes = Array(location.utf8)
        return try URLParser(
            bytes: bytes,
            byteCount: bytes.count,
            subject: .location,
            canonicalizer: canonicalizer
        ).parse(relativeTo: self)
    }

    /// The last non-empty path segment, percent-decoded once; empty for the root, as written when it does not decode to
    /// UTF-8.
    package var lastPathComponent: String {
        let segment = Array(lastSegment)
        guard let decoded = PercentEncoding.decoding(segment[...]),
            let text = String(validating: decoded, as: UTF8.self)
        else { return String(decoding: segment, as: UTF8.self) }
        return text
    }

    /// The extension of the last path segment in lower case, by the rules of `URL.pathExtension`; query and fragment
    /// are ignored.
    ///
    /// `nil` without a full stop, with only full stops before it, with nothing after it, or with a space, a control
    /// character or a bidirectional control after it.
    package var pathExtension: String? {
        let segment = Array(lastSegment)
        // Without escapes the segment is plain ASCII.
        if !segment.contains(UInt8(ascii: "%")) { return Self.unescapedExtension(of: segment) }
        // An encoded slash ends a component once it is decoded.
        guard let name = lastPathComponent.split(separator: "/", omittingEmptySubsequences: false).last,
            let stop = name.lastIndex(of: ".")
        else { return nil }
        // Names that begin with full stops are hidden files, not extensions.
        guard name[..<stop].contains(where: { $0 != "." }) else { return nil }
        let suffix = name[name.index(after: stop)...]
        guard !suffix.isEmpty, suffix.unicodeScalars.allSatisfy(Self.isExtensionScalar) else { return nil }
        return suffix.lowercased()
    }

    private static func unescapedExtension(of segment: [UInt8]) -> String? {
        guard let stop = segment.lastIndex(of: UInt8(ascii: ".")), stop < segment.count - 1,
            segment[..<stop].contains(where: { $0 != UInt8(ascii: ".") })
        else { return nil }
        return String(decoding: segment[(stop + 1)...], as: UTF8.self).lowercased()
    }

    private static func isExtensionScalar(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0...0x20, 0x7F...0x9F, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: false
        default: true
        }
    }

    private var lastSegment: Substring.UTF8View.SubSequence {
        let slash = UInt8(ascii: "/")
        let bytes = path[...].utf8
        let end = bytes.lastIndex { $0 != slash }.map { bytes.index(after: $0) } ?? bytes.startIndex
        let trimmed = bytes[..<end]
        let start = trimmed.lastIndex(of: slash).map { trimmed.index(after: $0) } ?? trimmed.startIndex
        return trimmed[start...]
    }

    /// The query as written in `text`, without its question mark; `nil` when there is none.
    package var query: Substring? {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return text[text.index(after: mark)...]
    }

    /// The text for logs and messages: the query, which may hold a signature, is replaced by `?…`.
    package var redactedText: String { RedactedURL.text(text) }
}
