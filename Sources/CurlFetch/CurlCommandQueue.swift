import AttacheCore
import AttacheSystem
import CCurl

/// The commands for the driver's thread, and the wake-up of that thread.
///
/// `curl_multi_wakeup` is the one libcurl call that may come from any thread; the handle is kept under the lock, so
/// that no thread wakes a loop whose handle is freed.
final class CurlCommandQueue: Sendable {
    enum Command: Sendable {
        case start(FetchJob)
        case cancel(FetchJob)
        case check(@Sendable (_ healthProblem: String?) -> Void)
        /// A part of a task.
        case run(@Sendable () -> Void)
        case endTransfers
        case stop
    }

    /// A pointer that is only used under the queue's lock.
    // @unchecked Sendable: the pointer is only ever passed to `curl_multi_wakeup`, which may be called from any thread.
    @safe private struct Handle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private struct Contents {
        var commands: [Command] = []
        var handle: Handle?
        var isClosed = false
        /// Whether the thread sleeps or is about to, and was not woken yet.
        var isPolling = false
        /// Whether a command was posted while the thread was awake.
        var isWoken = false

        mutating func wake() {
            guard isPolling, let handle else { return isWoken = true }
            isPolling = false
            _ = unsafe curl_multi_wakeup(handle.pointer)
        }
    }

    private let contents = Locked(Contents())

    /// Adds a command and wakes the thread; returns `false` after the thread has ended.
    func post(_ command: Command) -> Bool {
        contents.withLock { contents in
            guard !contents.isClosed else { return false }
            contents.commands.append(command)
            contents.wake()
            return true
        }
    }

    func open(_ multi: UnsafeMutableRawPointer) {
        contents.withLock { unsafe $0.handle = Handle(pointer: multi) }
    }

    func drain() -> [Command] {
        contents.withLock { contents in
            defer { contents.commands = [] }
            contents.isPolling = false
            contents.isWoken = false
            return contents.commands
        }
    }

    /// Announces that the thread is about to sleep; from now on `post` wakes it. Returns `false` when a command was
    /// posted since `drain`.
    func prepareToPoll() -> Bool {
        contents.withLock { contents in
            contents.isPolling = !contents.isWoken
            return contents.isPolling
        }
    }

    /// Closes the queue: `post` fails and wakes no thread from now on. Returns the commands that were not drained.
    func close() -> [Command] {
        contents.withLock { contents in
            contents.isClosed = true
            contents.handle = nil
            defer { contents.commands = [] }
            return contents.commands
        }
    }
}

/// One request on its way to the fetcher's thread.
final class FetchJob: Sendable {
    let request: FetchRequest
    let receiver: any ResponseReceiving
    /// The caller, which the thread resumes with the result.
    let caller = Waiter<FetchResult>()

    init(request: FetchRequest, receiver: any ResponseReceiving) {
        self.request = request
        self.receiver = receiver
    }
}
