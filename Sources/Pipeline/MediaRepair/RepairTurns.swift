import AttacheCore
import AttacheSystem

/// The threads of repairs, for which clients take turns: while others wait, or had a repair a moment ago, one client has
/// at most half of them, rounded up. A client without others has all.
final class RepairTurns: Sendable {
    /// The steps of a repair, which take turns within a client: a copy is not to wait for all conversions before it.
    enum Step: Int, Sendable {
        case copy
        case conversion
    }

    /// Why work has not begun.
    enum Missed: Error, Equatable {
        /// The deadline has passed, or the task was cancelled.
        case late
        /// The client's own work before it would take longer than there is time.
        case refused
    }

    private struct Turn: Sendable {
        let client: Int
        /// Runs the work unless it was left.
        let run: @Sendable () -> Void
        let leave: @Sendable () -> Void
    }

    private struct State {
        var scheduler = FairScheduler<Int, Turn>()
        var presence = ClientPresence<Int>()
        var paces = ClientPaces<Int>(first: RepairTurns.firstPace)
        /// Whether a task waits to give threads that are free to clients that had to leave them to others.
        var isWaking = false
    }

    /// The time that a step is expected to take of a client that had none, in seconds, and the share of the newest one in
    /// the mean: repairs are few and long.
    private static let firstPace = ClientPace(holdTime: 0.5, share: 1.0 / 4)

    private let state = Locked(State())
    private let workers: WorkerPool
    private let limit: Int
    private let time: any TimeSource
    /// The threads that one client has beside others.
    private var share: Int { (limit + 1) / 2 }

    /// Creates turns on the threads of a pool that nothing else uses.
    init(_ workers: WorkerPool, time: any TimeSource) {
        self.workers = workers
        limit = workers.threadLimit
        self.time = time
    }

    /// The number of steps that wait.
    var waitingCount: Int { state.withLock { $0.scheduler.load.waiting } }

    /// Runs blocking work when it is the turn of its client.
    ///
    /// - Parameters:
    ///   - step: The step.
    ///   - client: Whose work it is.
    ///   - deadline: The instant until which it must have begun.
    ///   - stop: Ends the work early, at the deadline too.
    ///   - body: The work.
    /// - Returns: The result; work that has begun is waited for.
    /// - Throws: Why it has not begun.
    func run<Value: Sendable>(
        _ step: Step,
        of client: Int,
        until deadline: Deadline,
        unless stop: StopSignal? = nil,
        _ body: @escaping @Sendable () -> Value
    ) async throws(Missed) -> Value {
        guard let left = deadline.remaining(at: time.now) else { throw .late }
        let work = WorkTurn<Value>(stop)
        let turn = Turn(client: client, run: { work.run(body) }, leave: { work.end() })
        guard let ticket = append(turn, step, left: left) else { throw .refused }
        let timer = Task { [time] in
            guard (try? await time.sleep(until: deadline.instant)) != nil else { return }
            work.end()
        }
        defer { timer.cancel() }
        guard let value = await work.value() else {
            _ = state.withLock { $0.scheduler.remove(ticket) }
            throw .late
        }
        return value
    }

    /// Adds a turn; `nil` when it would begin too late.
    private func append(_ turn: Turn, _ step: Step, left: Duration) -> Int? {
        let now = time.now
        let added = state.withLock { state -> (ticket: Int, granted: [Turn])? in
            let (own, total) = (state.scheduler.load(of: turn.client), state.scheduler.load)
            let isAlone = state.presence.isAlone(turn.client, own, of: total, at: now)
            let clients = state.scheduler.waitingKeyCount + (own.waiting == 0 ? 1 : 0)
            let threads = min(isAlone ? limit : share, limit / clients)
            let wait = state.paces.wait(of: own.waiting, for: turn.client, permitCount: threads, at: now)
            guard .seconds(wait) < left else { return nil }
            if own.isIdle { state.paces.begin(turn.client) }
            let ticket = state.scheduler.append(turn, key: turn.client, lane: step.rawValue)
            return (ticket, grant(&state, at: now))
        }
        guard let added else { return nil }
        start(added.granted)
        return added.ticket
    }

    /// Gives free threads to clients in turn.
    private func grant(_ state: inout State, at now: ContinuousClock.Instant) -> [Turn] {
        var granted: [Turn] = []
        var isKept = false
        while state.scheduler.load.running < limit {
            let (total, presence) = (state.scheduler.load, state.presence)
            let next = state.scheduler.nextKeepingTurns { client, own in
                let hasRoom = own.running < share || presence.isAlone(client, own, of: total, at: now)
                if !hasRoom { isKept = true }
                return hasRoom
            }
            guard let turn = next?.element else { break }
            state.presence.note(turn.client, at: now)
            granted.append(turn)
        }
        if isKept, state.scheduler.load.running < limit, !state.isWaking {
            state.isWaking = true
            wake()
        }
        return granted
    }

    /// Gives free threads again when the others are forgotten: no work may begin or end until then.
    private func wake() {
        Task {
            try? await time.sleep(until: time.now + ClientPresence<Int>.memory)
            let now = time.now
            start(
                state.withLock { state in
                    state.isWaking = false
                    return grant(&state, at: now)
                }
            )
        }
    }

    private func start(_ turns: [Turn]) {
        for turn in turns {
            let isStarted = workers.start { [self] in
                let began = ContinuousClock.now
                turn.run()
                end(turn, after: began.duration(to: .now))
            }
            // The pool is shut down.
            if !isStarted { turn.leave() }
        }
    }

    private func end(_ turn: Turn, after duration: Duration) {
        let now = time.now
        let granted = state.withLock { state in
            state.scheduler.release(turn.client)
            state.presence.note(turn.client, at: now)
            state.paces.end(turn.client, after: duration, at: now)
            if state.paces.isCrowded {
                let scheduler = state.scheduler
                state.paces.forget { scheduler.load(of: $0).isIdle }
            }
            return grant(&state, at: now)
        }
        start(granted)
    }
}

/// Blocking work that waits for a thread: it is left before it begins, and stopped afterwards.
final class WorkTurn<Value: Sendable>: Sendable {
    private enum State {
        case queued
        case running
        case left
    }

    private let state = Locked(State.queued)
    private let waiter = Waiter<Value?>()
    private let stop: StopSignal?

    init(_ stop: StopSignal?) {
        self.stop = stop
    }

    /// Runs the work unless it was left.
    func run(_ body: () -> Value) {
        guard move(to: .running) else { return }
        waiter.resume(returning: body())
    }

    /// Leaves queued work. Work that runs uses the caller's files, so it is stopped, and its caller waits for it.
    func end() {
        stop?.raise()
        if move(to: .left) { waiter.resume(returning: nil) }
    }

    /// The result; `nil` for work that was left. The end of the task ends the work.
    func value() async -> Value? {
        await waiter.wait { end() }
    }

    private func move(to next: State) -> Bool {
        state.withLock { state in
            guard state == .queued else { return false }
            state = next
            return true
        }
    }
}
