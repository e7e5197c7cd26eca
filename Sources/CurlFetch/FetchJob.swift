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

/// Resumes one waiter exactly once, regardless of the order of its start, its cancellation and its result.
final class FetchCompletion: Sendable {
    enum Begin {
        case submit
        case resume(FetchResult)
    }

    private enum State {
        case fresh
        case cancelledEarly
        case waiting(CheckedContinuation<FetchResult, Never>, isCancelled: Bool)
        case done
    }

    private let state = Locked(State.fresh)

    static let cancelled = Reason(.fetchCancelled, "The request was cancelled before the download ended.")

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

    /// Cancels the waiter; returns whether the driver must be notified.
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

    /// Whether the waiter was cancelled before the driver received the job: the cancellation may arrive first.
    var isCancelled: Bool {
        state.withLock { state in
            if case .waiting(_, let isCancelled) = state { return isCancelled }
            return false
        }
    }

    /// Sets the result; only the first one counts.
    func finish(_ result: FetchResult) {
        let continuation = state.withLock { state -> CheckedContinuation<FetchResult, Never>? in
            guard case .waiting(let continuation, _) = state else { return nil }
            state = .done
            return continuation
        }
        // Outside the lock, since the waiter may run any code.
        continuation?.resume(returning: result)
    }
}
