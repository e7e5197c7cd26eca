// swift-format-ignore-file
import UserNotifications

// Looks at the status and the content type, and gives a type hint beside the name.
class StatusCheckService: UNNotificationServiceExtension {
    var contentHandler: ((UNNotificationContent) -> Void)?
    var bestAttemptContent: UNMutableNotificationContent?

    override init() { super.init() }

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        self.contentHandler = contentHandler
        bestAttemptContent = (request.content.mutableCopy() as? UNMutableNotificationContent)
        guard let best = bestAttemptContent, let text = request.content.userInfo["image"] as? String, let url = URL(string: text) else {
            contentHandler(request.content)
            return
        }
        var urlRequest = URLRequest(url: url, timeoutInterval: 25)
        urlRequest.setValue("image/*", forHTTPHeaderField: "Accept")
        URLSession.shared.dataTask(with: urlRequest) { data, response, error in
            guard let data = data, let http = response as? HTTPURLResponse, (200...299).contains(http.statusCode),
                let type = http.allHeaderFields["Content-Type"] as? String, type.contains("image/")
            else { return contentHandler(best) }
            let isPNG = type.contains("png")
            let file = URL(fileURLWithPath: NSTemporaryDirectory()).appendingPathComponent("\(UUID().uuidString).\(isPNG ? "png" : "jpg")")
            let options: [String: Any] = [UNNotificationAttachmentOptionsTypeHintKey: isPNG ? "public.png" : "public.jpeg"]
            if (try? data.write(to: file)) != nil, let attachment = try? UNNotificationAttachment(identifier: "", url: file, options: options) {
                best.attachments = [attachment]
            }
            contentHandler(best)
        }.resume()
    }

    override func serviceExtensionTimeWillExpire() {
        if let contentHandler = contentHandler, let bestAttemptContent = bestAttemptContent { contentHandler(bestAttemptContent) }
    }
}
