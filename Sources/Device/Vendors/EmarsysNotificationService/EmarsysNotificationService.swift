public import VendorSupport

/// Emarsys' service extension, in the module of CocoaPods.
public typealias EMSNotificationService = VendorSupport.EMSNotificationService
