// swift-format-ignore-file
import UserNotifications

// Forms of real sources that have to compile, and to be what the base class or the protocol calls.

class PreviewDelegate: NSObject, UNUserNotificationCenterDelegate {
    func userNotificationCenter(_ center: UNUserNotificationCenter, willPresent notification: UNNotification, withCompletionHandler completionHandler: @escaping (UNNotificationPresentationOptions) -> Void) {
        completionHandler([.banner, .sound])
    }
}

class SendableHandlerService: UNNotificationServiceExtension {
    nonisolated override init() { super.init() }

    override func didReceive(_ request: UNNotificationRequest, withContentHandler handler: @escaping @Sendable (UNNotificationContent) -> Void) {
        super.didReceive(request, withContentHandler: handler)
        super.serviceExtensionTimeWillExpire()
    }

    class func didReceive(_ request: UNNotificationRequest, withContentHandler: (UNNotificationContent) -> Void) {}
}

class StoredHandlerService: UNNotificationServiceExtension, URLSessionDelegate {
    var handler: ((UNNotificationContent) -> Void) = { _ in }

    override func didReceive(_ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void) {
        handler = contentHandler
        super.didReceive(request, withContentHandler: { self.handler($0.marked()) })
    }
}

extension UNMutableNotificationContent: @unchecked @retroactive Sendable {}

extension UNNotificationContent {
    func marked() -> UNNotificationContent {
        let copy = mutableCopy() as! UNMutableNotificationContent
        copy.title += "!"
        return copy
    }
}

extension UNNotificationRequest {
    var image: URL? { (content.userInfo["image"] as? String).flatMap(URL.init(string:)) }
}
