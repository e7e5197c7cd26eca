import AttacheSystem
public import UserNotifications
public import VendorSupport

/// What an app does with a push that Iterable did not send.
public protocol ITBNotificationServiceExtensionDelegate {
    /// Receives a push without the key `itbl`, in place of Iterable's extension.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - bestAttemptContent: The content, which the app may change.
    ///   - contentHandler: Delivers the content.
    func notificationServiceDidReceive(
        _ request: UNNotificationRequest,
        bestAttemptContent: UNMutableNotificationContent,
        contentHandler: @escaping (UNNotificationContent) -> Void
    )
}

/// Iterable's service extension: media, texts and buttons by the policy `iterable`.
open class ITBNotificationServiceExtension: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "iterable" }

    private static let delegate = Locked<(any ITBNotificationServiceExtensionDelegate)?>(nil)
    private let delegated = Locked<RunningPush?>(nil)

    /// Receives the pushes that Iterable did not send.
    public static var itblNotificationDelegate: (any ITBNotificationServiceExtensionDelegate)? {
        get { delegate.withLock { $0 } }
        set { delegate.withLock { $0 = newValue } }
    }

    /// Processes a push as Iterable's extension does, or gives it to the delegate.
    @preconcurrency
    open override func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        guard let delegate = Self.itblNotificationDelegate, request.content.userInfo["itbl"] == nil,
            let content = request.content.mutableCopy() as? UNMutableNotificationContent
        else { return super.didReceive(request, withContentHandler: contentHandler) }
        let push = RunningPush(content) { if let content = $0 { contentHandler(content) } }
        delegated.withLock { $0 = push }
        delegate.notificationServiceDidReceive(request, bestAttemptContent: content) { push.finish($0) }
    }

    /// Ends the download, and delivers the content: as pushed, or as the delegate left it.
    open override func serviceExtensionTimeWillExpire() {
        guard let push = delegated.withLock({ $0 }) else { return super.serviceExtensionTimeWillExpire() }
        push.expire()
    }
}
