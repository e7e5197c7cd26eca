import AttacheServer
import Logging

/// How the service tells of its life.
struct LogSettings: Sendable, Equatable {
    /// The least important level that is told.
    var level = Logger.Level.info
    /// How lines are written.
    var format = LogFormat.json
}
