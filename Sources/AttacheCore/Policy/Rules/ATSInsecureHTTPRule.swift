/// An http URL must be one that App Transport Security lets load, and never the target of an https URL's redirect unless
/// the dictionary opens http for it by name.
package struct ATSInsecureHTTPRule: RequestRule {
    /// Creates the rule.
    package init() {}

    package func reasons(for url: MediaURL, in context: RequestContext) -> [Reason] {
        guard url.scheme == .http else { return [] }
        let permission = context.ats.permitsHTTP(url.host)
        guard context.previous?.scheme == .https, case .permitted(.localDestination(let host)) = permission else {
            return permission.reasons
        }
        // That a destination is local excuses a URL that was written as http, not one that lost its protection.
        return [
            Reason(
                .atsInsecureHTTP,
                "A redirect leads from https to http, to \(host).",
                fix: "Redirect to an https URL."
            )
        ]
    }
}
