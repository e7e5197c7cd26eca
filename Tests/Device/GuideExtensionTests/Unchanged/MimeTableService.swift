// swift-format-ignore-file
import UniformTypeIdentifiers
import UserNotifications

private let keys = ["image", "image_url", "imageUrl", "media-url", "mediaUrl", "photo_url", "attachment-url"]

// The first of seven keys; the name comes from the MIME type, then from the URL, then it is jpg.
open class MimeTableService: UNNotificationServiceExtension {
    private var handler: ((UNNotificationContent) -> Void)?
    private lazy var content = UNMutableNotificationContent()

    open override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @Sendable @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = request.content.mutableCopy() as! UNMutableNotificationContent
        defer { if content.userInfo.isEmpty { contentHandler(content) } }
        guard let url = keys.lazy.compactMap({ request.content.userInfo[$0] as? String }).compactMap(URL.init(string:)).first else {
            contentHandler(content)
            return
        }
        URLSession.shared.downloadTask(with: URLRequest(url: url)) { location, response, error in
            defer { self.handler?(self.content) }
            guard error == nil, let location = location else { return }
            let type = response?.mimeType.flatMap { UTType(mimeType: $0) }
            var name = type?.conforms(to: .image) == true ? type!.preferredFilenameExtension! : url.pathExtension
            if name.isEmpty { name = "jpg" }
            let target = location.deletingPathExtension().appendingPathExtension(name)
            do {
                try FileManager.default.moveItem(at: location, to: target)
                self.content.attachments = [try .init(identifier: "media", url: target)]
            } catch { print("cannot attach: \(error.localizedDescription)") }
        }.resume()
    }

    open override func serviceExtensionTimeWillExpire() { handler?(content) }
}
