import AttacheThreads

/// How much of the memory batches under way may take together, and how many of them a client may have.
///
/// What a batch is let in with it keeps: no batch is broken off later because others came.
final class BatchMemoryBudget: Sendable {
    /// A batch that waits for more.
    private struct Waiter {
        let number: Int
        let count: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var taken = 0
        var batches: [Client: Int] = [:]
        var number = 0
        /// In their order: a large need is not passed over for ever.
        var waiters: [Waiter] = []

        /// Gives those who wait what they need, as far as it goes.
        mutating func grant(upTo limit: Int) -> [Waiter] {
            var granted: [Waiter] = []
            while let first = waiters.first, taken + first.count <= limit {
                taken += first.count
                granted.append(waiters.removeFirst())
            }
            return granted
        }
    }

    private let limits: BatchLimits
    private let state = Locked(State())

    /// Creates the memory.
    ///
    /// - Parameter limits: What batches may take.
    init(limits: BatchLimits) {
        self.limits = limits
    }

    /// Batches that wait for more.
    var waitingCount: Int { state.withLock { $0.waiters.count } }
    /// Bytes that are taken now.
    var taken: Int { state.withLock { $0.taken } }

    /// Lets a batch in.
    ///
    /// - Parameters:
    ///   - client: Whom it counts for.
    ///   - length: How long its body is, in bytes; `nil` when that is not known.
    /// - Returns: What the batch has, until nobody refers to it any more.
    /// - Throws: `Problem` of kind `tooManyRequests` or `unavailable`.
    func open(for client: Client, length: Int?) throws(Problem) -> BatchMemoryReservation {
        let count = min(length ?? BatchMemoryReservation.step, limits.memory)
        try state.withLock { (state: inout State) throws(Problem) in
            let own = state.batches[client] ?? 0
            guard own < limits.perClient else {
                throw Problem.tooMany("This client has \(own) batches under way, as many as one may have.", 5)
            }
            // Whoever is here already and needs more comes first.
            guard state.waiters.isEmpty, state.taken + count <= limits.memory else {
                throw Problem.overloaded("The batches under way take up the memory that they may.", 5)
            }
            state.taken += count
            state.batches[client] = own + 1
        }
        return BatchMemoryReservation(self, client, reserved: count, length: length)
    }

    /// Ends a batch.
    func close(_ client: Client, _ count: Int) {
        state.withLock { state in
            let left = (state.batches[client] ?? 1) - 1
            state.batches[client] = left > 0 ? left : nil
        }
        release(count)
    }

    /// Gives bytes back.
    func release(_ count: Int) {
        let granted = state.withLock { state in
            state.taken -= count
            return state.grant(upTo: limits.memory)
        }
        for waiter in granted { waiter.continuation.resume(returning: true) }
    }

    /// A number to wait under.
    func makeNumber() -> Int {
        state.withLock { state in
            state.number += 1
            return state.number
        }
    }

    /// Waits until there are bytes, and takes them.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - number: What `cancelWait` knows the wait by.
    ///   - isNeeded: Is asked once nobody can come in between.
    /// - Returns: Whether they are taken; not after `cancelWait`, nor when they are not needed.
    func wait(for count: Int, _ number: Int, isNeeded: () -> Bool) async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let granted = state.withLock { state -> [Waiter]? in
                    guard isNeeded(), !Task.isCancelled else { return nil }
                    state.waiters.append(Waiter(number: number, count: count, continuation: continuation))
                    return state.grant(upTo: limits.memory)
                }
                guard let granted else { return continuation.resume(returning: false) }
                for waiter in granted { waiter.continuation.resume(returning: true) }
            }
        } onCancel: {
            cancelWait(number)
        }
    }

    /// Ends a wait that is not needed any more.
    func cancelWait(_ number: Int) {
        let (waiter, granted) = state.withLock { state -> (Waiter?, [Waiter]) in
            guard let index = state.waiters.firstIndex(where: { $0.number == number }) else { return (nil, []) }
            let waiter = state.waiters.remove(at: index)
            return (waiter, state.grant(upTo: limits.memory))
        }
        waiter?.continuation.resume(returning: false)
        for waiter in granted { waiter.continuation.resume(returning: true) }
    }
}
