// swift-format-ignore-file
import UserNotifications

// Waits for its load within didReceive.
class BlockingService: UNNotificationServiceExtension {
    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        let content = request.content.mutableCopy() as! UNMutableNotificationContent
        let semaphore = DispatchSemaphore(value: 0)
        if let text = content.userInfo["image"] as? String, let url = URL(string: text) {
            URLSession.shared.dataTask(with: url) { data, response, error in
                if let http = response as? HTTPURLResponse, let type = http.allHeaderFields["Content-Type"] as? String, let data = data {
                    content.subtitle = "\(http.statusCode) \(type) \(data.count)"
                }
                semaphore.signal()
            }.resume()
            semaphore.wait()
        }
        contentHandler(content)
    }
}
