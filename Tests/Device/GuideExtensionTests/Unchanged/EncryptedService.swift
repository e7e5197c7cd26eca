// swift-format-ignore-file
import UserNotifications

// The body is replaced; at expiry the body is emptied and the subtitle says why.
class EncryptedService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        guard let best = bestAttemptContent else { return }
        best.body = best.userInfo["ENCRYPTED_DATA"] as? String ?? "(Encrypted)"
        guard let text = best.userInfo["image"] as? String, let url = URL(string: text) else { return contentHandler(best) }
        let group = DispatchGroup()
        group.enter()
        URLSession.shared.dataTask(with: url) { data, _, _ in
            best.title = "\(best.title) \(data?.count ?? 0)"
            group.leave()
        }.resume()
        group.notify(queue: .main) { contentHandler(best) }
    }

    override func serviceExtensionTimeWillExpire() {
        guard let best = bestAttemptContent else { return }
        best.subtitle = "(Time Expired)"
        best.body = ""
        contentHandler?(best)
    }
}
