import AttacheCore
import AttacheSystem

/// One loop with its transfers, for callers on any thread.
final class CurlDriver: Sendable {
    /// The executor of tasks that make requests here.
    let loop: IOLoop
    private let transfers: CurlLoop

    /// Starts a loop that shares `permits` with others; `makeResolver` is called on it. Throws `SystemCallError` when the system refuses a thread.
    init(
        _ configuration: CurlConfiguration,
        permits: TransferPermits,
        makeResolver: @escaping CurlFetcher.ResolverFactory
    ) throws(SystemCallError) {
        let loop = try IOLoop()
        self.loop = loop
        let transfers = CurlLoop(configuration, permits: permits, makeResolver: makeResolver) { work in
            loop.post(work)
        }
        self.transfers = transfers
        loop.add { descriptors in
            transfers.open(descriptors)
            return transfers
        }
    }

    func submit(_ job: FetchJob) {
        if !loop.post({ [transfers] in transfers.begin(job) }) {
            job.caller.resume(returning: .failure(.cancelled))
        }
    }

    func cancel(_ job: FetchJob) {
        loop.post { [transfers] in transfers.cancel(job) }
    }

    func check(_ answer: @escaping @Sendable (_ healthProblem: String?) -> Void) {
        if !loop.post({ [transfers] in answer(transfers.healthProblem) }) { answer(CurlFetcher.endedMessage) }
    }

    /// Ends every transfer, and each that is submitted later.
    func endTransfers() {
        loop.post { [transfers] in transfers.endTransfers() }
    }
}

/// One request on its way to a loop.
final class FetchJob: Sendable {
    let request: FetchRequest
    let receiver: any ResponseReceiving
    /// The caller, which the thread resumes with the result.
    let caller = Waiter<FetchResult>()

    init(request: FetchRequest, receiver: any ResponseReceiving) {
        self.request = request
        self.receiver = receiver
    }
}
