package import Glibc

/// A one-shot signal that wakes every thread waiting on a socket.
///
/// It is a pipe whose writing end is closed: the reading end then stays ready for any number of `poll` calls.
package final class StopSignal: Sendable {
    /// The descriptor, which becomes ready (`POLLHUP`) when the signal is raised.
    package let descriptor: Int32
    private let writer: Locked<Int32?>

    /// Creates a signal; throws `SystemCallError` when descriptors are exhausted.
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

    /// Raises the signal; repeated calls have no effect.
    package func raise() {
        let end = writer.withLock { writer in
            defer { writer = nil }
            return writer
        }
        if let end { close(end) }
    }
}

extension StopSignal {
    /// Waits for the signal alone, until a deadline or, with `nil`, without one; returns `stopped` or `timedOut`.
    package func wait(until instant: ContinuousClock.Instant?) -> WaitResult {
        var watched = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
        return Self.poll(&watched, until: instant) ? .stopped : .timedOut
    }

    /// Polls with a resolution of microseconds, where `poll` itself counts whole milliseconds; sets `revents`, and
    /// returns whether anything became ready. An `instant` of `nil` is no deadline.
    package static func poll(_ watched: inout [pollfd], until instant: ContinuousClock.Instant?) -> Bool {
        while true {
            let left = instant.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
            let timeout = left.map { Int32(min($0.wholeMilliseconds, 3_600_000)) } ?? -1
            // Unsafe, and right: the count is the array's own.
            if unsafe Glibc.poll(&watched, nfds_t(watched.count), timeout) > 0 { return true }
            guard let left else { continue }
            if left == .zero { return false }
            if left < .milliseconds(1) {
                var time = timespec(tv_sec: 0, tv_nsec: Int(left.components.attoseconds / 1_000_000_000))
                _ = unsafe nanosleep(&time, nil)
            }
        }
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }
}

/// The cause of the end of a wait on a socket.
package enum WaitResult: Sendable, Equatable {
    /// The condition is met, or the socket is at its end.
    case ready
    /// The peer closed its side; only in a wait for nothing else.
    case peerClosed
    case stopped
    case timedOut
}
