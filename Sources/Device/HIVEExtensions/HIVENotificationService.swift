import Attache
import AttacheCore
import AttacheSystem
public import UserNotifications
import VendorSupport

/// Hive's service extension: media, groups and action buttons.
///
/// An app's extension forwards its two methods. One push is processed at a time.
public enum HIVENotificationService {
    private struct State {
        var configuration = HIVEConfiguration()
        var report: HIVEReport?
        var running: RunningPush?
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
        let running = RunningPush(request.content, contentHandler)
        let previous = state.withLock { state in
            state.report = nil
            return exchange(&state.running, with: running)
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

/// Content that does not change any more.
// @unchecked Sendable: it is passed on once.
struct HIVEContent: @unchecked Sendable {
    let content: UNNotificationContent
}
