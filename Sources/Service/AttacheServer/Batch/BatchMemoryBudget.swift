import AttacheCore
import AttacheSystem

/// The limits of memory and of concurrent batches per client.
///
/// A running batch keeps its reservation: no batch is aborted later because others started.
final class BatchMemoryBudget: Sendable {
    private struct State {
        var taken = 0
        var batches: [Client: Int] = [:]
        /// First come, first served, so that a large request does not starve.
        var requests = FIFOQueue<(count: Int, waiter: Waiter<Bool>)>()

        /// Grants memory to waiters, up to the limit.
        mutating func grant(upTo limit: Int) -> [Waiter<Bool>] {
            var granted: [Waiter<Bool>] = []
            while let first = requests.first, taken + first.count <= limit {
                requests.popFirst()
                taken += first.count
                granted.append(first.waiter)
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
    func open(for client: Client, length: Int?) throws(Problem) -> BatchMemoryReservation {
        let count = min(length ?? BatchMemoryReservation.step, limits.memory)
        try state.withLock { (state: inout State) throws(Problem) in
            let own = state.batches[client] ?? 0
            guard own < limits.perClient else {
                throw Problem.tooManyBatches(own)
            }
            // Admitted batches that wait for memory take precedence.
            guard state.requests.isEmpty, state.taken + count <= limits.memory else {
                throw Problem.batchMemoryFull
            }
            state.taken += count
            state.batches[client] = own + 1
        }
        return BatchMemoryReservation(self, client, reserved: count, length: length)
    }

    /// Ends a batch that has `count` reserved bytes.
    func close(_ client: Client, _ count: Int) {
        state.withLock { state in
            let left = (state.batches[client] ?? 1) - 1
            state.batches[client] = left > 0 ? left : nil
        }
        release(count)
    }

    func release(_ count: Int) {
        let granted = state.withLock { state in
            state.taken -= count
            return state.grant(upTo: limits.memory)
        }
        granted.resumeAll(returning: true)
    }

    /// Waits until `count` bytes are free, and reserves them; returns `false` after `cancel`, or if `isNeeded`, which is
    /// called under the lock, is false.
    func wait(_ waiter: Waiter<Bool>, for count: Int, isNeeded: () -> Bool) async -> Bool {
        let granted = state.withLock { state -> [Waiter<Bool>]? in
            guard isNeeded(), !Task.isCancelled else { return nil }
            state.requests.append((count, waiter))
            return state.grant(upTo: limits.memory)
        }
        guard let granted else { return false }
        granted.resumeAll(returning: true)
        return await waiter.wait { cancel(waiter) }
    }

    func cancel(_ waiter: Waiter<Bool>) {
        let granted = state.withLock { state -> [Waiter<Bool>]? in
            let count = state.requests.count
            state.requests.removeAll { $0.waiter === waiter }
            return state.requests.count < count ? state.grant(upTo: limits.memory) : nil
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
}

/// The memory reservation of one batch: enough for its buffer and, if its length is known, for the rest of its body.
///
/// A batch of unknown length starts with a small reservation and waits for more while its items are processed.
final class BatchMemoryReservation: Sendable {
    /// The initial reservation and the increment of a batch of unknown length, in bytes.
    static let step = 1 << 20

    private struct State {
        var reserved: Int
        var used = 0
        /// The number of bytes still to arrive; `nil` if unknown.
        var expected: Int?
        /// The current wait.
        var waiter: Waiter<Bool>?

        /// The number of reserved bytes that are not needed.
        var excess: Int { max(0, reserved - used - (expected ?? BatchMemoryReservation.step)) }
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
        if excess > 0 { memory.release(excess) }
        // The wait is no longer needed.
        if let waiter { memory.cancel(waiter) }
    }

    private func grow() async {
        let waiter = Waiter<Bool>()
        let missing = state.withLock { state in
            state.waiter = waiter
            return state.used - state.reserved
        }
        // In steps, so that it happens rarely; more if more is missing.
        let count = max(missing, Self.step)
        let isTaken = await memory.wait(waiter, for: count) { state.withLock { $0.used > $0.reserved } }
        state.withLock { state in
            state.waiter = nil
            if isTaken { state.reserved += count }
        }
    }
}
