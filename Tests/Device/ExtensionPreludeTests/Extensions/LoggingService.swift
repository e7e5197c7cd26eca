// swift-format-ignore-file
import UserNotifications
import os.log
import MobileCoreServices

private let log = OSLog(subsystem: "com.example.app", category: "push")

// Keeps the name .tmp with a type hint, and logs with a format.
class LoggingService: UNNotificationServiceExtension {
    let logger = os.Logger(subsystem: "com.example.app", category: "push")

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        let content = request.content.mutableCopy() as! UNMutableNotificationContent
        os_log("received %{public}@", log: log, type: .info, request.identifier)
        guard let text = content.userInfo["image"] as? String else {
            logger.error("no image in \(content.title, privacy: .public)")
            return contentHandler(content)
        }
        let task = URLSession(configuration: .ephemeral).downloadTask(with: URL(string: text)!, completionHandler: { (location, response, error) in
            if let error = error { os_log(.error, "failed: %{public}@", error.localizedDescription) }
            if let location = location {
                content.attachments = [try! UNNotificationAttachment(identifier: "image", url: location, options: [UNNotificationAttachmentOptionsTypeHintKey: kUTTypeJPEG])]
            }
            contentHandler(content)
        })
        task.resume()
    }
}
