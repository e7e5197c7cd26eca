public import UserNotifications
public import VendorSupport

/// Airship's service extension: media, texts and buttons by the policy `airship`. It reports nothing to the vendor.
open class UANotificationServiceExtension: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "airship" }
}
