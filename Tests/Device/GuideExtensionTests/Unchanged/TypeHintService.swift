// swift-format-ignore-file
import MobileCoreServices
import UserNotifications

// Keeps the name .tmp and gives a type hint; without the key the handler is never called.
class TypeHintService: UNNotificationServiceExtension {
    var handler: ((UNNotificationContent) -> Void)?
    var content: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = (request.content.mutableCopy() as! UNMutableNotificationContent)
        if let string = request.content.userInfo["attachment-url"] as? String {
            URLSession.shared.downloadTask(with: URL(string: string)!) { location, _, _ in
                if let location = location {
                    let options: [AnyHashable: Any] = [UNNotificationAttachmentOptionsTypeHintKey: kUTTypePNG]
                    self.content!.attachments = [try! UNNotificationAttachment(identifier: "a", url: location, options: options)]
                }
                self.handler!(self.content!)
            }.resume()
        }
    }

    override func serviceExtensionTimeWillExpire() { handler!(content!) }
}
