/// The clock that fires pending notifications.
package protocol CenterClock: Sendable {
    /// The present, in milliseconds since 1970.
    var now: Int { get }

    /// Sleeps until a time in milliseconds since 1970; throws `CancellationError` only.
    func sleep(until time: Int) async throws
}

/// The time of day of this machine.
package struct SystemCenterClock: CenterClock {
    package init() {}

    package var now: Int { UTCTime.now }

    package func sleep(until time: Int) async throws {
        // In short steps: the time of day may be set, and a monotonic clock does not see that.
        while case let left = time - now, left > 0 {
            try await ContinuousClock().sleep(for: .milliseconds(min(left, 60_000)))
        }
    }
}

/// A clock of the standard library as the time of day, from the present on.
package struct ElapsedCenterClock<Base: Clock>: CenterClock where Base.Duration == Duration {
    private let base: Base
    private let start: Base.Instant
    private let startTime: Int

    package init(_ base: Base, startingAt time: Int = UTCTime.now) {
        self.base = base
        start = base.now
        startTime = time
    }

    package var now: Int {
        let (seconds, attoseconds) = start.duration(to: base.now).components
        return startTime + Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }

    package func sleep(until time: Int) async throws {
        try await base.sleep(until: start.advanced(by: .milliseconds(time - startTime)), tolerance: nil)
    }
}
