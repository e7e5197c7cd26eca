public import Foundation

/// The app's handler of notifications; every method is optional.
public protocol UNUserNotificationCenterDelegate: NSObjectProtocol {
    /// Chooses the presentation of a notification that arrives while the app is in the foreground.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    )

    /// Handles the user's response to a notification.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    )

    /// Chooses the presentation of a notification that arrives while the app is in the foreground.
    func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions

    /// Handles the user's response to a notification.
    func userNotificationCenter(_ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse) async

    /// Opens the app's own notification settings.
    func userNotificationCenter(_ center: UNUserNotificationCenter, openSettingsFor notification: UNNotification?)
}

extension UNUserNotificationCenterDelegate {
    /// Calls the asynchronous form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification,
        withCompletionHandler completionHandler: @escaping @Sendable (UNNotificationPresentationOptions) -> Void
    ) {
        let transferred = TransferredDelegate(value: self)
        Task {
            completionHandler(await transferred.value.userNotificationCenter(center, willPresent: notification))
        }
    }

    /// Calls the asynchronous form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse,
        withCompletionHandler completionHandler: @escaping @Sendable () -> Void
    ) {
        let transferred = TransferredDelegate(value: self)
        Task {
            await transferred.value.userNotificationCenter(center, didReceive: response)
            completionHandler()
        }
    }

    /// Presents nothing, as iOS does for a delegate without either form.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        willPresent notification: UNNotification
    ) async -> UNNotificationPresentationOptions { [] }

    /// Ignores the response.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        didReceive response: UNNotificationResponse
    ) async {}

    /// Opens nothing.
    public func userNotificationCenter(
        _ center: UNUserNotificationCenter,
        openSettingsFor notification: UNNotification?
    ) {}
}

/// A delegate passed to another thread.
// @unchecked Sendable: iOS calls delegates on threads of its own, so they have to expect it.
struct TransferredDelegate: @unchecked Sendable {
    let value: any UNUserNotificationCenterDelegate
}
