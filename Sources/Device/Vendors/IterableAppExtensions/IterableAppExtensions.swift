public import UserNotifications
public import VendorSupport

/// Iterable's service extension: media, texts and buttons by the policy `iterable`. It reports nothing to the vendor.
open class ITBNotificationServiceExtension: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "iterable" }
}
