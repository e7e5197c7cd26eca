public import Foundation

/// The base class of a notification service extension.
///
/// The extension host of `AttacheExtensionTesting` makes an instance for each push.
open class UNNotificationServiceExtension: NSObject {
    /// Creates an instance; the host does this before `didReceive`.
    public override init() {}

    /// Receives a push. The default implementation calls the handler with the content unchanged.
    ///
    /// - Parameters:
    ///   - request: The request, whose content may be copied and changed.
    ///   - contentHandler: Delivers the content; only the first call counts.
    @preconcurrency
    open func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        contentHandler(request.content)
    }

    /// Runs on another thread shortly before the time ends; the last chance to call the handler. The default
    /// implementation has no effect.
    open func serviceExtensionTimeWillExpire() {}
}
