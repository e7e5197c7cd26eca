// swift-format-ignore-file
import UserNotifications

// Handles one request identifier and ignores every other one; the extension comes from the URL's text.
class IdentifierGateService: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?
    var content: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        guard request.identifier == "media", let content = content else { return }
        let semaphore = DispatchSemaphore(value: 0)
        if let text = content.userInfo["image"] as? NSString, let url = URL(string: text as String) {
            let task = URLSession.shared.dataTask(with: url) { data, _, _ in
                if let data = data {
                    let folder = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0].appendingPathComponent(UUID().uuidString)
                    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                    let file = folder.appendingPathComponent("image." + text.pathExtension)
                    try? data.write(to: file)
                    content.attachments = (try? [UNNotificationAttachment(identifier: "", url: file)]) ?? []
                }
                semaphore.signal()
            }
            task.resume()
            semaphore.wait()
        }
        contentHandler(content)
    }

    override func serviceExtensionTimeWillExpire() {
        if let handler = handler, let content = content { handler(content) }
    }
}
