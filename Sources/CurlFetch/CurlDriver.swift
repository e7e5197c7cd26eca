import AttacheCore
import AttacheThreads

/// Owns the thread that drives all transfers, and passes messages to it; nothing but messages crosses threads.
final class CurlDriver: Sendable {
    private let commandQueue = CurlCommandQueue()
    private let thread: NativeThread

    /// Starts the thread.
    ///
    /// - Parameters:
    ///   - configuration: How transfers are made.
    ///   - makeResolver: Makes the resolver; called on the thread.
    /// - Throws: `ThreadError` when the system refuses a thread.
    init(
        _ configuration: CurlConfiguration,
        makeResolver: @escaping CurlFetcher.ResolverFactory
    ) throws(ThreadError) {
        thread = try NativeThread { [commandQueue] in
            CurlLibrary.initialize()
            let loop = CurlLoop(configuration, commandQueue: commandQueue, makeResolver: makeResolver)
            loop.run()
        }
    }

    /// Hands a job to the thread.
    func submit(_ job: FetchJob) {
        if !commandQueue.post(.start(job)) {
            job.completion.finish(.failure(FetchFailure(.cancelled, [FetchCompletion.cancelled])))
        }
    }

    /// Asks the thread to end a job.
    func cancel(_ job: FetchJob) {
        _ = commandQueue.post(.cancel(job))
    }

    /// Asks the thread what keeps it from its work.
    func check(_ answer: @escaping @Sendable (_ healthProblem: String?) -> Void) {
        if !commandQueue.post(.check(answer)) { answer(CurlFetcher.endedMessage) }
    }

    /// Ends every transfer and joins the thread; call it once, from another thread.
    func shutDown() {
        _ = commandQueue.post(.stop)
        thread.join()
    }
}
