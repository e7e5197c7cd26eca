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
