import AttacheSystem
import CCurl

/// Messages for the driver's thread, and the way to wake it.
///
/// `curl_multi_wakeup` is the one libcurl call that may come from any thread; the handle is kept under the lock, so that
/// nobody wakes a loop whose handle is gone.
final class CurlCommandQueue: Sendable {
    enum Command: Sendable {
        case start(FetchJob)
        case cancel(FetchJob)
        /// Tells what keeps the loop from its work.
        case check(@Sendable (_ healthProblem: String?) -> Void)
        case stop
    }

    /// A pointer that is only used under the mailbox's lock.
    // @unchecked Sendable: the pointer is only ever passed to `curl_multi_wakeup`, which may be called from any thread.
    @safe private struct Handle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private struct Contents {
        var commands: [Command] = []
        var handle: Handle?
        var isClosed = false
        /// Whether the thread sleeps, or is about to, and nobody has woken it yet.
        var isPolling = false
        /// Whether somebody called while it was awake.
        var isWoken = false

        mutating func wake() {
            guard isPolling, let handle else { return isWoken = true }
            isPolling = false
            _ = unsafe curl_multi_wakeup(handle.pointer)
        }
    }

    private let contents = Locked(Contents())

    /// Leaves a message and wakes the thread.
    ///
    /// - Returns: Whether the thread will see it; not after it has ended.
    func post(_ command: Command) -> Bool {
        contents.withLock { contents in
            guard !contents.isClosed else { return false }
            contents.commands.append(command)
            contents.wake()
            return true
        }
    }

    /// Opens the mailbox for a loop that can be woken.
    func open(_ multi: UnsafeMutableRawPointer) {
        contents.withLock { unsafe $0.handle = Handle(pointer: multi) }
    }

    /// Takes every message.
    func drain() -> [Command] {
        contents.withLock { contents in
            defer { contents.commands = [] }
            contents.isPolling = false
            contents.isWoken = false
            return contents.commands
        }
    }

    /// The thread is about to sleep; from now on whoever leaves a message wakes it.
    ///
    /// - Returns: Whether it may: nobody has called since `drain`.
    func prepareToPoll() -> Bool {
        contents.withLock { contents in
            contents.isPolling = !contents.isWoken
            return contents.isPolling
        }
    }

    /// Closes the mailbox: from now on nothing is taken and nobody is woken.
    ///
    /// - Returns: The messages nobody has seen.
    func close() -> [Command] {
        contents.withLock { contents in
            contents.isClosed = true
            contents.handle = nil
            defer { contents.commands = [] }
            return contents.commands
        }
    }
}
