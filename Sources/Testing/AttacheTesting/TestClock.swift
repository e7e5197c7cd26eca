/// A clock of the standard library that a test advances.
package struct TestClock: Clock {
    package let manual: ManualClock

    package init(manual: ManualClock) {
        self.manual = manual
    }

    package var now: ContinuousClock.Instant { manual.now }
    package var minimumResolution: Duration { .zero }

    package func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
        try await manual.sleep(until: deadline)
    }
}
