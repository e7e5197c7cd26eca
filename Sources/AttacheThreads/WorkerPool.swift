import Glibc

/// A few threads for work that blocks: file writes, `fsync`, C libraries.
///
/// The cooperative pool of Swift concurrency has one thread per core and must never wait for a disk; this is where such
/// work goes instead.
// @unchecked Sendable: `queue` is locked, `condition` is only used with its own mutex, and the rest never changes.
@safe package final class WorkerPool: @unchecked Sendable {
    private struct Queue {
        var jobs: [@Sendable () -> Void] = []
        var head = 0
        var isClosed = false
    }

    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var queue = Queue()
    private var threads: [NativeThread] = []

    /// Starts the pool.
    ///
    /// - Parameter threadCount: How many jobs may block at once, at least 1.
    /// - Throws: `ThreadError` when not even one thread can be started.
    package init(threadCount: Int) throws(ThreadError) {
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(condition, nil)
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        for _ in 0..<max(1, threadCount) {
            do {
                threads.append(try NativeThread { [self] in runJobs() })
            } catch {
                // Fewer threads than asked for still do the work; none at all is a fault of the surroundings.
                if threads.isEmpty { throw error }
                break
            }
        }
    }

    /// Runs `body` on one of the pool's threads.
    ///
    /// - Parameter body: Work that may block. It is not started when the pool has been shut down before.
    /// - Returns: What `body` returns, or `nil` when the pool is shut down.
    package func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result? {
        await withCheckedContinuation { continuation in
            let isQueued = enqueue { continuation.resume(returning: body()) }
            if !isQueued { continuation.resume(returning: nil) }
        }
    }

    /// Ends the pool after the jobs that are queued, and joins its threads; call it once.
    package func shutDown() {
        unsafe pthread_mutex_lock(mutex)
        queue.isClosed = true
        unsafe pthread_cond_broadcast(condition)
        unsafe pthread_mutex_unlock(mutex)
        for thread in threads { thread.join() }
        threads = []
    }

    private func enqueue(_ job: @escaping @Sendable () -> Void) -> Bool {
        // Unsafe, and right: both pointers live as long as the pool.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        guard !queue.isClosed else { return false }
        queue.jobs.append(job)
        unsafe pthread_cond_signal(condition)
        return true
    }

    private func runJobs() {
        while let job = nextJob() { job() }
    }

    private func nextJob() -> (@Sendable () -> Void)? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        while queue.head == queue.jobs.count {
            if queue.isClosed { return nil }
            unsafe pthread_cond_wait(condition, mutex)
        }
        let job = queue.jobs[queue.head]
        queue.head += 1
        if queue.head == queue.jobs.count {
            queue.jobs.removeAll(keepingCapacity: true)
            queue.head = 0
        }
        return job
    }
}
