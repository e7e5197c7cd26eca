import AttacheThreads

/// A value that blocks and belongs to one thread at a time; the cooperative pool only waits for it.
struct ThreadConfined<Value>: Sendable {
    // Nobody else asks for the lock at the same time; it makes sure that the value stays on one thread.
    private let value: Locked<Value>
    private let threads: WorkerPool

    /// Takes a value over.
    init(_ value: sending Value, on threads: WorkerPool) {
        self.value = Locked(value)
        self.threads = threads
    }

    /// Runs blocking work with the value on one of the threads.
    ///
    /// - Throws: `BatchError` from the work, or when the threads have ended.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (inout Value) throws(BatchError) -> Result
    ) async throws(BatchError) -> Result {
        let result = await threads.run { [value] () -> Swift.Result<Result, BatchError> in
            do throws(BatchError) {
                return .success(try value.withLock { (value: inout Value) throws(BatchError) in try body(&value) })
            } catch {
                return .failure(error)
            }
        }
        guard let result else { throw BatchError(.environment, "The run has ended already.") }
        return try result.get()
    }
}
