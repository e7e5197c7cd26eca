import AttacheOptions
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
        suspendDrawing { _ = DescriptorWriter.writeAll(line, to: STDERR_FILENO) }
    }
}
