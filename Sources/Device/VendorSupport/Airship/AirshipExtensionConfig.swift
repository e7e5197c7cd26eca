/// The log of Airship's service extension.
public struct AirshipExtensionConfig {
    /// The least important messages that are written; `nil` for none.
    public var logLevel: AirshipExtensionLogLevel?
    /// What writes the messages; `nil` for nothing.
    public var logHandler: (any AirshipExtensionLogHandler)?

    /// Creates a configuration, without values the usual one: errors, to the system's log.
    public init(
        logLevel: AirshipExtensionLogLevel? = .error,
        logHandler: (any AirshipExtensionLogHandler)? = .defaultLogger
    ) {
        self.logLevel = logLevel
        self.logHandler = logHandler
    }
}

/// How important a message of Airship's log is.
public enum AirshipExtensionLogLevel: String, Sendable, Decodable {
    case error, warn, info, debug, verbose
}

/// What writes the messages of Airship's extension. The stand-in has none.
public protocol AirshipExtensionLogHandler: Sendable {
    /// Writes a message from a place in Airship's sources.
    func log(logLevel: AirshipExtensionLogLevel, message: String, fileID: String, line: UInt, function: String)
}

/// Airship's own handler of messages.
public final class DefaultAirshipExtensionLogHandler: AirshipExtensionLogHandler {
    /// Has no effect.
    public func log(logLevel: AirshipExtensionLogLevel, message: String, fileID: String, line: UInt, function: String) {
    }
}

extension AirshipExtensionLogHandler where Self == DefaultAirshipExtensionLogHandler {
    /// The handler whose values are private on a device.
    public static var defaultLogger: Self { DefaultAirshipExtensionLogHandler() }
    /// The handler whose values everyone can read on a device.
    public static var publicLogger: Self { DefaultAirshipExtensionLogHandler() }
}
