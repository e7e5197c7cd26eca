import AttacheCore
import AttacheSystem
import Foundation
import NotificationCategories
import NotificationCenterStore

/// The calls of the app's delegate.
extension UNUserNotificationCenter {
    /// Asks an app in the foreground what to present of a notification; without the list it is not kept, and without the
    /// badge its number has no effect.
    func present(_ record: CenterNotification, to presenter: (any UNUserNotificationCenterDelegate)?) {
        guard let presenter else { return }
        let notification = UNNotification(record: record)
        let transferred = TransferredDelegate(value: presenter)
        callbacks.async {
            transferred.value.userNotificationCenter(self, willPresent: notification) { options in
                self.attempt { store throws(CenterFailure) in
                    if options.contains(.badge), let badge = record.content.badge, try store.settings().permitsBadge {
                        try store.setBadge(badge)
                    }
                    if options.isDisjoint(with: [.list, .alert]) { try store.removeDelivered(record) }
                }
            }
        }
    }

    /// Responds to a delivered notification as a user does, and returns after the delegate has called its handler.
    ///
    /// The notification leaves the centre. The delegate gets the response, for a dismissal only when the category has
    /// `customDismissAction`.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the notification's request.
    ///   - actionIdentifier: An action of the notification's category, or the default or dismiss action.
    ///   - userText: The text, for an action that asks for one.
    /// - Returns: The response; `nil` when there is no such notification or action, or a text where none belongs.
    @discardableResult
    public func simulateResponse(
        to identifier: String,
        actionIdentifier: String = UNNotificationDefaultActionIdentifier,
        userText: String? = nil
    ) async -> UNNotificationResponse? {
        let found = attempt { store throws(CenterFailure) in
            try store.respond(to: identifier, action: actionIdentifier, text: userText)
        }
        guard let record = found?.response else { return nil }
        let notification = UNNotification(record: record.notification)
        let response =
            if let userText {
                UNTextInputNotificationResponse(
                    notification: notification,
                    actionIdentifier: actionIdentifier,
                    userText: userText
                )
            } else {
                UNNotificationResponse(notification: notification, actionIdentifier: actionIdentifier)
            }
        guard record.reachesApp, let delegate else { return response }
        let transferred = TransferredDelegate(value: delegate)
        // A delegate may call its handler twice.
        let answered = Waiter<Void>()
        callbacks.async {
            transferred.value.userNotificationCenter(self, didReceive: response) { answered.resume() }
        }
        await answered.wait()
        return response
    }
}
