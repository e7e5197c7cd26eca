import AttacheSystem
import Glibc

/// Holds back the answers of an origin until a test lets them go, in the order in which the requests came.
package final class AnswerGate: Sendable {
    private struct State {
        var arrivedCount = 0
        var releasedCount = 0
        var isOpen = false
    }

    private let state = Locked(State())

    package init() {}

    /// Waits until this request may be answered; blocks the thread of its connection, which has no other work.
    ///
    /// An origin cannot stop while one waits here, so that a test opens the gate at its end.
    package func pass() {
        let number = state.withLock { state in
            state.arrivedCount += 1
            return state.arrivedCount
        }
        while state.withLock({ !$0.isOpen && $0.releasedCount < number }) { usleep(1000) }
    }

    /// Lets the next request go.
    package func release() { state.withLock { $0.releasedCount += 1 } }

    /// Lets every request go that has come, and a number of those that come later.
    package func release(next count: Int) { state.withLock { $0.releasedCount = $0.arrivedCount + count } }

    /// Lets every request go, now and later.
    package func open() { state.withLock { $0.isOpen = true } }

    /// Holds back the requests that come from now on.
    package func close() {
        state.withLock { state in
            state.isOpen = false
            state.releasedCount = state.arrivedCount
        }
    }
}
