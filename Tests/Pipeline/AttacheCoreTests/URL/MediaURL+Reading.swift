import AttacheCore

extension MediaURL {
    /// A URL in a test that must be valid.
    static func reading(_ text: String) throws -> MediaURL {
        try MediaURL(parsing: text, canonicalizer: TableCanonicalizer())
    }
}
