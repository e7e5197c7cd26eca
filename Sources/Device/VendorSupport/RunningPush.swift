import AttacheSystem
package import UserNotifications

/// A push in work, with a handler that is called once.
// @unchecked Sendable: the content that is delivered at the end of the time is not changed after `init`.
package final class RunningPush: @unchecked Sendable {
    private struct State {
        var handler: (@Sendable (UNNotificationContent?) -> Void)?
        var task: Task<Void, Never>?
    }

    private let original: UNNotificationContent
    private let state: Locked<State>

    /// Creates a push; `original` is delivered at the end of the time.
    package init(_ original: UNNotificationContent, _ handler: @escaping @Sendable (UNNotificationContent?) -> Void) {
        self.original = original
        state = Locked(State(handler: handler))
    }

    /// Begins the work, which the end of the time cancels.
    package func start(_ body: @escaping @Sendable () async -> Void) {
        let task = Task.detached { await body() }
        state.withLock { $0.task = task }
    }

    /// Ends the work, and delivers the original.
    package func expire() {
        state.withLock { $0.task }?.cancel()
        finish(original)
    }

    /// Calls the handler, after `report`, unless it has been called: then nobody moves the content's files.
    package func finish(_ content: UNNotificationContent?, report: () -> Void = {}) {
        let handler = state.withLock { exchange(&$0.handler, with: nil) }
        guard let handler else {
            let late = (content?.attachments ?? []).filter { !original.attachments.contains($0) }
            for attachment in late { try? FileManager.default.removeItem(at: attachment.url) }
            return
        }
        report()
        handler(content)
    }
}
