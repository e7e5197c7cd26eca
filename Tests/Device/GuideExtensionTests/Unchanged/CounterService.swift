// swift-format-ignore-file
import UserNotifications

private let suite = "group.attache.tests.\(ProcessInfo.processInfo.processIdentifier)"

// Counts pushes in the defaults of an app group, and stores the image in the group's container.
class CounterService: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?
    var content: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        let defaults = UserDefaults(suiteName: suite)
        let count = defaults?.value(forKey: "count") as? Int ?? 0
        defaults?.set(count + 1, forKey: "count")
        content?.badge = NSNumber(value: count)
        guard let text = content?.userInfo["image"] as? String, let url = URL(string: text),
            let container = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: suite)
        else { return contentHandler(content!) }
        URLSession.shared.downloadTask(with: url) { location, _, _ in
            autoreleasepool {
                let target = container.appendingPathComponent("last-\(url.lastPathComponent)")
                if let location = location, (try? FileManager.default.moveItem(at: location, to: target)) != nil {
                    self.content?.attachments = [try? UNNotificationAttachment(identifier: "", url: target)].compactMap { $0 }
                }
            }
            contentHandler(self.content!)
        }.resume()
    }

    override func serviceExtensionTimeWillExpire() { handler?(content!) }
}
