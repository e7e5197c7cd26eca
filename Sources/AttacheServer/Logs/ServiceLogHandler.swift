import AttacheCore
import Logging

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
