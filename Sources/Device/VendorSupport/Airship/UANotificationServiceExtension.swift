public import UserNotifications

/// Airship's service extension: media, texts and buttons by the policy `airship`.
open class UANotificationServiceExtension: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "airship" }

    /// What the extension logs, and where to. Without effect: it writes no log.
    open var airshipConfig: AirshipExtensionConfig { AirshipExtensionConfig() }
}

extension UNNotificationRequest {
    /// Whether Airship sent the push.
    public var isAirship: Bool {
        containsAirshipMediaAttachments || content.userInfo["com.urbanairship.metadata"] != nil
            || content.userInfo["_"] != nil
    }

    /// Whether the push has media that Airship's extension loads.
    public var containsAirshipMediaAttachments: Bool {
        content.userInfo["com.urbanairship.media_attachment"] != nil
    }
}
