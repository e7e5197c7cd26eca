/// Reads a URL, or a redirect's `Location` against its base, strictly by RFC 3986 and into one normalised form.
///
/// Where parsers are known to disagree (backslashes, control characters, user names, white space at the ends), the text
/// is refused instead of guessed at. Characters that are illegal but harmless are percent-encoded as `URL(string:)` does
/// in apps linked against iOS 17 or later.
struct URLParser {
    /// The longest text that is looked at, in bytes; libcurl would take 8 MB.
    static let byteLimit = 8192

    let bytes: [UInt8]
    /// The length of the whole text, of which `bytes` may be only the beginning when it is over the limit.
    let byteCount: Int
    let subject: URLSubject
    let canonicalizer: any HostCanonicalizing

    /// Parses the text.
    ///
    /// - Parameter base: The URL that a relative reference is resolved against; without it only an absolute URL will do.
    /// - Returns: The URL in its normalised form.
    /// - Throws: `URLRefusal` with the first thing that is wrong.
    func parse(relativeTo base: MediaURL? = nil) throws(URLRefusal) -> MediaURL {
        let schemeEnd = schemeEnd
        var scheme = base?.scheme
        if let schemeEnd {
            // Before the form, so that an inline image of megabytes is told what is really wrong with it.
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

    /// Splits what follows the authority, drops the fragment and encodes what may not stand there as it is.
    private func components(of rest: ArraySlice<UInt8>) -> (path: [UInt8], query: [UInt8]?) {
        let withoutFragment = rest.prefix { $0 != UInt8(ascii: "#") }
        let path = withoutFragment.prefix { $0 != UInt8(ascii: "?") }
        let query = path.endIndex < withoutFragment.endIndex ? withoutFragment[(path.endIndex + 1)...] : nil
        return (PercentEncoding.encoding(path, in: .path), query.map { PercentEncoding.encoding($0, in: .query) })
    }

    /// Where the colon after a well-formed scheme is (RFC 3986 §3.1), or `nil` when the text does not begin with one.
    private var schemeEnd: Int? {
        guard let first = bytes.first, first.isASCIILetter else { return nil }
        let end = bytes.firstIndex { byte in
            !(byte.isASCIILetter || byte.isASCIIDigit || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: "."))
        }
        guard let end, bytes[end] == UInt8(ascii: ":") else { return nil }
        return end
    }

    private func readScheme(_ written: ArraySlice<UInt8>) throws(URLRefusal) -> MediaURL.Scheme {
        if written.elementsEqual("https".utf8, by: { $0 | 0x20 == $1 }) { return .https }
        if written.elementsEqual("http".utf8, by: { $0 | 0x20 == $1 }) { return .http }
        throw subject.scheme(String(decoding: written, as: UTF8.self).lowercased())
    }

    private var notAbsolute: URLRefusal {
        subject.invalid("is not absolute: it does not begin with https://", fix: "Write it as https://host/path.")
    }

    private static func endsAuthority(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
    }
}
