public import UserNotifications
import VendorSupport

/// Klaviyo in a service extension: media and buttons by the policy `klaviyo`. It counts no badge.
public enum KlaviyoExtensionSDK {
    private static let typeKey = "rich-media-type"

    /// Processes a push, and calls the handler.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - bestAttemptContent: The content, to which media and buttons are added.
    ///   - contentHandler: Delivers the content.
    ///   - fallbackMediaType: The extension of the file's name for a push without `rich-media-type`.
    @preconcurrency
    public static func handleNotificationServiceDidReceivedRequest(
        request: UNNotificationRequest,
        bestAttemptContent: UNMutableNotificationContent,
        contentHandler: @escaping @Sendable (UNNotificationContent) -> Void,
        fallbackMediaType: String = "jpg"
    ) {
        var payload = bestAttemptContent.userInfo
        if !(payload[typeKey] is String) { payload[typeKey] = fallbackMediaType }
        VendorWork.begin(request, bestAttemptContent, policy: "klaviyo", reading: payload, contentHandler)
    }

    /// Ends the download, and delivers the content.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - bestAttemptContent: The content so far.
    ///   - contentHandler: Delivers the content.
    @preconcurrency
    public static func handleNotificationServiceExtensionTimeWillExpireRequest(
        request: UNNotificationRequest,
        bestAttemptContent: UNMutableNotificationContent,
        contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        VendorWork.expire()
    }
}
