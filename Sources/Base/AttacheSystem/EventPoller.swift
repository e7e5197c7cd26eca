import CLinux
import Glibc

/// Waits until a descriptor is ready, until an instant, or until another thread wakes it: epoll and an eventfd.
///
/// All calls except `wake()` belong to one thread.
// @unchecked Sendable: only `wake()` is called from other threads, and it writes to a descriptor that never changes.
final class EventPoller: @unchecked Sendable {
    /// A readable or writable descriptor.
    struct Events: OptionSet {
        let rawValue: UInt32

        static let readable = Events(rawValue: attache_poll_in)
        static let writable = Events(rawValue: attache_poll_out)
        /// An error or the end of the connection, reported without being asked for.
        static let failed = Events(rawValue: attache_poll_failed)
    }

    /// The descriptors that one call of the system reports; the next call reports the rest.
    private static let limit = 128

    private let poll: FileDescriptor
    private let bell: FileDescriptor
    private var descriptors = [Int32](repeating: 0, count: limit)
    private var events = [UInt32](repeating: 0, count: limit)

    /// Opens a poller; throws `SystemCallError` when the system has no descriptor left.
    init() throws(SystemCallError) {
        poll = try Self.open("epoll_create1", attache_poll_open())
        bell = try Self.open("eventfd", attache_bell_open())
        guard set(bell.number, .readable) else { throw SystemCallError(operation: "epoll_ctl", code: errno) }
    }

    private static func open(_ operation: String, _ number: Int32) throws(SystemCallError) -> FileDescriptor {
        guard number >= 0 else { throw SystemCallError(operation: operation, code: errno) }
        return FileDescriptor(number)
    }

    /// Ends the wait in progress, or the next one.
    func wake() { attache_bell_ring(bell.number) }

    /// Watches a descriptor, or changes what it is watched for; returns whether the system accepts it.
    func set(_ descriptor: Int32, _ events: Events) -> Bool {
        attache_poll_set(poll.number, descriptor, events.rawValue) == 0
    }

    func remove(_ descriptor: Int32) { _ = attache_poll_remove(poll.number, descriptor) }

    /// Waits at most for `timeout`; returns the number of descriptors that are ready, for `handle`.
    func wait(for timeout: Duration) -> Int {
        // Rounded up, so that the loop does not wake just before the instant and spin.
        let milliseconds = Int32(min(max(0, timeout.wholeMilliseconds), 3_600_000))
        let count = unsafe attache_poll_wait(poll.number, &descriptors, &events, Int32(Self.limit), milliseconds)
        return max(0, Int(count))
    }

    /// Calls `body` for each of the descriptors that the last wait found ready.
    func handle(_ count: Int, _ body: (Int32, Events) -> Void) {
        for index in 0..<count {
            if descriptors[index] == bell.number {
                attache_bell_clear(bell.number)
            } else {
                body(descriptors[index], Events(rawValue: events[index]))
            }
        }
    }
}

extension Duration {
    /// The milliseconds, rounded up.
    fileprivate var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let unit: Int64 = 1_000_000_000_000_000
        let (product, isTooLong) = seconds.multipliedReportingOverflow(by: 1000)
        return isTooLong ? .max : product + (attoseconds + unit - 1) / unit
    }
}
