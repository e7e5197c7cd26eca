// swift-format-ignore-file
import Foundation
import UserNotifications
import OSLog
import UIKit

// The extension is the delegate of its session, and makes an image of what it gets.
class DelegateService: UNNotificationServiceExtension, URLSessionDownloadDelegate {
    private var handler: ((UNNotificationContent) -> Void)!
    private var content: UNMutableNotificationContent!
    private lazy var session: URLSession = URLSession(configuration: URLSessionConfiguration.default, delegate: self, delegateQueue: nil)
    private var task: URLSessionDownloadTask?

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        content = request.content.mutableCopy() as? UNMutableNotificationContent
        guard let text = request.content.userInfo["image"] as? String, let url = URL(string: text) else { return handler(content) }
        task = session.downloadTask(with: url)
        task?.resume()
    }

    func urlSession(_ session: URLSession, didReceive challenge: URLAuthenticationChallenge, completionHandler: @escaping (URLSession.AuthChallengeDisposition, URLCredential?) -> Void) {
        completionHandler(.performDefaultHandling, nil)
    }

    func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
        guard let data = try? Data(contentsOf: location), let image = UIImage(data: data) else { return }
        let target = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".png")
        try? image.pngData()?.write(to: target)
        if let attachment = try? UNNotificationAttachment(identifier: "", url: target) { content.attachments = [attachment] }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: Error?) {
        Logger(subsystem: "com.example.app", category: "delegate").debug("done \(error == nil)")
        handler(content)
        session.finishTasksAndInvalidate()
    }
}
