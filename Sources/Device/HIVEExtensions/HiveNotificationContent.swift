import NotificationCategories
public import UserNotificationsUI

/// Hive's content extension, to which an app's view controller forwards its methods.
@MainActor
public enum HiveNotificationContent {
    /// What the expanded notification shows.
    public enum Presentation: Sendable, Equatable {
        /// Text and buttons.
        case standard
        /// The media in full size.
        case media([URL])
        /// The thumbnail alone, since the push has both media and buttons.
        case thumbnailOnly
    }

    /// What the last notification shows.
    public private(set) static var presentation = Presentation.standard

    /// Chooses what the expanded notification shows.
    ///
    /// - Parameter notification: The notification.
    public static func didReceive(_ notification: UNNotification) {
        let content = notification.request.content
        let categories = HIVEActions(HIVENotificationService.configuration).categories
        let hasButtons = !(categories[content.categoryIdentifier]?.actions.isEmpty ?? true)
        if content.attachments.isEmpty {
            presentation = .standard
        } else {
            presentation = hasButtons ? .thumbnailOnly : .media(content.attachments.map(\.url))
        }
    }

    /// Answers an action: the notification closes and the app, in which Hive's SDK handles the action, receives it.
    ///
    /// - Parameter response: The response.
    /// - Returns: `dismissAndForwardAction`.
    public static func didReceive(
        _ response: UNNotificationResponse
    ) async -> UNNotificationContentExtensionResponseOption {
        .dismissAndForwardAction
    }
}
