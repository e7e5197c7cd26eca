/// How long verdicts count before the origin is asked again; zero remembers nothing.
package struct VerdictLifetime: Sendable, Equatable {
    /// For failures that a later try cannot help, such as a wrong type; in memory for attachments as well.
    package var permanent: Duration
    /// For failures that may pass, such as a refused connection.
    package var transient: Duration

    package init(permanent: Duration = .seconds(600), transient: Duration = .seconds(30)) {
        self.permanent = permanent
        self.transient = transient
    }

    /// Creates the lifetime of verdicts in memory.
    ///
    /// - Parameters:
    ///   - lifetime: For attachments, and for failures that a later try cannot help.
    ///   - transient: For failures that may pass; never longer than `lifetime`.
    package init(_ lifetime: Duration, transient: Duration? = nil) {
        self.init(permanent: lifetime, transient: min(lifetime, transient ?? lifetime))
    }

    /// How long a verdict is remembered in memory.
    ///
    /// - Parameter verdict: The verdict.
    /// - Returns: The time from its completion.
    func time(of verdict: MediaVerdict) -> Duration {
        guard verdict.attachment == nil, let headline = verdict.reasons.first else { return permanent }
        return headline.isPermanent ? permanent : transient
    }

    /// When a failure is taken for granted.
    ///
    /// - Parameters:
    ///   - isPermanent: Whether a later try cannot help.
    ///   - now: Seconds since 1970.
    /// - Returns: The window, in whole seconds, a begun one counting; `nil` when it is not remembered at all.
    func window(isPermanent: Bool, now: Int) -> FreshnessWindow? {
        let lifetime = isPermanent ? permanent : transient
        guard lifetime > .zero else { return nil }
        let (seconds, rest) = lifetime.components
        return FreshnessWindow(from: now, until: now + Int(min(seconds, 1 << 40)) + (rest > 0 ? 1 : 0))
    }
}
