public import VendorSupport

/// Emarsys' service extension, in the module of SwiftPM.
public typealias EMSNotificationService = VendorSupport.EMSNotificationService
