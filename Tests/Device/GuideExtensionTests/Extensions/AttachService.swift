// swift-format-ignore-file
import UserNotifications

// Attach: downloads the picture that the payload names, and hands over the content with it.
class AttachService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)

        guard let bestAttemptContent = bestAttemptContent else { return }
        guard let attachmentString = bestAttemptContent.userInfo["attachment-url"] as? String, let attachmentURL = URL(string: attachmentString) else {
            contentHandler(bestAttemptContent)
            return
        }
        URLSession.shared.downloadTask(with: attachmentURL) { location, response, error in
            if let location = location {
                let name = ProcessInfo.processInfo.globallyUniqueString + "." + attachmentURL.pathExtension
                let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(name)
                try? FileManager.default.moveItem(at: location, to: file)
                if let attachment = try? UNNotificationAttachment(identifier: "", url: file, options: nil) {
                    bestAttemptContent.attachments = [attachment]
                }
            }
            contentHandler(bestAttemptContent)
        }.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}
