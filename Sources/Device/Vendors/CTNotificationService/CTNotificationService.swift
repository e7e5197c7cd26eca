public import UserNotifications
public import VendorSupport

/// CleverTap's service extension: media, texts and buttons by the policy `clevertap`. It reports nothing to the vendor.
open class CTNotificationServiceExtension: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "clevertap" }
}
