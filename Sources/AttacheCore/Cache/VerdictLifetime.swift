/// The lifetime of cached verdicts; zero disables caching.
package struct VerdictLifetime: Sendable, Equatable {
    /// The lifetime of permanent failures, such as a wrong type; in memory also of attachments.
    package var permanent: Duration
    /// The lifetime of temporary failures, such as a refused connection.
    package var transient: Duration

    package init(permanent: Duration = .seconds(600), transient: Duration = .seconds(30)) {
        self.permanent = permanent
        self.transient = transient
    }

    /// Creates the lifetime of verdicts in memory, where temporary failures never outlive others.
    package init(_ lifetime: Duration, transient: Duration? = nil) {
        self.init(permanent: lifetime, transient: min(lifetime, transient ?? lifetime))
    }

    /// The lifetime of a verdict in memory, from its completion.
    func time(of verdict: MediaVerdict) -> Duration {
        guard verdict.attachment == nil, let headline = verdict.reasons.first else { return permanent }
        return headline.isPermanent ? permanent : transient
    }

    /// The window of a failure on disk from `now`, in seconds since 1970 rounded up; `nil` if it is not cached.
    func window(isPermanent: Bool, now: Int) -> FreshnessWindow? {
        let lifetime = isPermanent ? permanent : transient
        guard lifetime > .zero else { return nil }
        let (seconds, rest) = lifetime.components
        return FreshnessWindow(from: now, until: now + Int(min(seconds, 1 << 40)) + (rest > 0 ? 1 : 0))
    }
}
