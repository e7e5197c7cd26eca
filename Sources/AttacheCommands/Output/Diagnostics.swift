import AttacheCommandLine
import AttacheCore
import AttacheSystem
import Glibc

/// What goes to standard error: sentences for people, or one JSON object a line.
struct Diagnostics: Sendable {
    /// How lines are written.
    enum Format: String, Sendable, CaseIterable {
        case text
        case json
    }

    var format: Format = .text
    /// 0 for errors only, 1 for `-v`, 2 for `-vv`.
    var verbosity = 0
    /// Takes away what else stands on standard error while a line is written.
    var suspendDrawing: @Sendable (_ write: () -> Void) -> Void = { $0() }

    /// Tells of something that kept the command from its work.
    func error(_ message: String) { write("error", message) }

    /// Tells of something suspicious that kept nothing from being done.
    func warning(_ message: String) { write("warning", message) }

    /// Tells of something worth knowing, with `-v`.
    func info(_ message: String) {
        if verbosity >= 1 { write("info", message) }
    }

    /// Tells of a detail, with `-vv`.
    func debug(_ message: String) {
        if verbosity >= 2 { write("debug", message) }
    }

    private func write(_ level: String, _ message: String) {
        let line: [UInt8]
        switch format {
        case .text:
            let prefix = level == "error" ? "attache: " : "attache: \(level): "
            line = Array((prefix + TerminalText.escaped(message) + "\n").utf8)
        case .json:
            line = LogLine.encode(level: level, message: message)
        }
        // A closed standard error is no reason to stop.
        suspendDrawing { _ = FileDescriptor.writeAll(line, to: STDERR_FILENO) }
    }
}

/// One line of the JSON log.
enum LogLine {
    static func encode(level: String, message: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.key("level")
        writer.string(level)
        writer.key("message")
        writer.string(message)
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}

/// What is said on standard error about items.
struct ItemDiagnostics: Sendable {
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Whether there is anything to say of a result: of rejected ones always, of others with `-v`.
    func shouldReport(_ result: RewriteResult) -> Bool {
        diagnostics.verbosity > 0 || result.outcome == .rejected
    }

    /// Says on standard error what a bare line cannot: why an item was rejected; with `-v` what became of each item and
    /// why it fell back; with `-vv` every finding and where the time went.
    func report(_ record: ItemRecord) {
        if record.outcome != .rejected { diagnostics.info(Self.summary(record)) }
        for reason in record.reasons {
            let sentence = "\(record.source): \(reason.code): \(reason.message)" + (reason.fix.map { " \($0)" } ?? "")
            if record.outcome == .rejected {
                diagnostics.error(sentence)
            } else if reason.severity == .block {
                diagnostics.info(sentence)
            } else {
                diagnostics.debug(sentence)
            }
        }
        if let transfer = StageFacts.transfer(record.timing) {
            diagnostics.debug("\(record.source): \(transfer)")
        }
    }

    /// Outcome, terms and time in one line.
    private static func summary(_ record: ItemRecord) -> String {
        let terms = [record.policy.map { "policy \($0)" }, record.network.map { "network \($0)" }].compactMap { $0 }
        return "\(record.source): \(record.outcome.rawValue) in \(Milliseconds.text(record.timing.total)), "
            + terms.joined(separator: ", ")
    }
}
