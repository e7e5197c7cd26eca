// swift-format-ignore-file
import UserNotifications

// Knows three MIME types, keeps .tmp for others, and removes its file after the handler's call.
class RemovingService: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?
    var content: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let text = request.content.userInfo["image"] as? String, let url = URL(string: text) else { return finish() }
        URLSession.shared.dataTask(with: url) { data, response, _ in
            var name = ".tmp"
            switch response?.mimeType {
            case "image/jpeg"?: name = ".jpg"
            case "image/gif"?: name = ".gif"
            case "image/png"?: name = ".png"
            default: break
            }
            let path = (NSTemporaryDirectory() as NSString).appendingPathComponent(UUID().uuidString + name)
            let file = URL(fileURLWithPath: path)
            try? data?.write(to: file)
            if let attachment = try? UNNotificationAttachment(identifier: "0", url: file, options: nil) { self.content?.attachments = [attachment] }
            self.finish()
            try? FileManager.default.removeItem(at: file)
        }.resume()
    }

    func finish() { handler?(content ?? UNNotificationContent()) }

    override func serviceExtensionTimeWillExpire() { finish() }
}
