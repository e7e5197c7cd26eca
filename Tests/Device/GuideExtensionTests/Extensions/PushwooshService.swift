// swift-format-ignore-file
import UserNotifications

// A helper of a vendor's SDK that takes request and handler as they are.
class PushExtensionManager {
    static let sharedManager = PushExtensionManager()

    func handle(_ request: UNNotificationRequest, contentHandler: @escaping (UNNotificationContent) -> Void) {
        guard let content = request.content.mutableCopy() as? UNMutableNotificationContent,
            let text = request.content.userInfo["attachment"] as? String, let url = URL(string: text)
        else {
            contentHandler(request.content)
            return
        }
        URLSession.shared.downloadTask(with: url) { location, response, _ in
            if let location = location {
                let file = location.deletingLastPathComponent().appendingPathComponent(UUID().uuidString + url.lastPathComponent)
                do {
                    try FileManager.default.moveItem(at: location, to: file)
                    content.attachments = [try UNNotificationAttachment(identifier: "attachment", url: file)]
                } catch { NSLog("attachment: %@", error.localizedDescription) }
            }
            contentHandler(content)
        }.resume()
    }
}

class PushwooshService: UNNotificationServiceExtension {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        PushExtensionManager.sharedManager.handle(request, contentHandler: contentHandler)
    }
}
