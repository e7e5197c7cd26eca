import Glibc

/// A few threads for blocking work: file writes, `fsync`, C libraries.
///
/// The cooperative pool of Swift concurrency has one thread per core and must never wait for a disk. One thread starts
/// with the pool; the others start when a job finds none idle, since in a short-lived process most threads cost more
/// than they save.
// @unchecked Sendable: `queue` is locked, `condition` is only used with its own mutex, and the rest never changes.
@safe package final class WorkerPool: @unchecked Sendable {
    private struct Queue {
        var jobs = FIFOQueue<@Sendable () -> Void>()
        var isClosed = false
        /// Threads that wait for a job or are about to.
        var idleCount = 0
        /// Sleeping threads that were not woken yet.
        var sleeperCount = 0
        var threads: [NativeThread] = []
    }

    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var queue = Queue()
    /// The limit of blocking jobs at once, at least 1.
    package let threadLimit: Int
    /// A key that is set on the pool's own threads.
    private let ownThread: pthread_key_t

    /// Starts a pool with a limit of blocking jobs at once, at least 1; lower where the system refuses threads. Throws
    /// `SystemCallError` when not even one thread can be started.
    package init(threadCount: Int) throws(SystemCallError) {
        unsafe condition = .allocate(capacity: 1)
        unsafe condition.initialize(to: pthread_cond_t())
        unsafe pthread_cond_init(condition, nil)
        unsafe mutex = .allocate(capacity: 1)
        unsafe mutex.initialize(to: pthread_mutex_t())
        unsafe pthread_mutex_init(mutex, nil)
        threadLimit = max(1, threadCount)
        var key = pthread_key_t()
        let status = unsafe pthread_key_create(&key, nil)
        ownThread = key
        guard status == 0 else { throw SystemCallError(operation: "pthread_key_create", code: status) }
        // The thread examines the queue as soon as it runs.
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        try addThread()
    }

    deinit {
        // Threads retain the pool, so none exist any more and none waits.
        unsafe pthread_cond_destroy(condition)
        unsafe condition.deallocate()
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
        pthread_key_delete(ownThread)
    }

    /// Runs `body`, which may block, on one of the pool's threads; returns `nil` without running it when the pool is
    /// shut down.
    package func run<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result? {
        // A task that prefers this pool already runs on it.
        if isOwnThread { return body() }
        return await withCheckedContinuation { continuation in
            let isQueued = enqueue { continuation.resume(returning: body()) }
            if !isQueued { continuation.resume(returning: nil) }
        }
    }

    /// Enqueues `body`, which may block, and returns at once; returns `false` when the pool is shut down.
    @discardableResult
    package func start(_ body: @escaping @Sendable () -> Void) -> Bool { enqueue(body) }

    /// Runs the queued jobs, then ends the pool and joins its threads; call it once.
    package func shutDown() {
        unsafe pthread_mutex_lock(mutex)
        queue.isClosed = true
        unsafe pthread_cond_broadcast(condition)
        let threads = queue.threads
        queue.threads = []
        unsafe pthread_mutex_unlock(mutex)
        for thread in threads { thread.join() }
    }

    private var isOwnThread: Bool { unsafe pthread_getspecific(ownThread) != nil }

    private func enqueue(_ job: @escaping @Sendable () -> Void) -> Bool {
        // Unsafe, and right: both pointers live as long as the pool.
        unsafe pthread_mutex_lock(mutex)
        guard !queue.isClosed else {
            unsafe pthread_mutex_unlock(mutex)
            return false
        }
        queue.jobs.append(job)
        if queue.jobs.count > queue.idleCount, queue.threads.count < threadLimit {
            // If the system refuses, the existing threads do the work.
            try? addThread()
        }
        // A thread woken under the lock would only wait for it, and one about to take a job needs no wake-up.
        let wakes = queue.sleeperCount > 0
        if wakes { queue.sleeperCount -= 1 }
        unsafe pthread_mutex_unlock(mutex)
        if wakes { unsafe pthread_cond_signal(condition) }
        return true
    }

    /// Starts one more thread; called with the mutex held.
    private func addThread() throws(SystemCallError) {
        queue.threads.append(try NativeThread { [self] in runJobs() })
        queue.idleCount += 1
    }

    private func runJobs() {
        // Any address except null serves; it is never dereferenced.
        unsafe pthread_setspecific(ownThread, UnsafeRawPointer(mutex))
        var hasFinishedJob = false
        while let job = nextJob(hasFinishedJob: hasFinishedJob) {
            job()
            hasFinishedJob = true
        }
    }

    private func nextJob(hasFinishedJob: Bool) -> (@Sendable () -> Void)? {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        if hasFinishedJob { queue.idleCount += 1 }
        while true {
            if let job = queue.jobs.popFirst() {
                queue.idleCount -= 1
                return job
            }
            if queue.isClosed { return nil }
            queue.sleeperCount += 1
            unsafe pthread_cond_wait(condition, mutex)
        }
    }
}

extension WorkerPool: TaskExecutor {
    /// Runs a job of a task that prefers the pool, so that its blocking work needs no change of threads. After the
    /// shutdown of the pool it runs on the calling thread, since it must run.
    package func enqueue(_ job: consuming ExecutorJob) {
        // Unsafe below, and right: the job is run once, here or there, and its closure retains the pool.
        let piece = UnownedJob(job)
        let run: @Sendable () -> Void = { [self] in unsafe piece.runSynchronously(on: asUnownedTaskExecutor()) }
        if !start(run) { run() }
    }
}

/// A POSIX thread that runs a closure, and that its owner joins.
// @unchecked Sendable: `identifier` is written once in `init`; any thread may join it, and the owner joins once.
package final class NativeThread: @unchecked Sendable {
    private let identifier: pthread_t

    /// Starts a thread that ends when `body` returns; throws `SystemCallError` when the system refuses another thread.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        let context = unsafe Unmanaged.passRetained(ThreadBody(run: body))
        var identifier = pthread_t()
        let status = unsafe pthread_create(
            &identifier,
            nil,
            { raw in
                guard let raw = unsafe raw else { return nil }
                // The one transfer of ownership: the retain below is balanced here, on the new thread.
                let body = unsafe Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue()
                body.run()
                return nil
            },
            unsafe context.toOpaque()
        )
        guard status == 0 else {
            // The thread never started, so the retain must be balanced here.
            unsafe context.release()
            throw SystemCallError(operation: "pthread_create", code: status)
        }
        self.identifier = identifier
    }

    /// Starts a thread that nothing joins: the system releases its stack when `body` returns. Throws `SystemCallError` when
    /// the system refuses another thread.
    package static func startDetached(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        _ = pthread_detach(try NativeThread(body).identifier)
    }

    /// Whether the calling thread is this one.
    package var isCurrent: Bool { pthread_equal(identifier, pthread_self()) != 0 }

    /// Waits until the thread has ended; call it once, and never from the thread itself.
    package func join() {
        _ = pthread_join(identifier, nil)
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
