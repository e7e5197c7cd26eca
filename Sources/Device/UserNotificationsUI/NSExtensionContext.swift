public import UserNotifications

/// The surroundings of a content extension: the buttons of the notification and the ways to leave it.
@MainActor
open class NSExtensionContext: NSObject {
    /// What an extension asks of the system.
    package enum Request: Sendable, Equatable {
        case performDefaultAction
        case dismiss
        case mediaStarted
        case mediaPaused
        case open(URL)
    }

    private let report: @MainActor (Request) -> Void

    /// The buttons below the view, at first those of the category; a change shows at once.
    open var notificationActions: [UNNotificationAction]

    /// Creates a context; `report` receives each request in order.
    package init(actions: [UNNotificationAction], report: @escaping @MainActor (Request) -> Void) {
        notificationActions = actions
        self.report = report
        super.init()
    }

    /// Closes the notification and opens the app, as a tap on the notification.
    open func performNotificationDefaultAction() { report(.performDefaultAction) }

    /// Closes the view; the notification stays in the list.
    open func dismissNotificationContentExtension() { report(.dismiss) }

    /// Informs the system that media plays, so that the button pauses.
    open func mediaPlayingStarted() { report(.mediaStarted) }

    /// Informs the system that media does not play, so that the button plays.
    open func mediaPlayingPaused() { report(.mediaPaused) }

    /// Asks the system to open a URL.
    ///
    /// - Parameters:
    ///   - URL: The URL.
    ///   - completionHandler: Receives whether it was opened.
    open func open(_ URL: URL, completionHandler: ((Bool) -> Void)? = nil) {
        report(.open(URL))
        completionHandler?(true)
    }
}
