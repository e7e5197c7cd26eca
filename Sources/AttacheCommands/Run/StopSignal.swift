import AttacheThreads
import Glibc

/// Turns SIGINT and SIGTERM into "stop reading, finish what is under way"; the second one ends the process at once.
final class StopSignal: Sendable {
    private let requested = Locked(false)
    /// Becomes readable when a stop is asked for.
    let descriptor: Int32

    /// Blocks the signals in this thread and all that it starts; call it before there are others.
    static func block() {
        var signals = Self.signals
        _ = unsafe pthread_sigmask(SIG_BLOCK, &signals, nil)
    }

    private static var signals: sigset_t {
        var signals = sigset_t()
        unsafe sigemptyset(&signals)
        unsafe sigaddset(&signals, SIGINT)
        unsafe sigaddset(&signals, SIGTERM)
        return signals
    }

    /// Whether a stop was asked for.
    var isRequested: Bool { requested.withLock { $0 } }

    /// Starts to watch.
    ///
    /// - Throws: `ThreadError` when the system refuses a thread.
    init() throws(ThreadError) {
        var ends: [Int32] = [-1, -1]
        _ = unsafe pipe(&ends)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let (readEnd, writeEnd) = (ends[0], ends[1])
        descriptor = readEnd
        let requested = requested
        // The thread lives as long as the process: it waits for signals only, and holds nothing that needs an end.
        _ = try NativeThread {
            var signals = Self.signals
            while true {
                var received: Int32 = 0
                guard unsafe sigwait(&signals, &received) == 0 else { return }
                let isSecond = requested.withLock { value in
                    defer { value = true }
                    return value
                }
                if isSecond { _exit(128 + received) }
                close(writeEnd)
            }
        }
    }
}
