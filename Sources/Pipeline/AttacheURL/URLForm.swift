/// How much of a URL a report shows.
package enum URLForm: Sendable {
    /// Without its query and fragment: they may identify a user, or open the file to each reader of the report.
    case withoutQuery
    /// As the payload has it, but for user names, passwords and inline data.
    case withQuery

    /// Returns the text of a URL in this form, which need not be valid, truncated where it is very long.
    package func text(_ url: String) -> String {
        switch self {
        case .withoutQuery: RedactedURL.text(url)
        case .withQuery: TruncatedText.cutting(RedactedURL.withoutSecrets(url))
        }
    }
}
