extension MediaURL {
    /// Parses an absolute http or https URL, strictly.
    ///
    /// Legal but unusual spellings come out in one form: scheme and host in lower case, host as A-label or canonical
    /// address, default port left out, dot segments removed, fragment dropped, harmless illegal characters encoded.
    ///
    /// - Parameters:
    ///   - text: The URL as written, at most 8 KiB.
    ///   - canonicalizer: Maps internationalised host names.
    /// - Throws: `URLRefusal` with one reason: `url.invalid`, `url.scheme`, `url.credentials`, `url.port` or
    ///   `url.too-long`.
    package init(parsing text: String, canonicalizer: any HostCanonicalizing) throws(URLRefusal) {
        let bytes = Array(text.utf8)
        self = try URLParser(bytes: bytes, byteCount: bytes.count, subject: .url, canonicalizer: canonicalizer).parse()
    }

    /// Parses bytes that ought to be an absolute http or https URL, as strictly.
    ///
    /// - Parameters:
    ///   - bytes: The URL as written, or the first 8 KiB of a longer one.
    ///   - byteCount: The length of the whole URL in bytes.
    ///   - canonicalizer: Maps internationalised host names.
    /// - Throws: `URLRefusal` as for a string, and `url.invalid` for what is no UTF-8.
    package init(
        parsing bytes: [UInt8],
        byteCount: Int,
        canonicalizer: any HostCanonicalizing
    ) throws(URLRefusal) {
        self = try URLParser(bytes: bytes, byteCount: byteCount, subject: .url, canonicalizer: canonicalizer).parse()
    }

    /// Puts normalised parts together.
    ///
    /// - Parameters:
    ///   - scheme: The scheme.
    ///   - host: The host.
    ///   - port: The port, 1 to 65535.
    ///   - path: The path in legal characters, beginning with a slash.
    ///   - query: The query in legal characters, or `nil` for none.
    init(scheme: Scheme, host: MediaHost, port: Int, path: [UInt8], query: [UInt8]?) {
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
}
