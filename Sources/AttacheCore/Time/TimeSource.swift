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
