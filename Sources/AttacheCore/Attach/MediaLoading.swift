/// Loads permitted media: the stages fetch, inspect and attach.
///
/// `MediaLoader` runs the stages; `CachingMediaLoader` and `ObservedMediaLoader` wrap another loader.
package protocol MediaLoading: Sendable {
    /// Loads a media file, or revalidates the stale one. Nothing is thrown: a failure is a verdict with reasons.
    func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia
}

/// The result of a load.
package struct LoadedMedia: Sendable {
    package var verdict: MediaVerdict
    /// Requests and heads of their responses, redirects first; empty without a cache.
    package var exchanges: [ResponseExchange] = []

    package init(_ verdict: MediaVerdict, exchanges: [ResponseExchange] = []) {
        self.verdict = verdict
        self.exchanges = exchanges
    }
}

/// A cached file that is no longer fresh and must be revalidated.
package struct StaleMedia: Sendable {
    package var validators: Validators
    /// The verdict if the origin confirms the file.
    package var verdict: MediaVerdict
}
