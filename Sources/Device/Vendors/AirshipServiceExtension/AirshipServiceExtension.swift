public import VendorSupport

/// Airship's service extension, in the module of CocoaPods.
public typealias UANotificationServiceExtension = VendorSupport.UANotificationServiceExtension
/// What Airship's extension logs.
public typealias AirshipExtensionConfig = VendorSupport.AirshipExtensionConfig
/// How important a message of Airship's log is.
public typealias AirshipExtensionLogLevel = VendorSupport.AirshipExtensionLogLevel
/// What writes the messages of Airship's log.
public typealias AirshipExtensionLogHandler = VendorSupport.AirshipExtensionLogHandler
/// Airship's own handler of messages.
public typealias DefaultAirshipExtensionLogHandler = VendorSupport.DefaultAirshipExtensionLogHandler
