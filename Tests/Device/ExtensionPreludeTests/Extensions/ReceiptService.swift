// swift-format-ignore-file
import UserNotifications

// Follows redirects itself, shows a part of the picture, and uploads a receipt.
class ReceiptService: UNNotificationServiceExtension, URLSessionTaskDelegate {
    private var handler: ((UNNotificationContent) -> Void)?
    private var content: UNMutableNotificationContent?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        let session = URLSession(configuration: .default, delegate: self, delegateQueue: nil)
        let url = URL(string: request.content.userInfo["image"] as! String)!
        session.downloadTask(with: url) { location, response, _ in
            if let location, (response as? HTTPURLResponse)?.statusCode == 200 {
                let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".jpg")
                try? FileManager.default.moveItem(at: location, to: file)
                let part = CGRect(x: 0, y: 0, width: 1, height: 0.5)
                let options = [UNNotificationAttachmentOptionsThumbnailClippingRectKey: part.dictionaryRepresentation]
                self.content?.attachments = [try? UNNotificationAttachment(identifier: "", url: file, options: options)].compactMap { $0 }
            }
            var receipt = URLRequest(url: url.deletingLastPathComponent().appendingPathComponent("receipt"))
            receipt.httpMethod = "POST"
            let task = session.uploadTask(with: receipt, from: Data("{}".utf8)) { _, response, _ in
                self.content?.body = "receipt \((response as? HTTPURLResponse)?.statusCode ?? 0)"
                self.handler?(self.content!)
            }
            task.resume()
        }.resume()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void) {
        content?.subtitle = "\(response.statusCode) \(request.url?.lastPathComponent ?? "")"
        completionHandler(request.url?.lastPathComponent == "secret.jpg" ? nil : request)
    }
}
