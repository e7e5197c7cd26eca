package import Logging

/// The service's log: a swift-log logger and the lines of payloads, in one form and on one descriptor.
package final class ServiceLog: Sendable {
    /// The least that is logged.
    package let level: Logger.Level
    private let format: LogFormat
    private let sink: LogSink

    /// Creates the log.
    ///
    /// - Parameters:
    ///   - descriptor: Where lines are written; standard error unless something else is said.
    ///   - format: How they are written.
    ///   - level: The least that is logged.
    ///   - limit: The most bytes that wait for a slow reader; lines beyond them are dropped and counted.
    package init(
        descriptor: Int32 = 2,
        format: LogFormat = .json,
        level: Logger.Level = .info,
        limit: Int = 4 << 20
    ) {
        self.level = level
        self.format = format
        sink = LogSink(descriptor: descriptor, limit: limit) { count in
            var line = LogLine(format, at: .now, level: "warning", "log lines were dropped: standard error is too slow")
            line.member(LogField.dropped, count)
            return line.finish()
        }
    }

    /// A logger that writes here.
    ///
    /// - Parameter label: What logs.
    /// - Returns: The logger, with this log's level.
    package func logger(_ label: String) -> Logger {
        Logger(label: label) { ServiceLogHandler(label: $0, log: self) }
    }

    /// Waits until everything has been written, or the time is over.
    ///
    /// - Parameter timeout: How long to wait at most.
    package func flush(within timeout: Duration) async {
        await sink.flush(within: timeout)
    }

    /// How many lines were dropped so far.
    var droppedLineCount: Int { sink.droppedCount }

    /// Writes a line, if lines of its level are wanted.
    ///
    /// - Parameters:
    ///   - level: How much it matters.
    ///   - message: What happened.
    ///   - members: Adds what there is to say.
    func write(_ level: Logger.Level, _ message: String, _ members: (inout LogLine) -> Void) {
        guard level >= self.level else { return }
        writeLine(level, message, members)
    }

    /// Writes a line that is known to be wanted.
    func writeLine(_ level: Logger.Level, _ message: String, _ members: (inout LogLine) -> Void) {
        var line = LogLine(format, at: .now, level: level.rawValue, message)
        members(&line)
        sink.write(line.finish())
    }
}
