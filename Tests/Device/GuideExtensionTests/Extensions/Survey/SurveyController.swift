// swift-format-ignore-file
import UserNotifications
import UserNotificationsUI

// Answers each button with another response option.
class SurveyController: ContentViewController, UNNotificationContentExtension {
    let status = ContentLabel("status", text: "Was it good?")

    override func viewDidLoad() {
        super.viewDidLoad()
        view.add(status)
    }

    func didReceive(_ notification: UNNotification) {}

    func didReceive(_ response: UNNotificationResponse, completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void) {
        switch response.actionIdentifier {
        case "LATER":
            status.show("We ask again")
            completion(.doNotDismiss)
        case "NO": completion(.dismiss)
        default: completion(.dismissAndForwardAction)
        }
    }
}
