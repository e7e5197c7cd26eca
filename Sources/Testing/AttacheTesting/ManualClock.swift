import AttacheCore
import AttacheSystem

/// A clock that only a test advances.
package final class ManualClock: TimeSource {
    private let state: Locked<ManualClockState>

    package init(now: ContinuousClock.Instant = .now) {
        state = Locked(ManualClockState(now: now))
    }

    package var now: ContinuousClock.Instant { state.withLock { $0.now } }

    package var sleeperCount: Int { state.withLock { $0.sleepers.count } }

    package func sleep(until instant: ContinuousClock.Instant) async throws {
        let identifier = state.withLock { $0.makeIdentifier() }
        // A cancellation after the end of the sleep leaves its mark.
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

    /// Advances the clock by at least 0 and resumes every sleeper that is due, the earliest first, equals in the order
    /// of arrival.
    ///
    /// Resumed tasks run when their executor schedules them, and see the new time rather than the one they slept until.
    package func advance(by duration: Duration) {
        let resumptions = state.withLock { $0.advance(by: max(.zero, duration)) }
        resumptions.run()
    }

    /// Waits until at least `count` tasks sleep on the clock, so that a test does not advance it too early.
    package func waitForSleepers(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let resumptions = state.withLock { $0.add(continuation, watchingFor: count) }
            resumptions.run()
        }
    }
}

/// The state of a `ManualClock`; each change returns the continuations to resume outside the lock.
struct ManualClockState {
    struct Resumptions {
        var sleepers: [(continuation: CheckedContinuation<Void, any Error>, isCancelled: Bool)] = []
        var watchers: [CheckedContinuation<Void, Never>] = []

        func run() {
            for sleeper in sleepers {
                if sleeper.isCancelled {
                    sleeper.continuation.resume(throwing: CancellationError())
                } else {
                    sleeper.continuation.resume()
                }
            }
            for watcher in watchers { watcher.resume() }
        }
    }

    struct Sleeper {
        let identifier: Int
        let instant: ContinuousClock.Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private(set) var now: ContinuousClock.Instant
    /// By instant, then by arrival.
    private(set) var sleepers: [Sleeper] = []
    private var cancelled: Set<Int> = []
    private var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    private var nextIdentifier = 0

    init(now: ContinuousClock.Instant) {
        self.now = now
    }

    mutating func makeIdentifier() -> Int {
        nextIdentifier += 1
        return nextIdentifier
    }

    mutating func forget(_ identifier: Int) {
        cancelled.remove(identifier)
    }

    mutating func add(
        _ continuation: CheckedContinuation<Void, any Error>,
        _ identifier: Int,
        until instant: ContinuousClock.Instant
    ) -> Resumptions {
        // The cancellation may have preceded the sleep.
        if cancelled.contains(identifier) { return Resumptions(sleepers: [(continuation, true)]) }
        if instant <= now { return Resumptions(sleepers: [(continuation, false)]) }
        let index = sleepers.firstIndex { $0.instant > instant } ?? sleepers.endIndex
        sleepers.insert(Sleeper(identifier: identifier, instant: instant, continuation: continuation), at: index)
        let satisfied = watchers.filter { $0.count <= sleepers.count }
        watchers.removeAll { $0.count <= sleepers.count }
        return Resumptions(watchers: satisfied.map(\.continuation))
    }

    mutating func add(_ continuation: CheckedContinuation<Void, Never>, watchingFor count: Int) -> Resumptions {
        if count <= sleepers.count { return Resumptions(watchers: [continuation]) }
        watchers.append((count, continuation))
        return Resumptions()
    }

    mutating func cancel(_ identifier: Int) -> Resumptions {
        guard let index = sleepers.firstIndex(where: { $0.identifier == identifier }) else {
            cancelled.insert(identifier)
            return Resumptions()
        }
        return Resumptions(sleepers: [(sleepers.remove(at: index).continuation, true)])
    }

    mutating func advance(by duration: Duration) -> Resumptions {
        now += duration
        let due = sleepers.prefix { $0.instant <= now }
        sleepers.removeFirst(due.count)
        return Resumptions(sleepers: due.map { ($0.continuation, false) })
    }
}

/// A time of day that only a test advances.
package final class ManualWallClock: WallTimeSource {
    private let now: Locked<Int>

    /// Creates a clock at the given seconds since 1970.
    package init(now: Int = 1_800_000_000) {
        self.now = Locked(now)
    }

    package var secondsSinceEpoch: Int { now.withLock { $0 } }

    /// Moves the clock by a number of seconds, which may be negative.
    package func advance(by seconds: Int) { now.withLock { $0 += seconds } }
}
