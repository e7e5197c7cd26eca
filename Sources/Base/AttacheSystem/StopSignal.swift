import CLinux
package import Glibc
import Synchronization

/// A one-shot signal that wakes every thread waiting on a socket.
///
/// It is a pipe whose writing end is closed: the reading end then stays ready for any number of `poll` calls.
package final class StopSignal: Sendable {
    /// The descriptor, which becomes ready (`POLLHUP`) when the signal is raised.
    package let descriptor: Int32
    private let writer: Atomic<Int32>

    /// Creates a signal; throws `SystemCallError` when descriptors are exhausted.
    package init() throws(SystemCallError) {
        let pipe = try StopPipe.open()
        descriptor = pipe.reader
        writer = Atomic(pipe.writer)
    }

    deinit {
        raise()
        close(descriptor)
    }

    /// Raises the signal; repeated calls have no effect.
    package func raise() { StopPipe.close(writer) }
}

/// A pipe whose reading end stays ready, for every thread, once its writing end is closed.
private enum StopPipe {
    /// Opens a pipe that child processes do not inherit.
    static func open() throws(SystemCallError) -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        // Unsafe, and right: the array has the two elements that the call fills.
        guard unsafe attache_pipe(&ends) == 0 else { throw SystemCallError(operation: "pipe", code: errno) }
        return (ends[0], ends[1])
    }

    /// Closes the writing end, once; a signal handler may call it.
    static func close(_ writer: borrowing Atomic<Int32>) {
        let end = writer.exchange(-1, ordering: .acquiringAndReleasing)
        if end >= 0 { _ = Glibc.close(end) }
    }
}

/// Converts the first SIGINT or SIGTERM to a request to stop reading and finish running work; the second one ends the
/// process at once.
///
/// A handler is used rather than blocked signals and a waiting thread: the main thread of a Swift program ends up in
/// `dispatch_main`, which unblocks every signal.
package struct InterruptSignal {
    /// The number of signals, and the descriptor for the first; the handler touches nothing else.
    private static let count = Atomic(0)
    private static let writeEnd = Atomic<Int32>(-1)
    /// The first signal; 0 before it.
    private static let first = Atomic<Int32>(0)
    /// The address and the length of the words at an immediate end; none at first.
    private static let lastWords = Atomic<UInt>(0)
    private static let lastWordsCount = Atomic(0)

    /// A descriptor that becomes readable when a stop is requested.
    package let descriptor: Int32

    /// Installs the handler; call it once in a process. `lastWords` are written to standard error when a second signal
    /// ends the process. Throws `SystemCallError` when descriptors are exhausted.
    package init(lastWords: StaticString? = nil) throws(SystemCallError) {
        let pipe = try StopPipe.open()
        descriptor = pipe.reader
        Self.writeEnd.store(pipe.writer, ordering: .releasing)
        // A literal is never freed, so that the handler may read it at any time.
        Self.lastWordsCount.store(lastWords?.utf8CodeUnitCount ?? 0, ordering: .releasing)
        Self.lastWords.store(lastWords.map { unsafe UInt(bitPattern: $0.utf8Start) } ?? 0, ordering: .releasing)
        var action = sigaction()
        // Only what POSIX allows in a handler: atomics, write, close and _exit.
        unsafe action.__sigaction_handler.sa_handler = { signal in
            let isFirst = InterruptSignal.count.add(1, ordering: .relaxed).oldValue == 0
            guard isFirst else {
                // Unsafe, and right: address and length are those of a literal, and `write` may be called here.
                if let words = unsafe UnsafeRawPointer(bitPattern: InterruptSignal.lastWords.load(ordering: .acquiring))
                {
                    let count = InterruptSignal.lastWordsCount.load(ordering: .acquiring)
                    _ = unsafe write(STDERR_FILENO, words, count)
                }
                _exit(128 + signal)
            }
            let code = errno
            InterruptSignal.first.store(signal, ordering: .relaxed)
            StopPipe.close(InterruptSignal.writeEnd)
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

    /// Whether the stop was requested with Ctrl-C, and not by another process with SIGTERM.
    package var isFromKeyboard: Bool { Self.first.load(ordering: .relaxed) == SIGINT }

    /// Makes the descriptor readable without a signal, for a run whose output is closed.
    package func endReading() { StopPipe.close(Self.writeEnd) }
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
