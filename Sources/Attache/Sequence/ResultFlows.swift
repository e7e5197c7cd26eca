import AttacheThreads

/// The tasks behind the sequences of results of one `Attache`, so that none outlives it.
final class ResultTasks: Sendable {
    private struct State {
        var tasks: [Int: Task<Void, Never>] = [:]
        var lastNumber = 0
        var isClosed = false
    }

    private let state = Locked(State())

    /// Starts a task.
    ///
    /// - Parameter work: Its work.
    /// - Returns: The task, or `nil` when the `Attache` is being closed.
    func start(_ work: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
        state.withLock { state in
            guard !state.isClosed else { return nil }
            state.lastNumber += 1
            let number = state.lastNumber
            let task = Task {
                await work()
                self.state.withLock { $0.tasks[number] = nil }
            }
            state.tasks[number] = task
            return task
        }
    }

    /// Cancels every task and waits for its end; none is started any more.
    func end() async {
        let tasks = state.withLock { state in
            state.isClosed = true
            return Array(state.tasks.values)
        }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
    }
}
