// swift-format-ignore-file
import UserNotifications
import UserNotificationsUI

// Shows a debit overdraft; its button covers the overdraft inside the notification.
class BankController: ContentViewController, UNNotificationContentExtension {
    let headline = ContentLabel("headline")
    let count = ContentLabel("count", text: "0 notifications")
    var received = 0
    lazy var transfer: ContentButton = ContentButton("transfer", title: "Cover it from savings") { [unowned self] in
        headline.show("Covered")
        transfer.title = "Done"
        transfer.isEnabled = false
        transfer.fade(to: 0.5, duration: 0.3)
    }

    override func viewDidLoad() {
        super.viewDidLoad()
        view.add(headline, transfer, count)
    }

    func didReceive(_ notification: UNNotification) {
        received += 1
        count.show("\(received) notification\(received == 1 ? "" : "s")")
        headline.show(notification.request.content.body)
    }
}

// Registers the category, and schedules the notification if the user agreed.
class BankApp: NSObject, UNUserNotificationCenterDelegate {
    var opened: [String] = []

    func schedule(in center: UNUserNotificationCenter) async throws {
        guard try await center.requestAuthorization(options: [.alert, .sound]) else { return }
        center.setNotificationCategories([UNNotificationCategory(identifier: "debitOverdraftNotification", actions: [], intentIdentifiers: [])])
        let settings = await center.notificationSettings()
        guard settings.authorizationStatus == .authorized else { return }
        let content = UNMutableNotificationContent()
        content.title = "Debit card"
        content.subtitle = "Overdraft"
        content.body = "You are $15.50 over"
        content.sound = .default
        content.categoryIdentifier = "debitOverdraftNotification"
        let trigger = UNTimeIntervalNotificationTrigger(timeInterval: 10, repeats: false)
        try await center.add(UNNotificationRequest(identifier: "overdraft", content: content, trigger: trigger))
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void) {
        opened.append(response.actionIdentifier)
        completionHandler()
    }
}
