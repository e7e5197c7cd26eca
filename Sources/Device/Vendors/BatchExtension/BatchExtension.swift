public import UserNotifications
public import VendorSupport

/// Batch's service extension: media, texts and buttons by the policy `batch`. It reports nothing to the vendor.
open class BAENotificationServiceExtension: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "batch" }
}
