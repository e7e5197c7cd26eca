import AttacheSystem
public import UserNotifications
import VendorSupport

/// The helper of an extension that does not inherit from Batch's: media by the policy `batch`.
public class RichNotificationHelper: NSObject {
    private static let isAllowedInLowDataMode = Locked(false)

    /// Without effect: the policy loads nothing in Low Data Mode.
    public static var allowInLowDataMode: Bool {
        get { isAllowedInLowDataMode.withLock { $0 } }
        set { isAllowedInLowDataMode.withLock { $0 = newValue } }
    }

    /// Loads the media of a content.
    ///
    /// - Parameters:
    ///   - content: The content, which stays as it is.
    ///   - completionHandler: Receives a copy with the media, or the content and an error.
    @preconcurrency
    public func appendRichData(
        toContent content: UNNotificationContent,
        completionHandler: @escaping @Sendable (UNNotificationContent?, (any Error)?) -> Void
    ) {
        let isRich = (content.userInfo["com.batch"] as? [AnyHashable: Any])?["at"] != nil
        let before = content.attachments
        let copy = content.mutableCopy() as? UNMutableNotificationContent
        VendorWork.begin(nil, copy ?? content, policy: BAENotificationServiceExtension.attachePolicy) { made in
            guard made.attachments == before else { return completionHandler(made, nil) }
            completionHandler(made, isRich ? RichDataError.unknownDownloadError : .noRichDataFound)
        }
    }

    /// Processes a push as Batch's extension does.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - contentHandler: Delivers the content.
    @preconcurrency
    public func didReceive(
        _ request: UNNotificationRequest,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        appendRichData(toContent: request.content) { content, _ in contentHandler(content ?? request.content) }
    }

    /// Has no effect, as in Batch's own.
    public func serviceExtensionTimeWillExpire() {}
}

/// Why a content has no media. The stand-in tells a push without media and a failure apart, and nothing else.
public enum RichDataError: Error {
    case noRichDataFound
    case invalidRichDataPayload
    case downloadError(underlyingError: any Error)
    case unknownDownloadError
    case unknownError
}
