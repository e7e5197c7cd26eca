/// A payload has its result.
public struct ItemFinished: Sendable {
    /// The result.
    public let result: RewriteResult
    private let references: [MediaReference]

    /// Creates the event.
    ///
    /// - Parameters:
    ///   - result: The result.
    ///   - references: The media that the payload names, in the order they were tried.
    package init(_ result: RewriteResult, media references: [MediaReference] = []) {
        self.result = result
        self.references = references
    }

    /// The media URLs that were tried, without queries, users and passwords; none when the push ended before.
    public var mediaURLs: [String] { references.map { RedactedURL.text($0.text) } }

    /// Where each verdict came from; none for a URL that was refused before anybody was asked.
    public var supplies: [MediaSupply] { result.traces.map(\.supply) }
}
