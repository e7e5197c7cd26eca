extension WorkerPool: TaskExecutor {
    /// Runs a piece of a task that prefers the pool, so that what it does on the pool needs no change of threads.
    ///
    /// - Parameter job: The piece; after the pool was shut down it runs on the calling thread, since it must run.
    package func enqueue(_ job: consuming ExecutorJob) {
        // Unsafe below, and right: the piece is run once, here or there, and the pool outlives it as its closure holds it.
        let piece = UnownedJob(job)
        let run: @Sendable () -> Void = { [self] in unsafe piece.runSynchronously(on: asUnownedTaskExecutor()) }
        if !start(run) { run() }
    }
}
