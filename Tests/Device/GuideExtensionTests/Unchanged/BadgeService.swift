// swift-format-ignore-file
import UserNotifications

// The badge counts what is delivered, and the image comes after it.
class BadgeService: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?
    var content: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        Task {
            guard let content = content else { return }
            let count = await UNUserNotificationCenter.current().deliveredNotifications().count
            content.badge = count + 1 as NSNumber
            if let options = content.userInfo["fcm_options"] as? [String: Any], let image = options["image"] as? String,
                let url = URL(string: image), let data = try? Data(contentsOf: url)
            {
                let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString + ".jpg")
                try? data.write(to: file, options: .atomic)
                content.attachments = [try? UNNotificationAttachment(identifier: "", url: file)].compactMap { $0 }
            }
            contentHandler(content)
        }
    }

    override func serviceExtensionTimeWillExpire() { content.map { handler?($0) } }
}
