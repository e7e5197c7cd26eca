/// The state of a `ManualClock`; each change says which continuations are to be resumed, outside the lock.
struct ManualClockState {
    /// Continuations to resume, in order.
    struct Resumptions {
        var sleepers: [(continuation: CheckedContinuation<Void, any Error>, isCancelled: Bool)] = []
        var watchers: [CheckedContinuation<Void, Never>] = []

        /// Resumes them.
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

    /// A task that sleeps.
    struct Sleeper {
        let identifier: Int
        let instant: ContinuousClock.Instant
        let continuation: CheckedContinuation<Void, any Error>
    }

    private(set) var now: ContinuousClock.Instant
    /// By instant, and by arrival where that is equal.
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
        // The cancellation may have come before the sleep.
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
