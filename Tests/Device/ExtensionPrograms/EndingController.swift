// swift-format-ignore-file
import UserNotificationsUI

// A content extension that ends or blocks its process; the key `do` names how.
final class EndingController: ContentViewController, UNNotificationContentExtension {
    private var what = ""

    func didReceive(_ notification: UNNotification) {
        what = notification.request.content.userInfo["do"] as? String ?? ""
        if !what.hasPrefix("late ") { act() }
    }

    func didReceive(_ response: UNNotificationResponse, completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void) {
        act()
        completion(.doNotDismiss)
    }

    private func act() {
        switch what.split(separator: " ").last {
        case "crash": fatalError("the view is broken")
        case "hang": while true { sleep(1) }
        case "queued": Task { @MainActor in while true { sleep(1) } }
        case "exit0": exit(0)
        case "exit2": exit(2)
        case "exit4": exit(4)
        case "exit5": exit(5)
        default: break
        }
    }
}
