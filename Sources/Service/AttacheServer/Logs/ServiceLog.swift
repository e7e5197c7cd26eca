import Attache
import AttacheCore
import Glibc
package import Logging

/// The log of the service: swift-log messages and the lines of payloads, in one format on one descriptor, standard
/// error by default.
package final class ServiceLog: Sendable {
    /// The minimum level.
    package let level: Logger.Level
    private let format: LogFormat
    /// Whether a person reads the log on a terminal.
    let isForPerson: Bool
    private let sink: LogSink

    /// Creates a log; without a format its lines are text on a terminal, and JSON elsewhere.
    package init(
        descriptor: Int32 = 2,
        format: LogFormat? = nil,
        level: Logger.Level = .info,
        limit: Int = 4 << 20
    ) {
        let isTerminal = isatty(descriptor) == 1
        let format = format ?? (isTerminal ? .text : .json)
        self.level = level
        self.format = format
        isForPerson = isTerminal && format == .text
        sink = LogSink(descriptor: descriptor, limit: limit) { count in
            var line = LogLine(format, at: .now, level: "warning", "log lines were dropped: standard error is too slow")
            line.member(LogField.dropped, count)
            return line.finish()
        }
    }

    /// Returns a swift-log logger that writes to this log, with its level.
    package func logger(_ label: String) -> Logger {
        Logger(label: label) { ServiceLogHandler(label: $0, log: self) }
    }

    /// Waits until everything has been written, or the timeout has passed.
    package func flush(within timeout: Duration) async {
        await sink.flush(within: timeout)
    }

    /// The number of lines dropped so far.
    var droppedLineCount: Int { sink.droppedCount }

    /// Writes a line if its level is enabled; `members` adds its members.
    func write(_ level: Logger.Level, _ message: String, _ members: (inout LogLine) -> Void) {
        guard level >= self.level else { return }
        writeLine(level, message, members)
    }

    /// Writes a sentence as it is, for a person.
    func write(sentence: String) {
        sink.write(Array("\(sentence)\n".utf8))
    }

    /// Writes a line without checking its level.
    func writeLine(_ level: Logger.Level, _ message: String, _ members: (inout LogLine) -> Void) {
        var line = LogLine(format, at: .now, level: level.rawValue, message)
        members(&line)
        sink.write(line.finish())
    }
}

/// The format of log lines.
package enum LogFormat: String, Sendable, CaseIterable {
    /// One JSON object per line.
    case json
    /// Time, level and message, then `name=value`.
    case text
}

/// A handler that writes swift-log messages to the service's log, without secrets.
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
                // The names of the line's own members are reserved.
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
        case .string(let text): line.member(name, RedactedURL.value(text))
        case .stringConvertible(let number as Int): line.member(name, number)
        case .stringConvertible(let flag as Bool): line.member(name, flag)
        case .stringConvertible(let other): line.member(name, RedactedURL.value("\(other)"))
        case .array(let values): line.member(name, values.map { RedactedURL.value("\($0)") })
        case .dictionary(let members):
            for key in members.keys.sorted() { write("\(name).\(key)", members[key] ?? "", to: &line) }
        }
    }

    /// Whether a name suggests a secret value.
    private static func isSecret(_ name: String) -> Bool {
        let name = name.lowercased()
        return ["authorization", "token", "password", "secret", "cookie"].contains { name.contains($0) }
    }
}

/// Logs one canonical line for each payload, with the member names of `LoggingObserver`.
///
/// It writes the line itself instead of building logger metadata: at tens of thousands of payloads a second the
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
            // Joined with each read.
            let found = result.reasons
            if let headline = found.headline {
                line.member("reason", headline.code.rawValue)
                line.member("permanent", headline.isPermanent)
                line.member(LogField.detail, headline.message)
            }
            line.member("reasons", found.map(\.code.rawValue))
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
