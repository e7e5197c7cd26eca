import AttacheSystem

/// Runs tasks on threads of its own, and tells when all of them wait for something outside.
final class IdleTrackingExecutor: TaskExecutor {
    private let pool: WorkerPool
    /// Pieces of tasks that run or are about to.
    private let jobCount = Locked(0)

    init() throws {
        pool = try WorkerPool(threadCount: 2)
    }

    /// Ends the threads; no task may prefer them any more.
    func shutDown() { pool.shutDown() }

    func enqueue(_ job: consuming ExecutorJob) {
        // Unsafe, and right: the piece is run once, and the closure holds the executor until then.
        let piece = UnownedJob(job)
        // A piece that wakes another one is counted until that one is.
        jobCount.withLock { $0 += 1 }
        pool.start { [self] in
            unsafe piece.runSynchronously(on: asUnownedTaskExecutor())
            jobCount.withLock { $0 -= 1 }
        }
    }

    /// Waits until no task of the executor runs or can run.
    func waitUntilIdle() async {
        while jobCount.withLock({ $0 }) > 0 { await Task.yield() }
    }
}
