/// The instant by which a payload must be answered; DNS, queueing, redirects and inspection all count.
package struct Deadline: Hashable, Comparable, Sendable {
    package let instant: ContinuousClock.Instant

    package init(at instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    /// The time left, at least 1 ms, or `nil` when none is left. Never zero, because libcurl reads 0 as "no timeout".
    package func remaining(at now: ContinuousClock.Instant) -> Duration? {
        let left = now.duration(to: instant)
        return left < .milliseconds(1) ? nil : left
    }

    package static func < (left: Deadline, right: Deadline) -> Bool { left.instant < right.instant }
}

/// A monotonic clock, replaceable in tests.
package protocol TimeSource: Sendable {
    /// The current instant; never goes back and includes the time the machine sleeps.
    var now: ContinuousClock.Instant { get }

    /// Sleeps until `instant`; returns at once when it is past.
    ///
    /// - Parameter instant: The instant to wake at.
    /// - Throws: `CancellationError` only.
    func sleep(until instant: ContinuousClock.Instant) async throws
}

/// The system's monotonic clock.
package struct SystemTime: TimeSource {
    package init() {}

    package var now: ContinuousClock.Instant { .now }

    package func sleep(until instant: ContinuousClock.Instant) async throws {
        try await ContinuousClock().sleep(until: instant, tolerance: .zero)
    }
}

/// The time of day for HTTP dates; it may be set back.
package protocol WallTimeSource: Sendable {
    /// Whole seconds since 1970, UTC.
    var secondsSinceEpoch: Int { get }
}
