import AttacheThreads

/// How much of the memory batches under way may take together: their bodies are read whole.
final class BatchMemory: Sendable {
    /// What one batch has taken; given back with the last reference.
    final class Account: Sendable {
        private let memory: BatchMemory
        private let taken = Locked(0)

        fileprivate init(_ memory: BatchMemory) {
            self.memory = memory
        }

        deinit {
            memory.giveBack(taken.withLock { $0 })
        }

        /// Takes bytes.
        ///
        /// - Throws: `Problem` when there are no more.
        func take(_ count: Int) throws(Problem) {
            try memory.take(count)
            taken.withLock { $0 += count }
        }
    }

    private let limit: Int
    private let taken = Locked(0)

    /// Creates the memory.
    ///
    /// - Parameter limit: Bytes of all batches together.
    init(limit: Int) {
        self.limit = limit
    }

    /// Begins a batch.
    ///
    /// - Throws: `Problem` when there is nothing left.
    func open() throws(Problem) -> Account {
        try take(0)
        return Account(self)
    }

    private func take(_ count: Int) throws(Problem) {
        let fits = taken.withLock { taken in
            guard taken + count < limit else { return false }
            taken += count
            return true
        }
        guard fits else {
            throw Problem.overloaded("The batches under way take up the memory that they may.", 5)
        }
    }

    private func giveBack(_ count: Int) {
        taken.withLock { $0 -= count }
    }
}
