import Attache
import AttacheCore
import AttacheSystem
public import UserNotifications

/// Hive's service extension: media, groups and action buttons.
///
/// An app's extension forwards its two methods. One push is processed at a time.
public enum HIVENotificationService {
    private struct State {
        var configuration = HIVEConfiguration()
        var report: HIVEReport?
        var running: RunningRequest?
    }

    private static let state = Locked(State())

    /// The settings.
    public static var configuration: HIVEConfiguration {
        get { state.withLock { $0.configuration } }
        set { state.withLock { $0.configuration = newValue } }
    }

    /// The findings about the last push; `nil` until it is complete, and for one that ended early.
    public static var lastReport: HIVEReport? { state.withLock { $0.report } }

    /// Processes a push.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - contentHandler: Receives the content once; `nil` when the payload is not one of a push.
    public static func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent?) -> Void
    ) {
        let configuration = configuration
        let running = RunningRequest(request.content, contentHandler)
        let previous = state.withLock { state in
            defer { (state.running, state.report) = (running, nil) }
            return state.running
        }
        previous?.expire()
        running.start {
            let push = HIVEPush(request, configuration)
            let (content, report) = await push.processed()
            running.finish(content?.content) {
                // The next push may have begun.
                state.withLock { if $0.running === running { $0.report = report } }
            }
        }
    }

    /// Ends the download, and gives the handler the content as pushed.
    public static func serviceExtensionTimeWillExpire() {
        state.withLock { $0.running }?.expire()
    }
}

/// A push in work, with a handler that is called once.
// @unchecked Sendable: the content of a request is immutable.
private final class RunningRequest: @unchecked Sendable {
    private struct State {
        var handler: (@Sendable (UNNotificationContent?) -> Void)?
        var task: Task<Void, Never>?
    }

    private let original: UNNotificationContent
    private let state: Locked<State>

    init(_ original: UNNotificationContent, _ handler: @escaping @Sendable (UNNotificationContent?) -> Void) {
        self.original = original
        state = Locked(State(handler: handler))
    }

    func start(_ body: @escaping @Sendable () async -> Void) {
        let task = Task.detached { await body() }
        state.withLock { $0.task = task }
    }

    func expire() {
        state.withLock { $0.task }?.cancel()
        finish(original)
    }

    /// Calls the handler, after `report`, unless it has been called: then nobody moves the content's files.
    func finish(_ content: UNNotificationContent?, report: () -> Void = {}) {
        let handler = state.withLock { state in
            defer { state.handler = nil }
            return state.handler
        }
        guard let handler else {
            let late = content === original ? [] : content?.attachments ?? []
            for attachment in late { try? FileManager.default.removeItem(at: attachment.url) }
            return
        }
        report()
        handler(content)
    }
}

/// Content that does not change any more.
// @unchecked Sendable: it is passed on once.
struct HIVEContent: @unchecked Sendable {
    let content: UNNotificationContent
}
