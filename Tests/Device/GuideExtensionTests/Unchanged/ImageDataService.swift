// swift-format-ignore-file
import UserNotifications

// Key `image`, fetched with Data(contentsOf:), always stored as GIF; any failure hands over request.content.
class ImageDataService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        func failEarly() { contentHandler(request.content) }
        guard let content = bestAttemptContent else { return failEarly() }
        guard let string = content.userInfo["image"] as? String, let url = URL(string: string) else { return failEarly() }
        guard let data = try? Data(contentsOf: url) else { return failEarly() }
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(ProcessInfo.processInfo.globallyUniqueString, isDirectory: true)
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true, attributes: nil)
            let file = folder.appendingPathComponent("image.gif")
            try data.write(to: file, options: [])
            content.attachments = [try UNNotificationAttachment(identifier: "image.gif", url: file, options: nil)]
        } catch { return failEarly() }
        contentHandler(content.copy() as! UNNotificationContent)
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}
