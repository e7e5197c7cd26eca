import AttacheCore
import AttacheSystem
import Dispatch
import UserNotifications

/// A push that an extension receives: its request, its time, and the log of what happens.
// @unchecked Sendable: the request is immutable.
struct ReceivedPush: @unchecked Sendable {
    let payload: [UInt8]
    let request: UNNotificationRequest
    let log: EventLog
    let time: ExtensionTime
    let limits: ExtensionLimits
    /// Where the files of attachments go.
    let store: AttachmentStore
    /// The directory of the notification centre, whose files belong to other notifications.
    let centerDirectory: URL
}

/// A place in which extensions run.
protocol ExtensionRunning: Sendable {
    /// Runs the extension for a push until it calls the handler, its time ends, or its process does.
    func run(_ push: ReceivedPush) async -> ExtensionAnswer

    /// Ends the extension's process, if it has one.
    func end()
}

/// Runs an extension in this process.
struct LocalExtension: ExtensionRunning {
    let make: @Sendable () -> UNNotificationServiceExtension

    func run(_ push: ReceivedPush) async -> ExtensionAnswer {
        let answer = Waiter<ExtensionAnswer>()
        let session = ExtensionSession(log: push.log, store: push.store, kept: push.centerDirectory.path) {
            answer.resume(returning: $0)
        }
        session.start(push.request, in: make)
        defer { session.end() }
        if let watch = push.watchOnThread(expire: session.expire, cutOff: session.cutOff) {
            defer { watch.signal() }
            return await answer.wait(onCancel: session.cutOff)
        }
        // Cancelled at the end of this scope.
        async let _: Void = push.watch(expire: session.expire, cutOff: session.cutOff)
        return await answer.wait(onCancel: session.cutOff)
    }

    func end() {}
}

extension ReceivedPush {
    /// Does what `watch` does on a thread, until the semaphore is signalled: an extension in this process may block all threads
    /// of Swift concurrency, for example by loading its media with `Data(contentsOf:)` in a task.
    ///
    /// - Returns: `nil` for a clock of a test, and where the system refuses a thread.
    func watchOnThread(
        expire: @escaping @Sendable () -> Void,
        cutOff: @escaping @Sendable () -> Void
    ) -> DispatchSemaphore? {
        guard time.isReal else { return nil }
        let (time, limits, end) = (time, limits, DispatchSemaphore(value: 0))
        let isOver: @Sendable (Duration) -> Bool = { instant in
            let left = max(.zero, instant - time.elapsed()) / .nanoseconds(1)
            return end.wait(timeout: .now() + .nanoseconds(Int(min(left, 1e18)))) == .success
        }
        let thread: ()? = try? NativeThread.startDetached {
            guard !isOver(limits.expiry) else { return }
            expire()
            guard !isOver(limits.cutOff) else { return }
            cutOff()
        }
        return thread == nil ? nil : end
    }

    /// Calls `expire` and `cutOff` at their times, until the task is cancelled.
    func watch(expire: @Sendable () -> Void, cutOff: @Sendable () -> Void) async {
        do {
            try await time.sleep(limits.expiry)
            expire()
            try await time.sleep(limits.cutOff)
            cutOff()
        } catch {
            // The handler was called.
        }
    }
}
