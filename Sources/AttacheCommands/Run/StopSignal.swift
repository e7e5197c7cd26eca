import Glibc
import Synchronization

/// Turns SIGINT and SIGTERM into "stop reading, finish what is under way"; the second one ends the process at once.
///
/// There is one in a process. A handler does it and no thread that waits for blocked signals, because the main thread
/// of an asynchronous program sleeps with every signal open and would die of them.
final class StopSignal: Sendable {
    /// The end of the pipe that is closed when a stop is asked for, or -1.
    private static let writeEnd = Atomic<Int32>(-1)
    /// Becomes readable when a stop is asked for.
    let descriptor: Int32

    /// Whether a stop was asked for.
    var isRequested: Bool { Self.writeEnd.load(ordering: .acquiring) < 0 }

    /// Starts to watch.
    init() {
        var ends: [Int32] = [-1, -1]
        // Without a descriptor left, a stop is seen between two pieces of input instead of at once.
        if unsafe pipe(&ends) != 0 { ends = [-1, .max] }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        // Before the handler, so that it finds everything made.
        Self.writeEnd.store(ends[1], ordering: .releasing)
        var action = sigaction()
        unsafe action.__sigaction_handler.sa_handler = { signal in StopSignal.receive(signal) }
        action.sa_flags = SA_RESTART
        for signal in [SIGINT, SIGTERM] { _ = unsafe sigaction(signal, &action, nil) }
    }

    /// Runs in the handler, so it does only what POSIX allows there: an atomic exchange, `close` and `_exit`.
    private static func receive(_ signal: Int32) {
        let end = writeEnd.exchange(-1, ordering: .acquiringAndReleasing)
        if end < 0 { _exit(128 + signal) }
        close(end)
    }
}
