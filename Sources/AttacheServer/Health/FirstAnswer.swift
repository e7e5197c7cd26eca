import AttacheThreads

/// Takes the first of several answers to one question.
final class FirstResult: Sendable {
    private enum State {
        case open
        case waiting(CheckedContinuation<String?, Never>)
        case resolved(String?)
    }

    private let state = Locked(State.open)

    /// Gives an answer; whatever comes after the first counts for nothing.
    func resolve(_ answer: String?) {
        let waiter = state.withLock { state -> CheckedContinuation<String?, Never>? in
            switch state {
            case .resolved: return nil
            case .open:
                state = .resolved(answer)
                return nil
            case .waiting(let waiter):
                state = .resolved(answer)
                return waiter
            }
        }
        waiter?.resume(returning: answer)
    }

    /// Waits for the first answer; one task may.
    func wait() async -> String? {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state -> String?? in
                if case .resolved(let answer) = state { return .some(answer) }
                state = .waiting(continuation)
                return nil
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
