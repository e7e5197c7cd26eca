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
    }

    private let contents = Locked(Contents())

    /// Leaves a message and wakes the thread.
    ///
    /// - Returns: Whether the thread will see it; not after it has ended.
    func post(_ message: Message) -> Bool {
        contents.withLock { contents in
            guard !contents.isClosed else { return false }
            // Message first, then the wake-up: the other way round the thread could sleep over it.
            contents.messages.append(message)
            if let handle = contents.handle { _ = unsafe curl_multi_wakeup(handle.pointer) }
            return true
        }
    }

    /// Wakes the thread without a message; after it has ended, nothing happens.
    func wake() {
        contents.withLock { contents in
            if let handle = contents.handle { _ = unsafe curl_multi_wakeup(handle.pointer) }
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
            return contents.messages
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
