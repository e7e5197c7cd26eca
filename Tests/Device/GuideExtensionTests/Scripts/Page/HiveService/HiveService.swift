import HIVEExtensions
import UserNotifications

class HiveService: UNNotificationServiceExtension {
    override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
    ) {
        HIVENotificationService.didReceive(request) { content in
            if let content { contentHandler(content) }
        }
    }

    override func serviceExtensionTimeWillExpire() { HIVENotificationService.serviceExtensionTimeWillExpire() }
}
