import AttacheCore
import AttacheSystem
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
        // Cancelled at the end of this scope.
        async let _: Void = push.watch(expire: session.expire, cutOff: session.cutOff)
        defer { session.end() }
        return await answer.wait(onCancel: session.cutOff)
    }

    func end() {}
}

extension ReceivedPush {
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
