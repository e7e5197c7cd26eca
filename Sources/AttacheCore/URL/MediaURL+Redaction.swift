extension MediaURL {
    /// The query as it stands in `text`, without its question mark, or `nil` when there is none.
    package var query: Substring? {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
        return text[text.index(after: mark)...]
    }

    /// The text for logs and messages: the query, which may hold a signature, is replaced by `?…`.
    package var redactedText: String {
        guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return text }
        return "\(text[..<mark])?…"
    }
}
