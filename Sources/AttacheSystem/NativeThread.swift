import Glibc

/// A joinable POSIX thread that runs a closure.
// @unchecked Sendable: `identifier` is written once in `init`; any thread may join it, and the owner joins once.
package final class NativeThread: @unchecked Sendable {
    private let identifier: pthread_t

    /// Starts a thread that ends when `body` returns; throws `SystemCallError` when the system refuses another thread.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        let context = unsafe Unmanaged.passRetained(ThreadBody(run: body))
        var identifier = pthread_t()
        let status = unsafe pthread_create(
            &identifier,
            nil,
            { raw in
                guard let raw = unsafe raw else { return nil }
                // The one transfer of ownership: the retain below is balanced here, on the new thread.
                let body = unsafe Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue()
                body.run()
                return nil
            },
            unsafe context.toOpaque()
        )
        guard status == 0 else {
            // The thread never started, so the retain must be balanced here.
            unsafe context.release()
            throw SystemCallError(operation: "pthread_create", code: status)
        }
        self.identifier = identifier
    }

    /// Waits until the thread has ended; call it once, and never from the thread itself.
    package func join() {
        _ = pthread_join(identifier, nil)
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
