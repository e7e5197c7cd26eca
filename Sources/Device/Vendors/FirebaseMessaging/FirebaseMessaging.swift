public import VendorSupport

/// Firebase's messaging.
public typealias Messaging = VendorSupport.Messaging
/// What a service extension of Firebase does.
public typealias FIRMessagingExtensionHelper = VendorSupport.FIRMessagingExtensionHelper
