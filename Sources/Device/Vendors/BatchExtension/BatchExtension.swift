public import VendorSupport

/// Batch's service extension: media, texts and buttons by the policy `batch`. It sends no display receipt.
open class BAENotificationServiceExtension: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "batch" }
}
