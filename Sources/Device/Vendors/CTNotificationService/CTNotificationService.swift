public import VendorSupport

/// CleverTap's service extension: media, texts and buttons by the policy `clevertap`.
open class CTNotificationServiceExtension: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "clevertap" }

    /// The key of the URL, which a subclass sets before `didReceive`; `ct_mediaUrl` without one.
    open var mediaUrlKey: String?
    /// The key of the type, which a subclass sets before `didReceive`; `ct_mediaType` without one.
    open var mediaTypeKey: String?

    /// The payload with the values of the subclass's keys under CleverTap's own.
    open override func attachePayload(_ userInfo: [AnyHashable: Any]) -> [AnyHashable: Any] {
        var payload = userInfo
        if let mediaUrlKey { payload["ct_mediaUrl"] = userInfo[mediaUrlKey] }
        if let mediaTypeKey { payload["ct_mediaType"] = userInfo[mediaTypeKey] }
        return payload
    }
}
