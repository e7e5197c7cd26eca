/// Makes the text of a URL fit to be shown: its query may hold a signature.
package enum RedactedURL {
    /// Replaces the query and what follows, and a user's name and password, by an ellipsis.
    ///
    /// Takes text that need not parse as a URL, as it stands in a payload.
    ///
    /// - Parameter url: The text.
    /// - Returns: The text without what may be secret, cut off where it is very long.
    package static func text(_ url: String) -> String {
        let end = url.firstIndex { $0 == "?" || $0 == "#" }
        var shown = end.map { "\(url[..<$0])\(url[$0])…" } ?? url
        guard let scheme = shown.firstRange(of: "://") else { return shown }
        let authority = shown[scheme.upperBound...].prefix { $0 != "/" && $0 != "\\" }
        if let at = authority.lastIndex(of: "@") { shown.replaceSubrange(scheme.upperBound..<at, with: "…") }
        return TruncatedText.cutting(shown)
    }
}
