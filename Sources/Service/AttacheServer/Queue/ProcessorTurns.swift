import AttacheCore
import AttacheSystem

/// The turns of clients at the processor, for what tasks do without a wait, such as the evaluation of a payload.
///
/// As many run as there are processors, on threads of their own, and as many wait for those threads. The others wait here:
/// a thread serves tasks in the order in which they became ready, so that the payloads of one client, each of milliseconds,
/// would be before all that other clients ask for, new connections among it. On the threads of all tasks they would be so
/// in spite of the turns: as many tasks run there as have a turn, and the others have not asked for one yet.
final class ProcessorTurns: Sendable {
    private let limit: Int
    private let threads: (any TaskExecutor)?
    private let scheduler = Locked(FairScheduler<Client, Waiter<Void>>())

    /// Creates turns for work that runs on threads, or where its task runs.
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
