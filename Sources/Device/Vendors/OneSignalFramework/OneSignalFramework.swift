public import VendorSupport

/// The methods of `OneSignal` for a service extension, in the module of version 5.
public typealias OneSignal = OneSignalExtension
