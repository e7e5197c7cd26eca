import Glibc

/// One POSIX thread that runs a closure and can be joined.
// @unchecked Sendable: `identifier` is written once in `init`; POSIX lets any thread join it, and the owner joins once.
package final class NativeThread: @unchecked Sendable {
    private let identifier: pthread_t

    /// Starts a thread.
    ///
    /// - Parameter body: What the thread runs; the thread ends when it returns.
    /// - Throws: `SystemCallError` when the system refuses another thread.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemCallError) {
        let context = unsafe Unmanaged.passRetained(ThreadBody(run: body))
        var identifier = pthread_t()
        let status = unsafe pthread_create(
            &identifier,
            nil,
            { raw in
                guard let raw = unsafe raw else { return nil }
                // The one hand-over: the retain taken below is given back here, on the new thread.
                let body = unsafe Unmanaged<ThreadBody>.fromOpaque(raw).takeRetainedValue()
                body.run()
                return nil
            },
            unsafe context.toOpaque()
        )
        guard status == 0 else {
            // The thread never started, so the retain is still ours to give back.
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
