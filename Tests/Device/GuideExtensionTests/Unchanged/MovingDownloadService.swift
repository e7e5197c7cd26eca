// swift-format-ignore-file
import UserNotifications

// Key `data.attachment-url`, moved to a name of the URL with try!; without the key the handler is never called.
class MovingDownloadService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        guard let data = request.content.userInfo["data"] as? NSDictionary, let string = data["attachment-url"] as? String else { return }
        let task = URLSession.shared.downloadTask(with: URL(string: string)!) { (location, response, error) in
            if let location = location {
                let path = "file://" + NSTemporaryDirectory() + "/" + (response?.url?.lastPathComponent ?? "")
                let target = URL(string: path)!
                try! FileManager.default.moveItem(at: location, to: target)
                if let attachment = try? UNNotificationAttachment(identifier: "", url: target) {
                    self.bestAttemptContent?.attachments = [attachment]
                }
            }
            self.contentHandler!(self.bestAttemptContent!)
        }
        task.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}
