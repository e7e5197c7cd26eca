import AttacheCore
import AttacheSystem

/// The turns of clients at the processor, for what tasks do without a wait, such as the evaluation of a payload.
///
/// A few run at a time; the others wait here and not for a thread. A thread serves tasks in the order in which they became
/// ready, so that the work of one client, each piece of milliseconds, would be before all that other clients ask for, new
/// connections among it. Long pieces have threads of their own: on those of all tasks as many run as have a turn, and the
/// others would be ready there before they ask for one.
final class ProcessorTurns: Sendable {
    private let limit: Int
    private let threads: (any TaskExecutor)?
    private let scheduler = Locked(FairScheduler<Client, Waiter<Void>>())

    /// Creates turns for work that runs where its task runs, and on threads if it is long.
    ///
    /// - Parameters:
    ///   - limit: The number of turns at a time, at least 1: more than threads, so that none waits for the next piece.
    ///   - threads: As many as there are processors; `nil` for those of the task.
    init(limit: Int = 2 * ProcessorCount.count, on threads: (any TaskExecutor)?) {
        self.limit = max(1, limit)
        self.threads = threads
    }

    /// The work that waits for its turn.
    var waitingCount: Int { scheduler.withLock { $0.load.waiting } }

    /// Runs work of a client when it is its turn; the work must not wait.
    func run<Value, Failure: Error>(
        for client: Client,
        _ work: () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await take(client)
        defer { end(client) }
        return try work()
    }

    /// Runs work of milliseconds, for which two changes of threads are little.
    func runLong<Value, Failure: Error>(
        for client: Client,
        _ work: () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        await take(client)
        return try await withTaskExecutorPreference(threads) { () async throws(Failure) in
            // Not after the change back, for which the next piece need not wait.
            defer { end(client) }
            return try work()
        }
    }

    /// Waits for a turn of a client, which it has until `end`.
    func take(_ client: Client) async {
        let turn = scheduler.withLock { scheduler -> Waiter<Void>? in
            if scheduler.load.waiting == 0, scheduler.load.running < limit {
                scheduler.take(client)
                return nil
            }
            let turn = Waiter<Void>()
            scheduler.append(turn, key: client)
            return turn
        }
        await turn?.wait()
    }

    func end(_ client: Client) {
        let next = scheduler.withLock { scheduler in
            scheduler.release(client)
            return scheduler.next { _, _ in true }?.element
        }
        next?.resume()
    }
}
