import Logging

/// How the service tells of its life.
struct LogSettings: Sendable, Equatable {
    /// How lines are written.
    enum Format: String, CaseIterable, Sendable {
        case text
        case json
    }

    /// The least important level that is told.
    var level = Logger.Level.info
    /// How lines are written.
    var format = Format.json

    /// The logger of the whole service.
    var logger: Logger {
        var logger = Logger(label: "attached") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = level
        return logger
    }
}
