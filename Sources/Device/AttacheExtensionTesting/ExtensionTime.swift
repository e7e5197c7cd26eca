/// The time that a device gives a service extension, from the arrival of the push.
public struct ExtensionLimits: Sendable, Equatable {
    /// The time at which `serviceExtensionTimeWillExpire` is called.
    public var expiry: Duration
    /// The time at which the original content is delivered.
    public var cutOff: Duration

    /// The limits that were observed on devices: 29 s and 30 s.
    public static let device = ExtensionLimits(expiry: .seconds(29), cutOff: .seconds(30))

    /// Creates limits; the cut-off is not before the expiry.
    public init(expiry: Duration, cutOff: Duration) {
        self.expiry = max(.zero, expiry)
        self.cutOff = max(self.expiry, cutOff)
    }
}

/// A clock that counts from the arrival of a push.
struct ExtensionTime: Sendable {
    /// The time since the arrival.
    let elapsed: @Sendable () -> Duration
    /// Sleeps until a time since the arrival; throws when the task is cancelled.
    let sleep: @Sendable (Duration) async throws -> Void
    /// Whether it is the machine's clock, which a thread can wait for.
    let isReal: Bool

    init<Source: Clock>(startingNow clock: Source) where Source.Duration == Duration {
        let start = clock.now
        isReal = clock is ContinuousClock
        elapsed = { start.duration(to: clock.now) }
        sleep = { try await clock.sleep(until: start.advanced(by: $0), tolerance: nil) }
    }
}
