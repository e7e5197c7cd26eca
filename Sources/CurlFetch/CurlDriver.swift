import AttacheCore
import AttacheThreads

/// Owns the thread that drives all transfers, and passes messages to it; nothing but messages crosses threads.
final class CurlDriver: Sendable {
    private let mailbox = CurlMailbox()
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
        thread = try NativeThread { [mailbox] in
            CurlLibrary.initialize()
            let loop = CurlLoop(configuration, mailbox: mailbox, makeResolver: makeResolver)
            loop.run()
        }
    }

    /// Hands a job to the thread.
    func submit(_ job: FetchJob) {
        if !mailbox.post(.start(job)) {
            job.completion.finish(.failure(FetchFailure(.cancelled, [FetchCompletion.cancelled])))
        }
    }

    /// Asks the thread to end a job.
    func cancel(_ job: FetchJob) {
        _ = mailbox.post(.cancel(job))
    }

    /// Asks the thread what keeps it from its work.
    func look(_ answer: @escaping @Sendable (_ trouble: String?) -> Void) {
        if !mailbox.post(.look(answer)) { answer(CurlFetcher.endedTrouble) }
    }

    /// Ends every transfer and joins the thread; call it once, from another thread.
    func shutDown() {
        _ = mailbox.post(.stop)
        thread.join()
    }
}
