/// The one instant by which a payload must be answered; resolving, queueing, redirects and inspection all count.
package struct Deadline: Hashable, Comparable, Sendable {
    /// The instant itself.
    package let instant: ContinuousClock.Instant

    /// Creates a deadline at an instant.
    ///
    /// - Parameter instant: The last moment at which an answer is of use.
    package init(at instant: ContinuousClock.Instant) {
        self.instant = instant
    }

    /// The time that is left, or `nil` when none is: a usable zero never exists, since libcurl reads 0 as "no timeout".
    ///
    /// - Parameter now: The current instant.
    /// - Returns: A duration of at least one millisecond, or `nil`.
    package func remaining(at now: ContinuousClock.Instant) -> Duration? {
        let left = now.duration(to: instant)
        return left < .milliseconds(1) ? nil : left
    }

    package static func < (left: Deadline, right: Deadline) -> Bool { left.instant < right.instant }
}

/// Where the pipeline reads the time and waits, so that tests can move it by hand.
package protocol TimeSource: Sendable {
    /// The current instant of a clock that never goes back and goes on while the machine sleeps.
    var now: ContinuousClock.Instant { get }

    /// Waits until `instant`.
    ///
    /// - Parameter instant: When to go on; in the past means at once.
    /// - Throws: `CancellationError` when the task is cancelled, and nothing else.
    func sleep(until instant: ContinuousClock.Instant) async throws
}

/// The machine's own monotonic clock.
package struct SystemTime: TimeSource {
    /// Creates the time source.
    package init() {}

    package var now: ContinuousClock.Instant { .now }

    package func sleep(until instant: ContinuousClock.Instant) async throws {
        try await ContinuousClock().sleep(until: instant, tolerance: .zero)
    }
}

/// Where caches read the time of day, which HTTP's dates are made of and which may be set back.
package protocol WallTimeSource: Sendable {
    /// Whole seconds since 1970, UTC.
    var secondsSinceEpoch: Int { get }
}

extension Duration {
    /// The duration in milliseconds, as a fraction.
    package var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }
}
