import AttacheCore

extension MediaURL {
    /// A URL that a test writes down and that has to be right.
    static func reading(_ text: String) throws -> MediaURL {
        try MediaURL(parsing: text, canonicalizer: TableCanonicalizer())
    }
}
