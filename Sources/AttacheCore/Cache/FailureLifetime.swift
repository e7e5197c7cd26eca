/// How long failures are taken for granted before the origin is asked again.
package struct FailureLifetime: Sendable, Equatable {
    /// For failures that a later try cannot help, such as a wrong type.
    package var permanent: Duration
    /// For failures that may pass, such as a refused connection.
    package var transient: Duration

    /// Creates lifetimes; zero remembers nothing.
    ///
    /// - Parameters:
    ///   - permanent: For failures that a later try cannot help.
    ///   - transient: For failures that may pass.
    package init(permanent: Duration = .seconds(600), transient: Duration = .seconds(30)) {
        self.permanent = permanent
        self.transient = transient
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
