package import AttacheCore
import AttacheSystem

/// Makes requests with libcurl, on one thread that starts with the first request.
package final class CurlFetcher: MediaFetching {
    /// Creates the resolver on the fetcher's thread; `nil` when the resolver's library cannot start.
    package typealias ResolverFactory = @Sendable () -> (any NameResolving)?

    private enum State {
        case idle
        case running(CurlDriver)
        case ended
    }

    private let configuration: CurlConfiguration
    private let makeResolver: ResolverFactory
    private let state = Locked(State.idle)

    package init(_ configuration: CurlConfiguration, makeResolver: @escaping ResolverFactory) {
        self.configuration = configuration
        self.makeResolver = makeResolver
    }

    package func fetch(_ request: FetchRequest, into receiver: any ResponseReceiving) async -> FetchResult {
        let driver: CurlDriver
        switch runningDriver() {
        case .success(let running): driver = running
        case .failure(let failure): return .failure(failure)
        }
        if Task.isCancelled { return .failure(FetchFailure(.cancelled, [CurlReason.cancelled])) }
        let job = FetchJob(request: request, receiver: receiver)
        driver.submit(job)
        // A cancelled caller waits until the thread has ended its transfer, after which the receiver gets no more calls.
        return await job.caller.wait { driver.cancel(job) }
    }

    static let endedMessage = "The fetcher has been shut down."

    /// Checks the transfer thread and its resolver without opening a connection; returns one sentence about a problem,
    /// or `nil`.
    package func healthProblem() async -> String? {
        switch runningDriver() {
        case .failure(let failure):
            return failure.kind == .cancelled ? Self.endedMessage : "The transfer thread could not be started."
        case .success(let driver):
            return await withCheckedContinuation { continuation in
                driver.check { continuation.resume(returning: $0) }
            }
        }
    }

    /// Cancels every transfer with `fetch.cancelled`, frees every handle and joins the thread; later requests are
    /// cancelled.
    package func shutDown() {
        let driver = state.withLock { state -> CurlDriver? in
            defer { state = .ended }
            if case .running(let driver) = state { return driver }
            return nil
        }
        driver?.shutDown()
    }

    private func runningDriver() -> Result<CurlDriver, FetchFailure> {
        state.withLock { state in
            switch state {
            case .running(let driver):
                return .success(driver)
            case .ended:
                return .failure(FetchFailure(.cancelled, [CurlReason.cancelled]))
            case .idle:
                do throws(SystemCallError) {
                    let driver = try CurlDriver(configuration, makeResolver: makeResolver)
                    state = .running(driver)
                    return .success(driver)
                } catch {
                    return .failure(FetchFailure(.failed, [CurlReason.noThread(error.code)]))
                }
            }
        }
    }
}

/// Owns the thread that drives all transfers; only commands cross threads.
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

    /// Ends every transfer and joins the thread; call it once, from another thread.
    func shutDown() {
        _ = commandQueue.post(.stop)
        thread.join()
    }
}
