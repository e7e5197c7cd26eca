import AttacheCommandLine
import AttacheCore
import AttacheSystem
import Glibc

/// The writer of standard error: sentences for people, or one JSON object a line.
struct Diagnostics: Sendable {
    enum Format: String, Sendable, CaseIterable {
        case text
        case json
    }

    var format: Format = .text
    /// 0 for errors only, 1 for `-v`, 2 for `-vv`.
    var verbosity = 0
    /// Clears the progress display while a line is written.
    var suspendDrawing: @Sendable (_ write: () -> Void) -> Void = { $0() }

    func error(_ message: String) { write("error", message) }

    /// Reports a problem that does not prevent the work.
    func warning(_ message: String) { write("warning", message) }

    func info(_ message: String) {
        if verbosity >= 1 { write("info", message) }
    }

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
        // A closed standard error must not stop the command.
        suspendDrawing { _ = DescriptorWriter.writeAll(line, to: STDERR_FILENO) }
    }
}

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

/// Messages about items on standard error.
struct ItemDiagnostics: Sendable {
    private let diagnostics: Diagnostics

    init(_ diagnostics: Diagnostics) {
        self.diagnostics = diagnostics
    }

    /// Whether a result has messages: rejected ones always, others with `-v`.
    func shouldReport(_ result: RewriteResult) -> Bool {
        diagnostics.verbosity > 0 || result.outcome == .rejected
    }

    /// Reports the reasons of a rejected item; with `-v` each outcome and the reason of each fallback; with `-vv` every
    /// finding and the transfer times.
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

    private static func summary(_ record: ItemRecord) -> String {
        let terms = [record.policy.map { "policy \($0)" }, record.network.map { "network \($0)" }].compactMap { $0 }
        return "\(record.source): \(record.outcome.rawValue) in \(Milliseconds.text(record.timing.total)), "
            + terms.joined(separator: ", ")
    }
}
