import AttacheCore
import AttacheSystem

/// The limits of memory and of concurrent batches per client.
///
/// A running batch keeps its reservation: no batch is aborted later because others started.
final class BatchMemoryBudget: Sendable {
    /// A batch that waits for memory.
    private struct Request {
        let client: Client
        let count: Int
        let waiter: Waiter<Bool>
    }

    private struct State {
        var taken = 0
        /// The batches of each client, and their memory.
        var clients: [Client: (batches: Int, taken: Int)] = [:]
        /// First come, first served, so that a large request does not starve; one whose client has its share waits for that.
        var requests: [Request] = []

        mutating func take(_ count: Int, for client: Client) {
            taken += count
            clients[client, default: (0, 0)].taken += count
        }

        func hasRoom(_ count: Int, for client: Client, _ limits: BatchLimits) -> Bool {
            taken + count <= limits.memory && (clients[client]?.taken ?? 0) + count <= limits.memoryPerClient
        }

        /// Whether a batch of the client waits, or one of another client that has room in its own share.
        func isAwaited(by client: Client, _ limits: BatchLimits) -> Bool {
            requests.contains { request in
                request.client == client
                    || (clients[request.client]?.taken ?? 0) + request.count <= limits.memoryPerClient
            }
        }

        /// Grants memory to waiters, up to the limits.
        mutating func grant(_ limits: BatchLimits) -> [Waiter<Bool>] {
            var granted: [Waiter<Bool>] = []
            var index = 0
            while index < requests.count, taken < limits.memory {
                let next = requests[index]
                if hasRoom(next.count, for: next.client, limits) {
                    requests.remove(at: index)
                    take(next.count, for: next.client)
                    granted.append(next.waiter)
                } else if taken + next.count > limits.memory {
                    break
                } else {
                    index += 1
                }
            }
            return granted
        }
    }

    private let limits: BatchLimits
    private let state = Locked(State())

    init(limits: BatchLimits) {
        self.limits = limits
    }

    var waiterCount: Int { state.withLock { $0.requests.count } }
    var taken: Int { state.withLock { $0.taken } }

    /// Admits a batch whose body has `length` bytes, if known; throws a problem of kind `tooManyRequests` or
    /// `unavailable`. The memory is released when the reservation is deallocated.
    ///
    /// A length is a promise: memory is kept for what has arrived and a step more, so that a client cannot take it with heads
    /// alone.
    func open(for client: Client, length: Int?) throws(Problem) -> BatchMemoryReservation {
        let count = min(length ?? .max, BatchMemoryReservation.step, limits.memoryPerClient)
        try state.withLock { (state: inout State) throws(Problem) in
            let own = state.clients[client]?.batches ?? 0
            guard own < limits.perClient else {
                throw Problem.tooManyBatches(own)
            }
            // Admitted batches that wait for memory take precedence, but for those that wait for their own client's.
            guard state.hasRoom(count, for: client, limits), !state.isAwaited(by: client, limits) else {
                throw Problem.batchMemoryFull
            }
            state.take(count, for: client)
            state.clients[client]?.batches += 1
        }
        return BatchMemoryReservation(self, client, reserved: count, length: length)
    }

    /// Ends a batch that has `count` reserved bytes.
    func close(_ client: Client, _ count: Int) {
        state.withLock { $0.clients[client]?.batches -= 1 }
        release(count, of: client)
    }

    func release(_ count: Int, of client: Client) {
        let granted = state.withLock { state in
            state.take(-count, for: client)
            if state.clients[client]?.batches == 0 { state.clients[client] = nil }
            return state.grant(limits)
        }
        granted.resumeAll(returning: true)
    }

    /// Waits until `count` bytes are free, and reserves them; returns `false` after `cancel`, or if `isNeeded`, which is
    /// called under the lock, is false.
    func wait(_ waiter: Waiter<Bool>, for count: Int, of client: Client, isNeeded: () -> Bool) async -> Bool {
        let granted = state.withLock { state -> [Waiter<Bool>]? in
            guard isNeeded(), !Task.isCancelled else { return nil }
            state.requests.append(Request(client: client, count: count, waiter: waiter))
            return state.grant(limits)
        }
        guard let granted else { return false }
        granted.resumeAll(returning: true)
        return await waiter.wait { cancel(waiter) }
    }

    func cancel(_ waiter: Waiter<Bool>) {
        let granted = state.withLock { state -> [Waiter<Bool>]? in
            let count = state.requests.count
            state.requests.removeAll { $0.waiter === waiter }
            return state.requests.count < count ? state.grant(limits) : nil
        }
        // Otherwise its memory has been granted.
        guard let granted else { return }
        waiter.resume(returning: false)
        granted.resumeAll(returning: true)
    }
}

/// The limits of concurrent batches.
struct BatchLimits: Sendable, Equatable {
    /// The memory of all bodies, in bytes; at least the limit of one batch.
    let memory: Int
    let perClient: Int

    /// The memory of one client's batches, so that there is some for others unless all is a step.
    var memoryPerClient: Int { max(memory - memory / 4, min(memory, BatchMemoryReservation.step)) }
}

/// The memory reservation of one batch: enough for its buffer and for what arrives next.
///
/// It starts small, and waits for more while its items are processed.
final class BatchMemoryReservation: Sendable {
    /// The initial reservation and the increment, in bytes.
    static let step = 1 << 20

    private struct State {
        var reserved: Int
        var used = 0
        /// The number of bytes still to arrive; `nil` if unknown.
        var expected: Int?
        /// The current wait.
        var waiter: Waiter<Bool>?

        /// The number of reserved bytes that are not needed.
        var excess: Int { max(0, reserved - used - next) }
        /// The memory for what arrives next.
        var next: Int { min(expected ?? .max, BatchMemoryReservation.step) }
    }

    private let memory: BatchMemoryBudget
    private let client: Client
    private let state: Locked<State>

    init(_ memory: BatchMemoryBudget, _ client: Client, reserved: Int, length: Int?) {
        self.memory = memory
        self.client = client
        state = Locked(State(reserved: reserved, expected: length))
    }

    deinit {
        memory.close(client, state.withLock { $0.reserved })
    }

    /// Accounts for received bytes, and waits if the reservation is too small; only one task at a time may call it.
    func use(_ count: Int) async {
        let isMissing = state.withLock { state in
            state.used += count
            state.expected = state.expected.map { max(0, $0 - count) }
            return state.used > state.reserved
        }
        if isMissing { await grow() }
    }

    /// Accounts for bytes that have left the buffer.
    func release(_ count: Int) {
        let (excess, waiter) = state.withLock { state in
            state.used -= count
            let excess = state.excess
            state.reserved -= excess
            return (excess, state.used <= state.reserved ? state.waiter.take() : nil)
        }
        if excess > 0 { memory.release(excess, of: client) }
        // The wait is no longer needed.
        if let waiter { memory.cancel(waiter) }
    }

    private func grow() async {
        let waiter = Waiter<Bool>()
        let (missing, next) = state.withLock { state in
            state.waiter = waiter
            return (state.used - state.reserved, state.next)
        }
        // In steps, so that it happens rarely; more if more is missing.
        let count = max(missing, next)
        let isTaken = await memory.wait(waiter, for: count, of: client) { state.withLock { $0.used > $0.reserved } }
        state.withLock { state in
            state.waiter = nil
            if isTaken { state.reserved += count }
        }
    }
}
