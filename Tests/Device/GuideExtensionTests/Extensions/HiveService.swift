// swift-format-ignore-file
import HIVEExtensions
import UserNotifications
import UserNotificationsUI

// Forwards everything to Hive's framework; without content the handler is not called.
class HiveService: UNNotificationServiceExtension {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        HIVENotificationService.didReceive(request) { content in
            if let content = content {
                contentHandler(content)
            }
        }
    }

    override func serviceExtensionTimeWillExpire() {
        HIVENotificationService.serviceExtensionTimeWillExpire()
    }
}

class HiveContentController: ContentViewController, UNNotificationContentExtension {
    func didReceive(_ notification: UNNotification) {
        HiveNotificationContent.didReceive(notification)
    }

    func didReceive(_ response: UNNotificationResponse) async -> UNNotificationContentExtensionResponseOption {
        return await HiveNotificationContent.didReceive(response)
    }
}
