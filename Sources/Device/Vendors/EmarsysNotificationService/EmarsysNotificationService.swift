public import UserNotifications
public import VendorSupport

/// Emarsys' service extension: media, texts and buttons by the policy `emarsys`. It reports nothing to the vendor.
open class EMSNotificationService: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "emarsys" }
}
