/// Emarsys' service extension: media, texts and buttons by the policy `emarsys`. It loads no in-app message.
open class EMSNotificationService: VendorServiceExtension {
    /// The name of the policy.
    open override class var attachePolicy: String { "emarsys" }
}
