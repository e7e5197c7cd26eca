import Combine
import UserNotifications

class NotificationService: UNNotificationServiceExtension {
    @objc func refresh() {}
    let key = #keyPath(NotificationService.refresh)
}
