import AttacheCore
import AttacheSystem

/// One request on its way to the fetcher's thread.
final class FetchJob: Sendable {
    let request: FetchRequest
    let receiver: any ResponseReceiving
    let completion: FetchCompletion

    init(request: FetchRequest, receiver: any ResponseReceiving, completion: FetchCompletion) {
        self.request = request
        self.receiver = receiver
        self.completion = completion
    }
}

/// Resumes one caller exactly once, in whatever order its beginning, its cancellation and its result arrive.
final class FetchCompletion: Sendable {
    /// What to do when the caller is ready to wait.
    enum Begin {
        /// Hand the job to the driver.
        case submit
        /// The result is known already.
        case resume(FetchResult)
    }

    private enum State {
        case fresh
        case cancelledEarly
        case waiting(CheckedContinuation<FetchResult, Never>, isCancelled: Bool)
        case done
    }

    private let state = Locked(State.fresh)

    static let cancelled = Reason(.fetchCancelled, "The caller went away before the download ended.")

    /// The caller is ready to wait.
    func begin(_ continuation: CheckedContinuation<FetchResult, Never>) -> Begin {
        state.withLock { state in
            if case .cancelledEarly = state {
                state = .done
                return .resume(.failure(FetchFailure(.cancelled, [Self.cancelled])))
            }
            state = .waiting(continuation, isCancelled: false)
            return .submit
        }
    }

    /// The caller went away.
    ///
    /// - Returns: Whether the driver has to be told.
    func cancel() -> Bool {
        state.withLock { state in
            switch state {
            case .fresh:
                state = .cancelledEarly
                return false
            case .waiting(let continuation, _):
                state = .waiting(continuation, isCancelled: true)
                return true
            case .cancelledEarly, .done:
                return false
            }
        }
    }

    /// Whether the caller went away while the job was on its way to the driver: the word of it may come first.
    var isCancelled: Bool {
        state.withLock { state in
            if case .waiting(_, let isCancelled) = state { return isCancelled }
            return false
        }
    }

    /// The result is there; only the first one counts.
    func finish(_ result: FetchResult) {
        let continuation = state.withLock { state -> CheckedContinuation<FetchResult, Never>? in
            guard case .waiting(let continuation, _) = state else { return nil }
            state = .done
            return continuation
        }
        // Outside the lock: what the caller does next is none of its business.
        continuation?.resume(returning: result)
    }
}
