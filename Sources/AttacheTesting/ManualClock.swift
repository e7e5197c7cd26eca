import AttacheCore
import AttacheThreads

/// A clock that stands still until a test moves it.
package final class ManualClock: TimeSource {
    private let state: Locked<ManualClockState>

    /// Creates a clock.
    ///
    /// - Parameter now: The instant at which it stands.
    package init(now: ContinuousClock.Instant = .now) {
        state = Locked(ManualClockState(now: now))
    }

    package var now: ContinuousClock.Instant { state.withLock { $0.now } }

    /// How many tasks sleep on the clock.
    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    package func sleep(until instant: ContinuousClock.Instant) async throws {
        let identifier = state.withLock { $0.makeIdentifier() }
        // A cancellation that comes when the sleep is already over leaves its mark behind.
        defer { state.withLock { $0.forget(identifier) } }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let resumptions = state.withLock { $0.add(continuation, identifier, until: instant) }
                resumptions.run()
            }
        } onCancel: {
            let resumptions = state.withLock { $0.cancel(identifier) }
            resumptions.run()
        }
    }

    /// Moves the clock and resumes every sleeper whose time has come, the earliest first, equals in the order they came.
    ///
    /// Resumed tasks run when their executor lets them, and see the new time, not the one they slept until.
    ///
    /// - Parameter duration: How far, 0 or more: the clock never goes back.
    package func advance(by duration: Duration) {
        let resumptions = state.withLock { $0.advance(by: max(.zero, duration)) }
        resumptions.run()
    }

    /// Waits until tasks sleep on the clock, so that a test does not move it too early.
    ///
    /// - Parameter count: How many at least.
    package func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let resumptions = state.withLock { $0.add(continuation, watchingFor: count) }
            resumptions.run()
        }
    }
}
