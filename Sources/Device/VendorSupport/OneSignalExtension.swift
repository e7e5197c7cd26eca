public import UserNotifications

/// OneSignal in a service extension: media and buttons by the policy `onesignal`.
///
/// It reports no receipt, and changes no badge.
public enum OneSignalExtension {
    /// Processes a push, and calls the handler.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content, to which media and buttons are added; a copy of the request's without it.
    ///   - contentHandler: Delivers the content.
    /// - Returns: The content, before the media are loaded: OneSignal's own returns when they are.
    @preconcurrency
    @discardableResult
    public static func didReceiveNotificationExtensionRequest(
        _ request: UNNotificationRequest,
        with content: UNMutableNotificationContent?,
        withContentHandler contentHandler: (@Sendable (UNNotificationContent) -> Void)?
    ) -> UNMutableNotificationContent? {
        guard let changed = content ?? copy(of: request) else { return nil }
        VendorWork.begin(request, changed, policy: policy, contentHandler ?? { _ in })
        return changed
    }

    /// Processes a push, and returns when its media are loaded, at the latest when the time of an extension ends.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content, to which media and buttons are added; a copy of the request's without it.
    /// - Returns: The content, which the app delivers.
    @available(*, deprecated, message: "Pass the content handler too.")
    @discardableResult
    public static func didReceiveNotificationExtensionRequest(
        _ request: UNNotificationRequest,
        with content: UNMutableNotificationContent?
    ) -> UNMutableNotificationContent? {
        guard let changed = content ?? copy(of: request) else { return nil }
        let loaded = DispatchSemaphore(value: 0)
        VendorWork.begin(request, changed, policy: policy) { _ in loaded.signal() }
        _ = loaded.wait(timeout: .now() + .seconds(timeLimit))
        return changed
    }

    /// What an app delivers at the end of the time. No buttons are added, which OneSignal's own does, and the download
    /// goes on.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - content: The content so far; a copy of the request's without it.
    /// - Returns: The content, which the app delivers.
    @discardableResult
    public static func serviceExtensionTimeWillExpireRequest(
        _ request: UNNotificationRequest,
        with content: UNMutableNotificationContent?
    ) -> UNMutableNotificationContent? { content ?? copy(of: request) }

    private static let policy = "onesignal"
    /// In seconds.
    private static let timeLimit = 30

    private static func copy(of request: UNNotificationRequest) -> UNMutableNotificationContent? {
        request.content.mutableCopy() as? UNMutableNotificationContent
    }
}
