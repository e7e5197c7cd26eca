import AttacheThreads

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
