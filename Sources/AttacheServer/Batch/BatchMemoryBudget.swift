import AttacheSystem

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

/// What batches under way may take.
struct BatchLimits: Sendable, Equatable {
    /// The bodies of all together, in bytes; a body that may be sent must fit.
    let memory: Int
    /// Batches of one client.
    let perClient: Int
}

/// What one batch has of the memory: enough for what its buffer holds and, where its length is known, for all of the rest.
///
/// A batch of unknown length begins with a little and waits for more while its items are worked on.
final class BatchMemoryReservation: Sendable {
    /// What a batch of unknown length has at least, and takes at once, in bytes.
    static let step = 1 << 20

    private struct State {
        var reserved: Int
        /// Bytes in the buffer.
        var used = 0
        /// Bytes that will come; `nil` when nobody knows.
        var expected: Int?
        /// The wait for more.
        var waitNumber: Int?

        /// Bytes that are not needed.
        var excess: Int { max(0, reserved - used - (expected ?? BatchMemoryReservation.step)) }
    }

    private let memory: BatchMemoryBudget
    private let client: Client
    private let state: Locked<State>

    /// Creates an account; only `BatchMemoryBudget` does.
    ///
    /// - Parameters:
    ///   - memory: Where the bytes come from.
    ///   - client: Whom they count for.
    ///   - reserved: How many there are.
    ///   - length: How long the body is, if that is known.
    init(_ memory: BatchMemoryBudget, _ client: Client, reserved: Int, length: Int?) {
        self.memory = memory
        self.client = client
        state = Locked(State(reserved: reserved, expected: length))
    }

    deinit {
        memory.close(client, state.withLock { $0.reserved })
    }

    /// Makes room for bytes that have come; waits where there is none.
    ///
    /// - Parameter count: How many. One task at a time may do so.
    func use(_ count: Int) async {
        let isMissing = state.withLock { state in
            state.used += count
            state.expected = state.expected.map { max(0, $0 - count) }
            return state.used > state.reserved
        }
        if isMissing { await grow() }
    }

    /// Bytes have left the buffer.
    ///
    /// - Parameter count: How many.
    func release(_ count: Int) {
        let (excess, waitNumber) = state.withLock { state in
            state.used -= count
            let excess = state.excess
            state.reserved -= excess
            return (excess, state.used <= state.reserved ? state.waitNumber.take() : nil)
        }
        if excess > 0 { memory.release(excess) }
        // What was waited for is not needed any more.
        if let waitNumber { memory.cancelWait(waitNumber) }
    }

    private func grow() async {
        let number = memory.makeNumber()
        let missing = state.withLock { state in
            state.waitNumber = number
            return state.used - state.reserved
        }
        // By steps, so that it is seldom done; by what is missing where that is more.
        let count = max(missing, Self.step)
        let isTaken = await memory.wait(for: count, number) { state.withLock { $0.used > $0.reserved } }
        state.withLock { state in
            state.waitNumber = nil
            if isTaken { state.reserved += count }
        }
    }
}
