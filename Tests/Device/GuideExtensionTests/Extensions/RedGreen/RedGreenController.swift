// swift-format-ignore-file
import UserNotifications
import UserNotificationsUI

// Turns a square; from the 1st to the 8th of nine taps a second button resets it.
class RedGreenController: ContentViewController, UNNotificationContentExtension {
    let square = ContentLabel("square")
    var taps = 0
    let rotate = UNNotificationAction(identifier: "rotate", title: "Rotate 20°", options: [])
    let reset = UNNotificationAction(identifier: "reset", title: "Reset rotation", options: [.destructive])

    override func viewDidLoad() {
        super.viewDidLoad()
        view.add(square)
    }

    func didReceive(_ notification: UNNotification) {
        square.show(notification.request.content.categoryIdentifier == "red-category" ? "red" : "green")
    }

    func didReceive(_ response: UNNotificationResponse, completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void) {
        switch response.actionIdentifier {
        case "rotate":
            taps += 1
            square.rotation += 20
            if taps % 9 == 1 { extensionContext?.notificationActions = [rotate, reset] }
            if taps % 9 == 0 { extensionContext?.notificationActions = [rotate] }
        case "reset":
            taps = 0
            square.rotation = 0
            extensionContext?.notificationActions = [rotate]
        default:
            break
        }
        completion(.doNotDismiss)
    }
}

class RedGreenApp: NSObject, UNUserNotificationCenterDelegate {
    var events: [String] = []

    static func register(in center: UNUserNotificationCenter) {
        let rotate = UNNotificationAction(identifier: "rotate", title: "Rotate 20°", options: [])
        center.setNotificationCategories(Set(["red-category", "green-category"].map {
            UNNotificationCategory(identifier: $0, actions: [rotate], intentIdentifiers: [], options: .customDismissAction)
        }))
    }

    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse, withCompletionHandler completionHandler: @escaping () -> Void) {
        switch response.actionIdentifier {
        case UNNotificationDefaultActionIdentifier: events.append("opened")
        case UNNotificationDismissActionIdentifier: events.append("dismissed")
        default: events.append("action \(response.actionIdentifier)")
        }
        completionHandler()
    }
}
