import HIVEExtensions
import UserNotifications
import UserNotificationsUI

class HiveContentController: ContentViewController, UNNotificationContentExtension {
    func didReceive(_ notification: UNNotification) { HiveNotificationContent.didReceive(notification) }

    func didReceive(_ response: UNNotificationResponse) async -> UNNotificationContentExtensionResponseOption {
        await HiveNotificationContent.didReceive(response)
    }
}
