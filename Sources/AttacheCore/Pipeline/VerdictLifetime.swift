/// How long a verdict is remembered in memory.
package struct VerdictLifetime: Sendable, Equatable {
    /// For attachments, and for failures that a later try cannot help.
    package var lasting: Duration
    /// For failures that may pass.
    package var passing: Duration

    /// Creates a lifetime; zero remembers nothing.
    ///
    /// - Parameters:
    ///   - lasting: For attachments, and for failures that a later try cannot help.
    ///   - passing: For failures that may pass; never longer than `lasting`.
    package init(_ lasting: Duration, passing: Duration? = nil) {
        self.lasting = lasting
        self.passing = min(lasting, passing ?? lasting)
    }

    /// How long a verdict is remembered.
    ///
    /// - Parameter verdict: The verdict.
    /// - Returns: The time from its landing.
    func time(of verdict: MediaVerdict) -> Duration {
        guard verdict.attachment == nil, let headline = verdict.reasons.first else { return lasting }
        return headline.isPermanent ? lasting : passing
    }
}
