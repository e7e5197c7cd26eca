public import Foundation

/// The action identifier of a tap on the notification itself.
public let UNNotificationDefaultActionIdentifier = "com.apple.UNNotificationDefaultActionIdentifier"
/// The action identifier of the explicit removal of a notification whose category asks for it.
public let UNNotificationDismissActionIdentifier = "com.apple.UNNotificationDismissActionIdentifier"

/// The user's response to a notification.
// @unchecked Sendable: nothing changes after `init`.
open class UNNotificationResponse: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    /// The notification.
    public let notification: UNNotification
    /// The identifier of the chosen action.
    public let actionIdentifier: String

    package init(notification: UNNotification, actionIdentifier: String) {
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }

    /// Whether archives are decoded by class: yes.
    open class var supportsSecureCoding: Bool { true }

    /// Writes the values to an archive.
    open func encode(with coder: NSCoder) {
        coder.encode(notification, forKey: "notification")
        coder.encode(text: actionIdentifier, "actionIdentifier")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        guard let notification = coder.decodeObject(of: UNNotification.self, forKey: "notification"),
            let actionIdentifier = coder.text("actionIdentifier")
        else { return nil }
        self.notification = notification
        self.actionIdentifier = actionIdentifier
    }

    /// Returns the response itself.
    open func copy(with zone: NSZone? = nil) -> Any { self }

    /// Whether the other object is the same response.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationResponse, type(of: self) == type(of: other) else { return false }
        return notification == other.notification && actionIdentifier == other.actionIdentifier
    }

    /// A hash of the action.
    open override var hash: Int { actionIdentifier.hashValue }
}

/// The user's response with a text.
open class UNTextInputNotificationResponse: UNNotificationResponse, @unchecked Sendable {
    /// The text.
    public let userText: String

    package init(notification: UNNotification, actionIdentifier: String, userText: String) {
        self.userText = userText
        super.init(notification: notification, actionIdentifier: actionIdentifier)
    }

    /// Writes the values to an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encode(text: userText, "userText")
    }

    /// Reads the values of an archive.
    public required init?(coder: NSCoder) {
        userText = coder.text("userText") ?? ""
        super.init(coder: coder)
    }

    /// Whether the other object is the same response with the same text.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNTextInputNotificationResponse else { return false }
        return super.isEqual(other) && userText == other.userText
    }
}
