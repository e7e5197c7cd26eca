public import VendorSupport

/// The methods of `OneSignal` for a service extension, in the module of versions 2 and 3.
public typealias OneSignal = OneSignalExtension
