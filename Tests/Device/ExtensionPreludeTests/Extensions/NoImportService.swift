// swift-format-ignore-file
// No import at all: the app has them in one file for all.

class NoImportService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        guard let text = request.content.userInfo["image"] as? String, let url = URL(string: text) else {
            contentHandler(request.content)
            return
        }
        URLSession.shared.downloadTask(with: url) { [weak self] location, response, error in
            guard let self = self, let best = self.bestAttemptContent else { return }
            defer { self.contentHandler?(best) }
            guard let location = location, let name = response?.suggestedFilename else { return }
            let target = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent(UUID().uuidString + "-" + name)
            try? FileManager.default.moveItem(at: location, to: target)
            if let attachment = try? UNNotificationAttachment(identifier: "", url: target, options: nil) {
                best.attachments = [attachment]
            }
        }.resume()
    }
}
