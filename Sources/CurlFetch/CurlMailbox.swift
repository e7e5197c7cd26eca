import AttacheThreads
import CCurl

/// Messages for the driver's thread, and the way to wake it.
///
/// `curl_multi_wakeup` is the one libcurl call that may come from any thread; the handle is kept under the lock, so that
/// nobody wakes a loop whose handle is gone.
final class CurlMailbox: Sendable {
    enum Message: Sendable {
        case start(FetchJob)
        case cancel(FetchJob)
        /// Tells what keeps the loop from its work.
        case look(@Sendable (_ trouble: String?) -> Void)
        case stop
    }

    /// A pointer that is only used under the mailbox's lock.
    // @unchecked Sendable: the pointer is only ever passed to `curl_multi_wakeup`, which may be called from any thread.
    @safe private struct Handle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private struct Contents {
        var messages: [Message] = []
        var handle: Handle?
        var isClosed = false
        /// Whether the thread sleeps, or is about to, and nobody has woken it yet.
        var isAsleep = false
        /// Whether somebody called while it was awake.
        var isCalled = false

        mutating func wake() {
            guard isAsleep, let handle else { return isCalled = true }
            isAsleep = false
            _ = unsafe curl_multi_wakeup(handle.pointer)
        }
    }

    private let contents = Locked(Contents())

    /// Leaves a message and wakes the thread.
    ///
    /// - Returns: Whether the thread will see it; not after it has ended.
    func post(_ message: Message) -> Bool {
        contents.withLock { contents in
            guard !contents.isClosed else { return false }
            contents.messages.append(message)
            contents.wake()
            return true
        }
    }

    /// Opens the mailbox for a loop that can be woken.
    func open(_ multi: UnsafeMutableRawPointer) {
        contents.withLock { unsafe $0.handle = Handle(pointer: multi) }
    }

    /// Takes every message.
    func drain() -> [Message] {
        contents.withLock { contents in
            defer { contents.messages = [] }
            contents.isAsleep = false
            contents.isCalled = false
            return contents.messages
        }
    }

    /// The thread is about to sleep; from now on whoever leaves a message wakes it.
    ///
    /// - Returns: Whether it may: nobody has called since `drain`.
    func fallAsleep() -> Bool {
        contents.withLock { contents in
            contents.isAsleep = !contents.isCalled
            return contents.isAsleep
        }
    }

    /// Closes the mailbox: from now on nothing is taken and nobody is woken.
    ///
    /// - Returns: The messages nobody has seen.
    func close() -> [Message] {
        contents.withLock { contents in
            contents.isClosed = true
            contents.handle = nil
            defer { contents.messages = [] }
            return contents.messages
        }
    }
}
