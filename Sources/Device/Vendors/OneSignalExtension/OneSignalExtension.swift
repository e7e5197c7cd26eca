public import VendorSupport

/// OneSignal in a service extension, since version 5.
public typealias OneSignalExtension = VendorSupport.OneSignalExtension
