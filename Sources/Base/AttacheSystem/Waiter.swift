/// One task's wait for a value, which it receives exactly once.
///
/// The usual order is: the task puts a waiter into the state that it waits for, under that state's lock, and then waits
/// outside the lock. Another task takes the waiter out of the state under the lock and resumes it outside. The value may
/// come before the wait begins.
@usableFromInline package final class Waiter<Value: Sendable>: Sendable {
    @usableFromInline enum State {
        case open
        case waiting(CheckedContinuation<Value, Never>)
        case resumed(Value)
    }

    @usableFromInline let state = Locked(State.open)

    @inlinable package init() {}

    /// Sets the value and ends the wait; only the first call has an effect.
    @inlinable package func resume(returning value: Value) {
        let continuation = state.withLock { state -> CheckedContinuation<Value, Never>? in
            switch state {
            case .open:
                state = .resumed(value)
                return nil
            case .waiting(let continuation):
                state = .resumed(value)
                return continuation
            case .resumed:
                return nil
            }
        }
        // Outside the lock, since the waiting task may run any code.
        continuation?.resume(returning: value)
    }

    /// Waits for the value; only one task may wait, once.
    @inlinable package func wait() async -> Value {
        await withCheckedContinuation { continuation in
            let value = state.withLock { state -> Value? in
                if case .resumed(let value) = state { return value }
                state = .waiting(continuation)
                return nil
            }
            if let value { continuation.resume(returning: value) }
        }
    }

    /// Waits for the value. `onCancel` runs when the task is cancelled, also before the wait; it does not end the wait,
    /// so it must arrange that some code resumes the waiter.
    @inlinable package func wait(onCancel: @Sendable () -> Void) async -> Value {
        await withTaskCancellationHandler {
            await wait()
        } onCancel: {
            onCancel()
        }
    }
}

extension Waiter where Value == Void {
    @inlinable package func resume() { resume(returning: ()) }
}

extension Sequence {
    /// Resumes all waiters, in order.
    @inlinable package func resumeAll<Value>(returning value: Value) where Element == Waiter<Value> {
        for waiter in self { waiter.resume(returning: value) }
    }
}
