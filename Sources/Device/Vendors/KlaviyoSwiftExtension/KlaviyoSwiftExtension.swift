public import UserNotifications
import VendorSupport

/// Klaviyo in a service extension: media and buttons by the policy `klaviyo`. It counts no badge.
public enum KlaviyoExtensionSDK {
    /// Processes a push, and calls the handler.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - bestAttemptContent: The content, to which media and buttons are added.
    ///   - contentHandler: Delivers the content.
    ///   - fallbackMediaType: Without effect: the policy has Klaviyo's own.
    @preconcurrency
    public static func handleNotificationServiceDidReceivedRequest(
        request: UNNotificationRequest,
        bestAttemptContent: UNMutableNotificationContent,
        contentHandler: @escaping @Sendable (UNNotificationContent) -> Void,
        fallbackMediaType: String = "jpeg"
    ) {
        VendorWork.begin(request, bestAttemptContent, policy: "klaviyo", contentHandler)
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
