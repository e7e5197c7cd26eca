import AttacheThreads

/// Whether the service can do its work.
final class Readiness: Sendable {
    private let isDraining = Locked(false)
    private let checks: [@Sendable () async -> String?]

    /// Creates it.
    ///
    /// - Parameter checks: Each gives a sentence when something is wrong.
    init(checks: [@Sendable () async -> String?] = []) {
        self.checks = checks
    }

    /// From now on it is not ready: the process is about to end.
    func drain() {
        isDraining.withLock { $0 = true }
    }

    /// What keeps it from its work, a sentence each; empty when nothing does.
    func troubles() async -> [String] {
        if isDraining.withLock({ $0 }) { return ["The service is ending."] }
        var troubles: [String] = []
        for check in checks {
            if let trouble = await check() { troubles.append(trouble) }
        }
        return troubles
    }
}
