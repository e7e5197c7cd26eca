/// The scheme must be one that is loaded here; parsing has already refused everything but http and https.
package struct SchemeRule: RequestRule {
    /// Creates the rule.
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        if context.schemes.contains(url.scheme) { return [] }
        let allowed = context.schemes.map(\.rawValue).sorted().joined(separator: " and ")
        return [
            Reason(
                .urlScheme,
                "The URL has the scheme \(url.scheme.rawValue); only \(allowed.isEmpty ? "none" : allowed) is loaded here.",
                fix: allowed.isEmpty ? nil : "Publish the media by \(allowed)."
            )
        ]
    }
}
