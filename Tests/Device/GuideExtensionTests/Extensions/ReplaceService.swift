// swift-format-ignore-file
import UserNotifications

// Replace: a push with the custom id of a delivered one takes its place.
class ReplaceService: UNNotificationServiceExtension {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        guard let replaceId = request.content.userInfo["replace-id"] as? String else {
            contentHandler(request.content)
            return
        }
        UNUserNotificationCenter.current().getDeliveredNotifications { notifications in
            let matching = notifications.first { notification in
                (notification.request.content.userInfo["replace-id"] as? String) == replaceId
            }
            if let matching = matching {
                UNUserNotificationCenter.current().removeDeliveredNotifications(withIdentifiers: [matching.request.identifier])
            }
            contentHandler(request.content)
        }
    }
}
