import Glibc
import Synchronization

/// Converts the first SIGINT or SIGTERM to a request to stop reading and finish running work; the second one ends the
/// process at once.
///
/// A handler is used rather than blocked signals and a waiting thread: the main thread of a Swift program ends up in
/// `dispatch_main`, which unblocks every signal.
package struct InterruptSignal {
    /// The number of signals, and the descriptor for the first; the handler touches nothing else.
    private static let count = Atomic(0)
    private static let writeEnd = Atomic<Int32>(-1)

    /// A descriptor that becomes readable when a stop is requested.
    package let descriptor: Int32

    /// Installs the handler; call it once in a process. Throws `ThreadError` when descriptors are exhausted.
    package init() throws(ThreadError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe pipe(&ends) == 0 else { throw ThreadError(code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        Self.writeEnd.store(ends[1], ordering: .releasing)
        var action = sigaction()
        // Only what POSIX allows in a handler: atomics, close and _exit.
        unsafe action.__sigaction_handler.sa_handler = { signal in
            let isFirst = InterruptSignal.count.add(1, ordering: .relaxed).oldValue == 0
            guard isFirst else { _exit(128 + signal) }
            let code = errno
            InterruptSignal.closePipe()
            errno = code
        }
        action.sa_flags = SA_RESTART
        for signal in [SIGINT, SIGTERM] {
            var inherited = sigaction()
            _ = unsafe sigaction(signal, nil, &inherited)
            // A shell makes its background jobs ignore the terminal's Ctrl-C.
            let isIgnored = unsafe unsafeBitCast(inherited.__sigaction_handler.sa_handler, to: Int.self) == 1
            if !isIgnored { _ = unsafe sigaction(signal, &action, nil) }
        }
    }

    /// Whether a signal requested the stop.
    package var isRequested: Bool { Self.count.load(ordering: .relaxed) > 0 }

    /// Makes the descriptor readable without a signal, for a run whose output is closed.
    package func endReading() { Self.closePipe() }

    private static func closePipe() {
        let end = writeEnd.exchange(-1, ordering: .acquiringAndReleasing)
        if end >= 0 { close(end) }
    }
}
