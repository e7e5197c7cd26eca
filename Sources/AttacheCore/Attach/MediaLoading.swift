/// Loads a media file that the policy permits: the stages fetch, inspect and attach.
///
/// `MediaLoader` runs the stages; what else happens around a load is a loader that wraps another one, such as
/// `CachingMediaLoader` and `ObservedMediaLoader`.
package protocol MediaLoading: Sendable {
    /// Loads a media file, or confirms the one that is kept.
    ///
    /// - Parameters:
    ///   - request: What to load, how and by when.
    ///   - stale: A file that is kept: the origin is only asked whether it is still the same.
    /// - Returns: What became of it; nothing is thrown.
    func load(_ request: DownloadRequest, unless stale: StaleMedia?) async -> LoadedMedia
}

/// What a load has brought.
package struct LoadedMedia: Sendable {
    /// What became of the media reference.
    package var verdict: MediaVerdict
    /// The requests that were made and the heads that came back, redirects first; empty unless responses may be kept.
    package var exchanges: [ResponseExchange] = []

    package init(_ verdict: MediaVerdict, exchanges: [ResponseExchange] = []) {
        self.verdict = verdict
        self.exchanges = exchanges
    }
}

/// A file that is kept but no longer fresh: the origin is asked whether it is still the same.
package struct StaleMedia: Sendable {
    /// What the origin is asked with.
    package var validators: Validators
    /// The verdict if it is.
    package var verdict: MediaVerdict
}
