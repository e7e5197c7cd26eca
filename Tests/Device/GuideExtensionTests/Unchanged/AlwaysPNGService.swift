// swift-format-ignore-file
import UserNotifications

// Key `aps.attachment-url`, always .png; the handler is called only when there is an attachment.
final class AlwaysPNGService: UNNotificationServiceExtension {
    private var handler: ((UNNotificationContent) -> Void)?
    private var content: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler handler: @escaping (UNNotificationContent) -> Swift.Void) {
        self.handler = handler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        let aps = request.content.userInfo["aps"] as! [String: Any]
        guard let text = aps["attachment-url"] as? String, let url = URL(string: text) else { return }
        URLSession(configuration: .default).dataTask(with: url) { [weak self] data, _, _ in
            guard let self = self, let data = data, let content = self.content else { return }
            let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).appendingPathExtension("png")
            try? data.write(to: file)
            if let attachment = try? UNNotificationAttachment(identifier: "image", url: file, options: [:]) {
                content.attachments.append(attachment)
                self.handler?(content)
            }
        }.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        super.serviceExtensionTimeWillExpire()
        if let content = content { handler?(content) }
    }
}
