import AttacheThreads
import Glibc

/// Wakes every thread that waits on a socket, once and for good.
///
/// It is a pipe whose writing end is closed: the reading end then stays ready for every `poll`, however many there are.
package final class StopSignal: Sendable {
    /// Becomes ready (`POLLHUP`) when the signal is raised.
    package let descriptor: Int32
    private let writer: Locked<Int32?>

    /// Creates a signal that is not raised.
    ///
    /// - Throws: `SystemCallError` when there are no descriptors left.
    package init() throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        // Unsafe, and right: the array has the two elements that pipe() fills.
        guard unsafe pipe(&ends) == 0 else { throw SystemCallError(operation: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        descriptor = ends[0]
        writer = Locked(ends[1])
    }

    deinit {
        raise()
        close(descriptor)
    }

    /// Raises the signal; more than once does no more.
    package func raise() {
        let end = writer.withLock { writer in
            defer { writer = nil }
            return writer
        }
        if let end { close(end) }
    }
}
