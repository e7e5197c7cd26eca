import AttacheCore
import AttacheSystem

/// Blocking work that waits for a thread: it is left before it begins, and stopped afterwards.
final class WorkTurn<Value: Sendable>: Sendable {
    private enum State {
        case queued
        case running
        case left
    }

    private let state = Locked(State.queued)
    private let waiter = Waiter<Value?>()
    private let stop: RepairStop?

    init(_ stop: RepairStop?) {
        self.stop = stop
    }

    /// Runs the work unless it was left.
    func run(_ body: () -> Value) {
        guard move(to: .running) else { return }
        waiter.resume(returning: body())
    }

    /// Leaves queued work. Work that runs uses the caller's files, so it is stopped, and its caller waits for it.
    func end() {
        stop?.stop()
        if move(to: .left) { waiter.resume(returning: nil) }
    }

    /// The result; `nil` for work that was left. The end of the task ends the work.
    func value() async -> Value? {
        await waiter.wait { end() }
    }

    private func move(to next: State) -> Bool {
        state.withLock { state in
            guard state == .queued else { return false }
            state = next
            return true
        }
    }
}
