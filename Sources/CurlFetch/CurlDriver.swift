import AttacheCore
import AttacheSystem

/// Owns the thread of one loop; only commands cross threads.
///
/// As an executor it runs the parts of a task between the turns of the loop. A task's code must not wait there.
final class CurlDriver: Sendable {
    private let commandQueue = CurlCommandQueue()
    private let thread: NativeThread

    /// Starts the thread; `makeResolver` is called on it. Throws `SystemCallError` when the system refuses a thread.
    init(
        _ configuration: CurlConfiguration,
        makeResolver: @escaping CurlFetcher.ResolverFactory
    ) throws(SystemCallError) {
        thread = try NativeThread { [commandQueue] in
            CurlLibrary.initialize()
            let loop = CurlLoop(configuration, commandQueue: commandQueue, makeResolver: makeResolver)
            loop.run()
        }
    }

    /// Whether the calling thread is that of the loop.
    var isCurrent: Bool { thread.isCurrent }

    func submit(_ job: FetchJob) {
        if !commandQueue.post(.start(job)) {
            job.caller.resume(returning: .failure(FetchFailure(.cancelled, [CurlReason.cancelled])))
        }
    }

    func cancel(_ job: FetchJob) {
        _ = commandQueue.post(.cancel(job))
    }

    func check(_ answer: @escaping @Sendable (_ healthProblem: String?) -> Void) {
        if !commandQueue.post(.check(answer)) { answer(CurlFetcher.endedMessage) }
    }

    /// Ends every transfer, and each that is submitted later.
    func endTransfers() {
        _ = commandQueue.post(.endTransfers)
    }

    /// Lets the thread end every transfer and then itself.
    func stop() {
        _ = commandQueue.post(.stop)
    }

    /// Waits for the thread; call it once, after `stop()`, from another thread.
    func join() {
        thread.join()
    }
}

extension CurlDriver: TaskExecutor {
    /// Runs a part of a task on the loop; after the end of the loop on the calling thread, since it must run.
    func enqueue(_ job: consuming ExecutorJob) {
        // Unsafe below, and right: the job is run once, here or there.
        let piece = UnownedJob(job)
        let run: @Sendable () -> Void = { [self] in unsafe piece.runSynchronously(on: asUnownedTaskExecutor()) }
        if !commandQueue.post(.run(run)) { run() }
    }
}
