/// The lifetime of cached verdicts; zero disables caching.
package struct VerdictLifetime: Sendable, Equatable {
    /// The longest lifetime of a failure for other clients than the one that saw it: a client that asks for a URL before
    /// it is published must not keep the others from it.
    package static let longestShared = Duration.seconds(60)

    /// The lifetime of attachments in memory.
    package var attachment: Duration
    /// The lifetime of permanent failures, such as a missing file.
    package var permanent: Duration
    /// The lifetime of temporary failures, such as a refused connection.
    package var transient: Duration

    package init(permanent: Duration = .seconds(10), transient: Duration = .seconds(30)) {
        (attachment, self.permanent, self.transient) = (permanent, permanent, transient)
    }

    /// Creates the lifetime of verdicts in memory, where failures never outlive attachments.
    package init(_ lifetime: Duration, permanent: Duration? = nil, transient: Duration? = nil) {
        attachment = lifetime
        self.permanent = min(lifetime, permanent ?? lifetime)
        self.transient = min(lifetime, transient ?? lifetime)
    }

    /// The lifetime of a verdict in memory, from its completion.
    func time(of verdict: MediaVerdict) -> Duration {
        guard verdict.attachment == nil, let headline = verdict.reasons.first else { return attachment }
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
