/// Writes messages to a log.
public struct Logger: Sendable {
    private let log: OSLog

    /// Creates a logger of the default log.
    public init() {
        log = .default
    }

    /// Creates a logger of a subsystem and a category.
    public init(subsystem: String, category: String) {
        log = OSLog(subsystem: subsystem, category: category)
    }

    /// Creates a logger of a log.
    public init(_ logObj: OSLog) {
        log = logObj
    }

    /// Logs a message of the level `default`.
    public func log(_ message: OSLogMessage) { log.add(message.text, .default) }

    /// Logs a message of a level.
    public func log(level: OSLogType, _ message: OSLogMessage) { log.add(message.text, level) }

    /// Logs a message of the level `debug`.
    public func trace(_ message: OSLogMessage) { log.add(message.text, .debug) }

    /// Logs a message of the level `debug`.
    public func debug(_ message: OSLogMessage) { log.add(message.text, .debug) }

    /// Logs a message of the level `info`.
    public func info(_ message: OSLogMessage) { log.add(message.text, .info) }

    /// Logs a message of the level `default`.
    public func notice(_ message: OSLogMessage) { log.add(message.text, .default) }

    /// Logs a message of the level `error`.
    public func warning(_ message: OSLogMessage) { log.add(message.text, .error) }

    /// Logs a message of the level `error`.
    public func error(_ message: OSLogMessage) { log.add(message.text, .error) }

    /// Logs a message of the level `fault`.
    public func critical(_ message: OSLogMessage) { log.add(message.text, .fault) }

    /// Logs a message of the level `fault`.
    public func fault(_ message: OSLogMessage) { log.add(message.text, .fault) }
}
