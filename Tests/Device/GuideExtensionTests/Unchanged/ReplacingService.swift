// swift-format-ignore-file
import UserNotifications

// Replaces a delivered notification by an identifier of its own, as providers without a collapse identifier do.
class ReplacingService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        guard let content = bestAttemptContent, let id = request.content.userInfo["notification-id"] as? String else {
            return contentHandler(request.content)
        }
        let center = UNUserNotificationCenter.current()
        center.getDeliveredNotifications { notifications in
            let same = notifications.filter { $0.request.content.userInfo["notification-id"] as? String == id }
            center.removeDeliveredNotifications(withIdentifiers: same.map { $0.request.identifier })
            content.subtitle = "replaces \(same.count)"
            contentHandler(content)
        }
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let content = bestAttemptContent { contentHandler(content) }
    }
}
