/// How long a verdict is remembered in memory.
package struct VerdictLifetime: Sendable, Equatable {
    /// For attachments, and for failures that a later try cannot help.
    package var permanent: Duration
    /// For failures that may pass.
    package var transient: Duration

    /// Creates a lifetime; zero remembers nothing.
    ///
    /// - Parameters:
    ///   - permanent: For attachments, and for failures that a later try cannot help.
    ///   - transient: For failures that may pass; never longer than `permanent`.
    package init(_ permanent: Duration, transient: Duration? = nil) {
        self.permanent = permanent
        self.transient = min(permanent, transient ?? permanent)
    }

    /// How long a verdict is remembered.
    ///
    /// - Parameter verdict: The verdict.
    /// - Returns: The time from its landing.
    func time(of verdict: MediaVerdict) -> Duration {
        guard verdict.attachment == nil, let headline = verdict.reasons.first else { return permanent }
        return headline.isPermanent ? permanent : transient
    }
}
