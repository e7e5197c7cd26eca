public import Foundation

/// The action identifier of a tap on the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action identifier of the explicit removal of a notification whose category asks for it.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// The user's response to a notification.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationResponse: ArchivedValue, @unchecked Sendable {
    /// The notification.
    public let notification: UNNotification
    /// The identifier of the chosen action.
    public let actionIdentifier: String

    package init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }

    override var parts: [String: AnyHashable?] { ["notification": notification, "actionIdentifier": actionIdentifier] }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let notification = coder.decodeObject(of: UNNotification.self, forKey: "notification"),
            let actionIdentifier = coder.text("actionIdentifier")
        else { return nil }
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }
}

/// The user's response with a text.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// The text.
    public let userText: String

    package init(notification: UNNotification, actionIdentifier: String, userText: String) {
        self.userText = userText
        super.init(notification: notification, actionIdentifier: actionIdentifier)
    }

    override var parts: [String: AnyHashable?] { super.parts.merging(["userText": userText]) { $1 } }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        userText = coder.text("userText") ?? ""
        super.init(coder: coder)
    }
}
