import Attache
import AttacheCore
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

/// How log lines are written.
package enum LogFormat: String, Sendable, CaseIterable {
    /// One JSON object a line.
    case json
    /// Time, level and message, then `name=value`.
    case text
}

/// Writes swift-log's lines to the service's log; what could be a secret is left out.
struct ServiceLogHandler: LogHandler {
    let label: String
    let log: ServiceLog
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level

    init(label: String, log: ServiceLog) {
        self.label = label
        self.log = log
        logLevel = log.level
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        if let error = event.error { all["error"] = all["error"] ?? "\(error)" }
        log.writeLine(event.level, "\(event.message)") { line in
            line.member(LogField.logger, label)
            for key in all.keys.sorted() {
                // The line's own names stay what they are.
                let name = Self.reservedNames.contains(key) ? "\(key)_" : key
                Self.write(name, all[key] ?? "", to: &line)
            }
            if let scope = RequestScope.current { line.members(of: scope) }
        }
    }

    private static let reservedNames: Set<String> = [
        LogField.time, LogField.level, LogField.message, LogField.logger, LogField.client, LogField.request,
        LogField.trace, LogField.span,
    ]

    private static func write(_ name: String, _ value: Logger.MetadataValue, to line: inout LogLine) {
        if isSecret(name) { return line.member(name, "[redacted]") }
        switch value {
        case .string(let text): line.member(name, redacted(text))
        case .stringConvertible(let number as Int): line.member(name, number)
        case .stringConvertible(let flag as Bool): line.member(name, flag)
        case .stringConvertible(let other): line.member(name, redacted("\(other)"))
        case .array(let values): line.member(name, values.map { redacted("\($0)") })
        case .dictionary(let members):
            for key in members.keys.sorted() { write("\(name).\(key)", members[key] ?? "", to: &line) }
        }
    }

    /// Names that tell of a secret, whatever it is.
    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["authorization", "token", "password", "secret", "cookie"].contains { name.contains($0) }
    }

    /// A URL without its query, and anything else as it is.
    private static func redacted(_ text: String) -> String {
        text.contains("://") ? RedactedURL.text(text) : text
    }
}

/// Logs one canonical line for each payload, under the names that `LoggingObserver` uses.
///
/// It writes the line by itself instead of making metadata for a logger: at tens of thousands of payloads a second the
/// dictionaries would cost more than the payloads.
struct ItemLog: AttacheObserver {
    let log: ServiceLog

    func itemFinished(_ event: ItemFinished) {
        let result = event.result
        log.write(.info, "payload") { line in
            line.member("outcome", result.outcome.rawValue)
            line.member("id", raw: result.identifier)
            line.member("source", "\(result.source)")
            line.member("policy", result.policy)
            line.member("network", result.network)
            if let headline = result.headline {
                line.member("reason", headline.code.rawValue)
                line.member("permanent", headline.isPermanent)
                line.member(LogField.detail, headline.message)
            }
            line.member("reasons", result.reasons.map(\.code.rawValue))
            line.member("urls", event.mediaURLs)
            line.member("supplies", event.supplies.map(\.rawValue))
            let attachments = result.attachments
            if !attachments.isEmpty {
                line.member("types", attachments.map(\.typeIdentifier))
                line.member("bytes", attachments.reduce(0) { $0 + $1.byteCount })
                line.member("sha256", attachments.map(\.sha256))
            }
            add(result.times, to: &line)
            if let scope = RequestScope.current { line.members(of: scope) }
        }
    }

    private func add(_ times: StageTimes, to line: inout LogLine) {
        line.member("total_ms", times.total)
        if times.hasTransfer {
            for stage in StageTimes.Stage.allCases { line.member("\(stage.rawValue)_ms", times[stage]) }
        }
        if let device = times.device { line.member("device_ms", device) }
    }
}
