import AttacheCore
import AttacheSystem

/// Who may load media now: so many at once, clients one after the other.
///
/// A client's own requests wait in their order, and nobody waits past its deadline. While there are several clients, none
/// holds more than three quarters of the places, so that slow media of one leave places to the others. Whoever cannot be
/// served in time, or finds the queue full, is told so at once instead of waiting.
final class AdmissionController: Sendable {
    private struct State {
        var queue: AdmissionState
        var number = 0
        /// What wakes those whose deadline has come; one for all of them.
        var timer: Task<Void, Never>?
        var timerNumber = 0
        /// When it does.
        var wake: ContinuousClock.Instant?
    }

    /// Places in all.
    let permitCount: Int
    private let time: any TimeSource
    private let state: Locked<State>

    /// Creates the queue.
    ///
    /// - Parameters:
    ///   - permitCount: Requests that load media at once, at least 1.
    ///   - limits: How many may wait.
    ///   - time: The clock.
    init(permitCount: Int, limits: AdmissionLimits, time: any TimeSource) {
        self.permitCount = permitCount
        self.time = time
        state = Locked(State(queue: AdmissionState(permitCount: permitCount, limits: limits)))
    }

    deinit {
        state.withLock { $0.timer }?.cancel()
    }

    /// How many wait, and how many have a place.
    var load: (waiting: Int, working: Int) {
        state.withLock { ($0.queue.waitingCount, permitCount - $0.queue.free) }
    }

    /// Whether everybody is refused.
    var isClosed: Bool { state.withLock { $0.queue.isClosed } }

    /// Waits for a place, works, and gives it back; refused where more wait than the limits let.
    ///
    /// - Parameters:
    ///   - client: Whom the request counts for.
    ///   - deadline: When nobody needs the answer any more.
    ///   - work: What is done with the place; without one at the deadline, by which it is to see that its time is over.
    /// - Returns: What the work returns.
    /// - Throws: `Problem` of kind `tooManyRequests` or `unavailable`.
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

    /// Waits for a place, works, and gives it back; never refused, since the batch was let in as a whole and bounds the
    /// number of its items itself.
    ///
    /// - Parameters:
    ///   - client: Whom the batch counts for.
    ///   - deadline: When nobody needs the item's result any more.
    ///   - work: What is done with the place; without one at the deadline, or when the queue is closed.
    /// - Returns: What the work returns.
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

    /// Refuses everybody who comes or waits from now on; who has a place keeps it.
    func close() {
        let (waiters, timer) = state.withLock { state in
            state.timerNumber += 1
            state.wake = nil
            return (state.queue.close(), state.timer.take())
        }
        timer?.cancel()
        for waiter in waiters { waiter.continuation.resume(returning: .refused(Self.closed)) }
    }

    private func use<Value: Sendable>(permitOf client: Client, for work: () async -> Value) async -> Value {
        let began = time.now
        let value = await work()
        let now = time.now
        // In one go: whoever comes in between finds no place that others wait for.
        let granted = state.withLock { state in
            state.queue.leave(client, after: began.duration(to: now), at: now)
            return state.queue.grant(at: now)
        }
        for waiter in granted { waiter.continuation.resume(returning: .permit) }
        return value
    }

    private func enter(
        _ client: Client,
        _ kind: AdmissionWaiter.Kind,
        until deadline: ContinuousClock.Instant
    ) async -> AdmissionDecision {
        let now = time.now
        let (answer, number): (AdmissionDecision?, Int) = state.withLock { state in
            if state.queue.isClosed { return (.refused(Self.closed), 0) }
            if state.queue.take(for: client, at: now) { return (.permit, 0) }
            state.number += 1
            return (nil, state.number)
        }
        if let answer { return answer }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait(
                    number,
                    AdmissionWaiter(client: client, kind: kind, deadline: deadline, continuation: continuation)
                )
            }
        } onCancel: {
            let waiter = state.withLock { $0.queue.remove(number) }
            waiter?.continuation.resume(returning: .refused(Self.closed))
        }
    }

    /// Looks once more, and else puts somebody into its line.
    private func wait(_ number: Int, _ waiter: AdmissionWaiter) {
        let now = time.now
        var granted: [AdmissionWaiter] = []
        var evicted: AdmissionWaiter?
        var timer: NewTimer?
        let answer: AdmissionDecision? = state.withLock { state in
            if state.queue.isClosed || Task.isCancelled { return .refused(Self.closed) }
            if state.queue.take(for: waiter.client, at: now) { return .permit }
            if waiter.deadline <= now { return .deadlineExceeded }
            do throws(Problem) {
                evicted = try state.queue.enqueue(number, waiter, at: now)
            } catch {
                return .refused(error)
            }
            granted = state.queue.grant(at: now)
            timer = Self.newTimer(&state)
            return nil
        }
        if let answer { waiter.continuation.resume(returning: answer) }
        evicted?.continuation.resume(returning: .refused(Self.crowded))
        for waiter in granted { waiter.continuation.resume(returning: .permit) }
        if let timer { start(timer) }
    }

    private static let closed = Problem.overloaded(
        "The service is ending; another instance may take the request.",
        1
    )
    private static let crowded = Problem.overloaded(
        "As many requests are waiting as may, and this client has the most of them.",
        1
    )
}

// MARK: Deadlines

extension AdmissionController {
    private typealias NewTimer = (number: Int, instant: ContinuousClock.Instant)

    /// The timer to start, when the one that runs would wake too late.
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
            // An earlier one may have been started meanwhile.
            guard state.timerNumber == timer.number else { return task }
            defer { state.timer = task }
            return state.timer
        }
        other?.cancel()
    }

    /// Tells everybody whose deadline has come, and waits for the next.
    private func expire(_ number: Int) {
        let now = time.now
        var next: NewTimer?
        let expired = state.withLock { state -> [AdmissionWaiter] in
            guard state.timerNumber == number else { return [] }
            state.wake = nil
            state.timer = nil
            let expired = state.queue.expire(at: now)
            next = Self.newTimer(&state)
            return expired
        }
        for waiter in expired { waiter.continuation.resume(returning: .deadlineExceeded) }
        if let next { start(next) }
    }
}

/// What becomes of one who asks for a place.
enum AdmissionDecision: Sendable {
    /// There is one.
    case permit
    /// There was none before its deadline.
    case deadlineExceeded
    /// It is not to wait.
    case refused(Problem)
}

/// How many requests may wait for a place.
package struct AdmissionLimits: Sendable, Equatable {
    /// Of all clients together.
    package var waiting = 4096
    /// Of one client.
    package var waitingPerClient = 1024

    /// Creates the limits.
    package init() {}
}
