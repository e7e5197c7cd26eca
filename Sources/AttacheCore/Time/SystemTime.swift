/// The machine's own monotonic clock.
package struct SystemTime: TimeSource {
    /// Creates the time source.
    package init() {}

    package var now: ContinuousClock.Instant { .now }

    package func sleep(until instant: ContinuousClock.Instant) async throws {
        try await ContinuousClock().sleep(until: instant, tolerance: .zero)
    }
}
