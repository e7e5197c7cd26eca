import AttacheCore
import AttacheThreads

/// Who may load media now: so many at once, clients one after the other, and whoever cannot be served in time is told
/// so at once instead of waiting.
///
/// A client's own requests wait in their order. No client holds more than three quarters of the places, so that slow
/// media of one leave places to the others.
final class FairQueue: Sendable {
    /// One who waits.
    private struct Waiter {
        let number: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Line {
        var waiters: [Waiter] = []
        var takenCount = 0
    }

    private struct State {
        var free: Int
        var waitingCount = 0
        var lines: [Client: Line] = [:]
        /// Clients with somebody waiting, in the order of their turns, each once.
        var turns: [Client] = []
        var number = 0
        var isClosed = false
        /// How long a place is held, as a moving mean, in seconds.
        var meanTime = 0.05
    }

    /// Places in all.
    let placeCount: Int
    private let clientPlaceCount: Int
    private let limits: QueueLimits
    private let time: any TimeSource
    private let state: Locked<State>

    /// Creates the queue.
    ///
    /// - Parameters:
    ///   - placeCount: Requests that load media at once, at least 1.
    ///   - limits: How many may wait.
    ///   - time: The clock.
    init(placeCount: Int, limits: QueueLimits, time: any TimeSource) {
        self.placeCount = placeCount
        self.clientPlaceCount = max(1, placeCount - placeCount / 4)
        self.limits = limits
        self.time = time
        state = Locked(State(free: placeCount))
    }

    /// How many wait, and how many have a place.
    var load: (waiting: Int, working: Int) { state.withLock { ($0.waitingCount, placeCount - $0.free) } }

    /// Whether everybody is refused.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Waits for a place, works, and gives it back.
    ///
    /// - Parameters:
    ///   - client: Whom the request counts for.
    ///   - deadline: When nobody needs the answer any more; whoever would get a place later is refused at once.
    ///   - work: What is done with the place.
    /// - Returns: What the work returns.
    /// - Throws: `Problem` of kind `tooManyRequests` or `unavailable`.
    func withPlace<Value: Sendable>(
        for client: Client,
        until deadline: ContinuousClock.Instant,
        _ work: () async -> Value
    ) async throws(Problem) -> Value {
        try await enter(client, until: deadline)
        let began = time.now
        let value = await work()
        leave(client, after: began.duration(to: time.now))
        return value
    }

    /// Waits for a place however long that takes, works, and gives it back; for those who bound their number themselves.
    ///
    /// - Parameters:
    ///   - client: Whom the work counts for.
    ///   - work: What is done with the place; without one when the queue is closed.
    /// - Returns: What the work returns.
    func withTurn<Value: Sendable>(of client: Client, _ work: () async -> Value) async -> Value {
        let hasPlace = (try? await enter(client, until: nil)) != nil
        let began = time.now
        let value = await work()
        if hasPlace { leave(client, after: began.duration(to: time.now)) }
        return value
    }

    /// Refuses everybody who comes or waits from now on; who has a place keeps it.
    func close() {
        let waiters = state.withLock { state in
            state.isClosed = true
            defer {
                for client in state.turns { state.lines[client]?.waiters = [] }
                state.turns = []
                state.waitingCount = 0
            }
            return state.turns.flatMap { state.lines[$0]?.waiters ?? [] }
        }
        for waiter in waiters { waiter.continuation.resume(returning: false) }
    }

    private func enter(_ client: Client, until deadline: ContinuousClock.Instant?) async throws(Problem) {
        let timeLeft = deadline.map { time.now.duration(to: $0) }
        let number: Int? = try state.withLock { (state: inout State) throws(Problem) in
            guard !state.isClosed else { throw Self.closed }
            let taken = state.lines[client]?.takenCount ?? 0
            if state.free > 0, taken < clientPlaceCount {
                state.free -= 1
                state.lines[client, default: Line()].takenCount += 1
                return nil
            }
            if let timeLeft { try checkRoom(for: client, timeLeft: timeLeft, state) }
            state.number += 1
            return state.number
        }
        guard let number else { return }
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isLate = state.withLock { state in
                    // A place may have become free since the look above, and nobody would call.
                    guard !state.isClosed, !Task.isCancelled else { return true }
                    state.waitingCount += 1
                    var line = state.lines.removeValue(forKey: client) ?? Line()
                    if line.waiters.isEmpty { state.turns.append(client) }
                    line.waiters.append(Waiter(number: number, continuation: continuation))
                    state.lines[client] = line
                    return false
                }
                if isLate { continuation.resume(returning: false) } else { grant() }
            }
        } onCancel: {
            cancel(number, of: client)
        }
        if !isGranted { throw Self.closed }
    }

    /// Refuses whoever finds too much waiting already.
    private func checkRoom(for client: Client, timeLeft: Duration, _ state: State) throws(Problem) {
        let own = state.lines[client]?.waiters.count ?? 0
        let places = Double(max(1, min(clientPlaceCount, placeCount / max(1, state.turns.count))))
        let wait = Double(own + 1) * state.meanTime / places
        let retryAfter = max(1, Int(wait.rounded(.up)))
        if own >= limits.waitingPerClient {
            throw Problem.tooMany("This client has \(own) requests waiting, as many as one may have.", retryAfter)
        }
        if state.waitingCount >= limits.waiting {
            throw Problem.overloaded("\(state.waitingCount) requests are waiting, as many as may.", retryAfter)
        }
        if .seconds(wait) > timeLeft {
            throw Problem.overloaded(
                "A place would come free in about \(retryAfter) s, after this request's deadline.",
                retryAfter
            )
        }
    }

    private func leave(_ client: Client, after duration: Duration) {
        state.withLock { state in
            state.free += 1
            state.meanTime += (duration / .seconds(1) - state.meanTime) / 32
            guard var line = state.lines.removeValue(forKey: client) else { return }
            line.takenCount -= 1
            if line.takenCount > 0 || !line.waiters.isEmpty { state.lines[client] = line }
        }
        grant()
    }

    private func cancel(_ number: Int, of client: Client) {
        let waiter = state.withLock { state -> Waiter? in
            guard var line = state.lines[client], let index = line.waiters.firstIndex(where: { $0.number == number })
            else { return nil }
            let waiter = line.waiters.remove(at: index)
            state.waitingCount -= 1
            if line.waiters.isEmpty { state.turns.removeAll { $0 == client } }
            state.lines[client] = line.waiters.isEmpty && line.takenCount == 0 ? nil : line
            return waiter
        }
        waiter?.continuation.resume(returning: false)
    }

    /// Gives free places to clients in their turns.
    private func grant() {
        let granted = state.withLock { state in
            var granted: [Waiter] = []
            var passed = 0
            while state.free > 0, passed < state.turns.count {
                let client = state.turns.removeFirst()
                guard var line = state.lines[client], !line.waiters.isEmpty else { continue }
                guard line.takenCount < clientPlaceCount else {
                    state.turns.append(client)
                    passed += 1
                    continue
                }
                granted.append(line.waiters.removeFirst())
                line.takenCount += 1
                state.free -= 1
                state.waitingCount -= 1
                state.lines[client] = line
                if !line.waiters.isEmpty { state.turns.append(client) }
                passed = 0
            }
            return granted
        }
        for waiter in granted { waiter.continuation.resume(returning: true) }
    }

    private static var closed: Problem {
        Problem.overloaded("The service is ending; another instance may take the request.", 1)
    }
}
