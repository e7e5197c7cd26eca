public import UserNotifications

/// Firebase's messaging in a service extension: it attaches the image of a push by the policy `fcm`.
///
/// There is no token, no topic and no connection to Firebase.
public final class Messaging: Sendable {
    /// The helper of service extensions.
    public static func serviceExtension() -> FIRMessagingExtensionHelper { FIRMessagingExtensionHelper() }
}

/// What a service extension of Firebase does. Swift has the class by its Objective-C name.
public final class FIRMessagingExtensionHelper: Sendable {
    /// Creates a helper, as `Messaging.serviceExtension()` does.
    public init() {}

    /// Attaches the image of `fcm_options.image`, and calls the handler.
    ///
    /// - Parameters:
    ///   - content: The content, to which the image is added.
    ///   - contentHandler: Delivers the content.
    @preconcurrency
    public func populateNotificationContent(
        _ content: UNMutableNotificationContent,
        withContentHandler contentHandler: @escaping @Sendable (UNNotificationContent) -> Void
    ) {
        VendorWork.begin(nil, content, policy: "fcm", contentHandler)
    }

    /// Has no effect: nothing is reported.
    public func exportDeliveryMetricsToBigQuery(withMessageInfo info: [AnyHashable: Any]) {}
}
