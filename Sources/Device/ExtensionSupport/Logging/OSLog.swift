public import Foundation

/// The level of a log message.
public struct OSLogType: RawRepresentable, Hashable, Sendable {
    /// Apple's number.
    public let rawValue: UInt8

    /// Creates a level.
    public init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// Creates a level.
    public init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// What is needed to find a fault.
    public static let `default` = OSLogType(0)
    /// What helps to find a fault.
    public static let info = OSLogType(1)
    /// What only developers need.
    public static let debug = OSLogType(2)
    /// An error of the process.
    public static let error = OSLogType(16)
    /// An error of the system, or a fault of the program.
    public static let fault = OSLogType(17)

    var name: String {
        switch self {
        case .default: "default"
        case .info: "info"
        case .debug: "debug"
        case .error: "error"
        case .fault: "fault"
        default: "\(rawValue)"
        }
    }
}

/// A log with a subsystem and a category.
// @unchecked Sendable: nothing changes after `init`.
open class OSLog: NSObject, @unchecked Sendable {
    let subsystem: String
    let category: String
    private let isEnabled: Bool

    private init(subsystem: String, category: String, isEnabled: Bool) {
        self.subsystem = subsystem
        self.category = category
        self.isEnabled = isEnabled
    }

    /// Creates a log.
    public convenience init(subsystem: String, category: String) {
        self.init(subsystem: subsystem, category: category, isEnabled: true)
    }

    /// Creates a log with a category of the system, such as the points of interest.
    public convenience init(subsystem: String, category: Category) {
        self.init(subsystem: subsystem, category: category.rawValue, isEnabled: true)
    }

    /// A category that the system knows.
    public struct Category: Sendable {
        let rawValue: String

        /// The points of interest of Instruments.
        public static let pointsOfInterest = Category(rawValue: "PointsOfInterest")
    }

    /// The log without a subsystem and a category.
    public static let `default` = OSLog(subsystem: "", category: "", isEnabled: true)
    /// A log that takes no messages.
    public static let disabled = OSLog(subsystem: "", category: "", isEnabled: false)

    /// Whether the log takes messages of a level.
    open func isEnabled(type: OSLogType) -> Bool { isEnabled }

    func add(_ message: LogText, _ level: OSLogType) {
        guard isEnabled else { return }
        LogRecord.add(
            LogRecord(
                subsystem: subsystem,
                category: category,
                level: level,
                message: message.open,
                redactedMessage: message.redacted
            )
        )
    }
}

/// Logs a text whose format has arguments.
///
/// - Parameters:
///   - message: The format, such as `"%{public}@ has %d bytes"`.
///   - log: The log.
///   - type: The level.
///   - args: The arguments.
public func os_log(
    _ message: StaticString,
    log: OSLog = .default,
    type: OSLogType = .default,
    _ args: any CVarArg...
) {
    log.add(LogFormat.text("\(message)", args), type)
}

/// Logs a text of a level whose format has arguments.
///
/// - Parameters:
///   - type: The level.
///   - log: The log.
///   - message: The format.
///   - args: The arguments.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: StaticString, _ args: any CVarArg...) {
    log.add(LogFormat.text("\(message)", args), type)
}

/// Logs an interpolated text.
@_disfavoredOverload
public func os_log(_ message: OSLogMessage) {
    OSLog.default.add(message.text, .default)
}

/// Logs an interpolated text of a level.
@_disfavoredOverload
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    log.add(message.text, type)
}
