// swift-format-ignore-file
import UserNotifications

// A task that captures the content, and an extension of the attachment class.
class AsyncService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?
    var task: Task<Void, Never>?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        guard let best = bestAttemptContent else { return contentHandler(request.content) }
        task = Task {
            if let options = best.userInfo["fcm_options"] as? [String: String], let text = options["image"], let url = URL(string: text) {
                do {
                    let (data, response) = try await URLSession.shared.data(from: url)
                    if (response as? HTTPURLResponse)?.statusCode == 200 {
                        best.attachments = [try UNNotificationAttachment.create(from: data)]
                    }
                } catch { NSLog("download failed: %@", error.localizedDescription) }
            }
            await MainActor.run { contentHandler(best) }
        }
    }

    // The cancelled download ends the task, which calls the handler after this.
    override func serviceExtensionTimeWillExpire() { task?.cancel() }
}

extension UNNotificationAttachment {
    static func create(from data: Data) throws -> UNNotificationAttachment {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".jpeg")
        try data.write(to: file)
        return try UNNotificationAttachment(identifier: UUID().uuidString, url: file, options: nil)
    }
}
