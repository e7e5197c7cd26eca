public import UserNotifications
import VendorSupport

/// OneSignal in a service extension: media and buttons by the policy `onesignal`.
///
/// It reports no receipt, and changes no badge.
public enum OneSignal {
    /// Processes a push, and calls the handler.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content, to which media and buttons are added.
    ///   - contentHandler: Delivers the content.
    /// - Returns: The content.
    @preconcurrency
    @discardableResult
    public static func didReceiveNotificationExtensionRequest(
        _ request: UNNotificationRequest,
        with content: UNMutableNotificationContent?,
        withContentHandler contentHandler: (@Sendable (UNNotificationContent) -> Void)?
    ) -> UNMutableNotificationContent? {
        VendorWork.begin(request, content ?? request.content, policy: "onesignal", contentHandler ?? { _ in })
        return content
    }

    /// Ends the download.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content so far.
    /// - Returns: The content, which the app delivers.
    @discardableResult
    public static func serviceExtensionTimeWillExpireRequest(
        _ request: UNNotificationRequest,
        with content: UNMutableNotificationContent?
    ) -> UNMutableNotificationContent? { content }
}
