extension MediaURL {
    /// Resolves a redirect's `Location` against this URL (RFC 3986 §5), as strictly as a URL is parsed.
    ///
    /// - Parameters:
    ///   - location: The field's value: absolute, scheme-relative, path-only, relative or query-only.
    ///   - canonicalizer: Maps internationalised host names.
    /// - Returns: The URL of the next hop.
    /// - Throws: `URLRefusal` with one reason: `fetch.redirect-invalid` for an unusable form, or `url.scheme`,
    ///   `url.credentials`, `url.port`.
    package func redirected(
        to location: String,
        canonicalizer: any HostCanonicalizing
    ) throws(URLRefusal) -> MediaURL {
        let bytes = Array(location.utf8)
        return try URLParser(
            bytes: bytes,
            byteCount: bytes.count,
            subject: .location,
            canonicalizer: canonicalizer
        ).parse(relativeTo: self)
    }
}
