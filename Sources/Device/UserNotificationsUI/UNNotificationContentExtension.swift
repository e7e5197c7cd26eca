public import UserNotifications

/// What happens to the notification after a content extension handled an action.
public enum UNNotificationContentExtensionResponseOption: UInt, Sendable {
    /// The notification stays open, and the app is not informed.
    case doNotDismiss = 0
    /// The notification closes, and the app is not informed.
    case dismiss = 1
    /// The notification closes, and the app's delegate receives the response.
    case dismissAndForwardAction = 2
}

/// The button that starts and pauses media in the view of a content extension.
public enum UNNotificationContentExtensionMediaPlayPauseButtonType: UInt, Sendable {
    /// No button.
    case none = 0
    /// A button that is always visible.
    case `default` = 1
    /// A button that disappears while media plays.
    case overlay = 2
}

/// A view controller that shows notifications of its categories.
///
/// On Linux it is a subclass of `ContentViewController`. Only `didReceive(_:)` is required.
@MainActor
public protocol UNNotificationContentExtension: NSObjectProtocol {
    /// Shows a notification; called again when another notification of the same thread arrives while the view is open.
    func didReceive(_ notification: UNNotification)

    /// Handles an action; an extension with this method handles all its actions.
    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    )

    /// Handles an action, as the form with a completion handler.
    func didReceive(_ response: UNNotificationResponse) async -> UNNotificationContentExtensionResponseOption

    /// The kind of button that plays media.
    var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { get }

    /// The place of the button in the view, in points.
    var mediaPlayPauseButtonFrame: CGRect { get }

    /// Plays the media.
    func mediaPlay()

    /// Pauses the media.
    func mediaPause()
}

extension UNNotificationContentExtension {
    /// Passes the response to the asynchronous form.
    public func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {
        Task { @MainActor in completion(await didReceive(response)) }
    }

    /// Closes the notification and passes the response to the app, as iOS does for an extension without the method.
    public func didReceive(_ response: UNNotificationResponse) async -> UNNotificationContentExtensionResponseOption {
        .dismissAndForwardAction
    }

    /// No button.
    public var mediaPlayPauseButtonType: UNNotificationContentExtensionMediaPlayPauseButtonType { .none }

    /// An empty rectangle.
    public var mediaPlayPauseButtonFrame: CGRect { .zero }

    /// Plays nothing.
    public func mediaPlay() {}

    /// Pauses nothing.
    public func mediaPause() {}
}
