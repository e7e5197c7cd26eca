import AttacheCore
import AttacheSystem

/// Limits how many requests load media at once, and shares the permits fairly between clients.
///
/// Requests of one client are served in order, and none waits past its deadline. Where there are several clients, none
/// holds more than three quarters of the permits, so that one client's slow media cannot block the others. A request that
/// cannot be served in time, or finds the queue full, is refused at once.
final class AdmissionController: Sendable {
    private struct State {
        var queue: AdmissionState
        /// The timer of the earliest deadline; one for all waiters.
        var timer: Task<Void, Never>?
        var timerNumber = 0
        /// The instant at which the timer fires.
        var wake: ContinuousClock.Instant?
    }

    /// The total number of permits, at least 1.
    let permitCount: Int
    private let time: any TimeSource
    private let state: Locked<State>

    init(permitCount: Int, limits: AdmissionLimits, time: any TimeSource) {
        self.permitCount = permitCount
        self.time = time
        state = Locked(State(queue: AdmissionState(permitCount: permitCount, limits: limits)))
    }

    deinit {
        state.withLock { $0.timer }?.cancel()
    }

    /// The numbers of waiters and of permits in use.
    var load: (waiting: Int, working: Int) {
        state.withLock { ($0.queue.waitingCount, permitCount - $0.queue.free) }
    }

    /// Leaves a part of the permits to a client that may come: the service knows of several.
    func noteSeveralClients() { state.withLock { $0.queue.noteSeveralClients() } }

    /// Whether every new request is refused.
    var isClosed: Bool { state.withLock { $0.queue.isClosed } }

    /// Waits for a permit, runs `work` and releases the permit; throws a problem of kind `tooManyRequests` or
    /// `unavailable` when a limit is reached. Without a permit by the deadline `work` runs anyway and must notice that
    /// its time is over.
    func withPermit<Value: Sendable>(
        for client: Client,
        until deadline: ContinuousClock.Instant,
        _ work: () async -> Value
    ) async throws(Problem) -> Value {
        switch await enter(client, .request, until: deadline) {
        case .refused(let problem): throw problem
        case .deadlineExceeded: return await work()
        case .permit: return await use(permitOf: client, for: work)
        }
    }

    /// Waits for a permit, runs `work` and releases the permit; never refused, since the batch was admitted as a whole
    /// and limits its own items. Without a permit by the deadline, or after `close()`, `work` runs anyway.
    func withBatchItemPermit<Value: Sendable>(
        of client: Client,
        until deadline: ContinuousClock.Instant,
        _ work: () async -> Value
    ) async -> Value {
        switch await enter(client, .batchItem, until: deadline) {
        case .refused, .deadlineExceeded: await work()
        case .permit: await use(permitOf: client, for: work)
        }
    }

    /// Refuses all current and future waiters; permits in use stay valid.
    func close() {
        let (waiters, timer) = state.withLock { state in
            state.timerNumber += 1
            state.wake = nil
            return (state.queue.close(), state.timer.take())
        }
        timer?.cancel()
        waiters.resumeAll(returning: .refused(.shuttingDown))
    }

    private func use<Value: Sendable>(permitOf client: Client, for work: () async -> Value) async -> Value {
        let began = time.now
        let value = await work()
        let now = time.now
        // One critical section, so that a new request cannot take a permit that others wait for.
        let next = state.withLock { state in
            state.queue.leave(client, after: began.duration(to: now), at: now)
            return state.queue.grant()
        }
        next.resumeAll(returning: .permit)
        return value
    }

    private func enter(
        _ client: Client,
        _ kind: AdmissionRequest.Kind,
        until deadline: ContinuousClock.Instant
    ) async -> AdmissionDecision {
        let now = time.now
        let waiter = Waiter<AdmissionDecision>()
        var ticket = 0
        var evicted: Waiter<AdmissionDecision>?
        var granted: [Waiter<AdmissionDecision>] = []
        var timer: NewTimer?
        let decision = state.withLock { state -> AdmissionDecision? in
            if state.queue.isClosed { return .refused(.shuttingDown) }
            if state.queue.take(for: client) { return .permit }
            if Task.isCancelled { return .refused(.shuttingDown) }
            if deadline <= now { return .deadlineExceeded }
            do throws(Problem) {
                let request = AdmissionRequest(client: client, kind: kind, deadline: deadline, waiter: waiter)
                (ticket, evicted) = try state.queue.enqueue(request, at: now)
            } catch {
                return .refused(error)
            }
            granted = state.queue.grant()
            timer = Self.newTimer(&state)
            return nil
        }
        if let decision { return decision }
        evicted?.resume(returning: .refused(.evicted))
        granted.resumeAll(returning: .permit)
        if let timer { start(timer) }
        return await waiter.wait { [ticket] in
            state.withLock { $0.queue.remove(ticket) }?.resume(returning: .refused(.shuttingDown))
        }
    }
}

// MARK: Deadlines

extension AdmissionController {
    private typealias NewTimer = (number: Int, instant: ContinuousClock.Instant)

    /// Returns the timer to start if the running one would fire too late.
    private static func newTimer(_ state: inout State) -> NewTimer? {
        guard let next = state.queue.nextDeadline, state.wake.map({ next < $0 }) ?? true else { return nil }
        state.wake = next
        state.timerNumber += 1
        return (state.timerNumber, next)
    }

    private func start(_ timer: NewTimer) {
        let task = Task { [weak self, time] in
            guard (try? await time.sleep(until: timer.instant)) != nil else { return }
            self?.expire(timer.number)
        }
        let other = state.withLock { state -> Task<Void, Never>? in
            // An earlier timer may have been started meanwhile.
            guard state.timerNumber == timer.number else { return task }
            return exchange(&state.timer, with: task)
        }
        other?.cancel()
    }

    /// Resumes the waiters whose deadline has passed, and starts the next timer.
    private func expire(_ number: Int) {
        let now = time.now
        var next: NewTimer?
        let expired = state.withLock { state -> [Waiter<AdmissionDecision>] in
            guard state.timerNumber == number else { return [] }
            state.wake = nil
            state.timer = nil
            let expired = state.queue.expire(at: now)
            next = Self.newTimer(&state)
            return expired
        }
        expired.resumeAll(returning: .deadlineExceeded)
        if let next { start(next) }
    }
}

/// The outcome of a request for a permit.
enum AdmissionDecision: Sendable {
    case permit
    /// No permit was free before the deadline.
    case deadlineExceeded
    case refused(Problem)
}

/// The limits of waiting requests.
package struct AdmissionLimits: Sendable, Equatable {
    /// All clients together.
    package var waiting = 4096
    /// One client.
    package var waitingPerClient = 1024
    /// Whether several clients are known before their first requests, so that none may hold every permit.
    package var hasSeveralClients = false
}
