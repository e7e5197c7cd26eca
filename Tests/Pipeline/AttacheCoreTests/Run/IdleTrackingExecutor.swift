import AttacheSystem
import AttacheTesting

/// Runs tasks on its own threads, and reports when all of them wait for an external event.
final class IdleTrackingExecutor: TaskExecutor {
    private let pool: WorkerPool
    /// Jobs that run or are about to run.
    private let jobCount = Locked(0)

    init() throws {
        pool = try WorkerPool(threadCount: 2)
    }

    /// Ends the threads; no task may prefer this executor afterwards.
    func shutDown() { pool.shutDown() }

    func enqueue(_ job: consuming ExecutorJob) {
        // Unsafe, and right: the job is run once, and the closure holds the executor until then.
        let piece = UnownedJob(job)
        // A job that wakes another one is counted until that one is.
        jobCount.withLock { $0 += 1 }
        pool.start { [self] in
            unsafe piece.runSynchronously(on: asUnownedTaskExecutor())
            jobCount.withLock { $0 -= 1 }
        }
    }

    /// Waits until no task of the executor runs or can run.
    func waitUntilIdle() async {
        while jobCount.withLock({ $0 }) > 0 { await pause() }
    }
}
