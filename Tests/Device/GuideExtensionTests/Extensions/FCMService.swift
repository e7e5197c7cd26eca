// swift-format-ignore-file
import UserNotifications

// A helper in the manner of Firebase: it fills the content and calls the handler itself.
class MessagingExtensionHelper {
    func populateNotificationContent(_ content: UNMutableNotificationContent, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        guard let options = content.userInfo["fcm_options"] as? [AnyHashable: Any], let text = options["image"] as? String, let url = URL(string: text) else {
            contentHandler(content)
            return
        }
        URLSession.shared.downloadTask(with: url) { location, response, error in
            if error == nil, let location = location, (response as? HTTPURLResponse)?.statusCode == 200 {
                let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString + self.fileExtension(for: response))
                if (try? FileManager.default.moveItem(at: location, to: file)) != nil,
                    let attachment = try? UNNotificationAttachment(identifier: "", url: file, options: nil) {
                    content.attachments = [attachment]
                }
            }
            contentHandler(content)
        }.resume()
    }
}

extension MessagingExtensionHelper {
    // The extension of the suggested name, else the MIME type's where it is an image's.
    func fileExtension(for response: URLResponse?) -> String {
        let suggested = ((response?.suggestedFilename ?? "") as NSString).pathExtension
        if !suggested.isEmpty { return "." + suggested }
        if let type = response?.mimeType, type.hasPrefix("image/") { return "." + type.dropFirst("image/".count) }
        return ""
    }
}

enum Messaging {
    static func serviceExtension() -> MessagingExtensionHelper { MessagingExtensionHelper() }
}

class FCMService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let bestAttemptContent = bestAttemptContent else { return }
        Messaging.serviceExtension().populateNotificationContent(bestAttemptContent, withContentHandler: contentHandler)
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}
