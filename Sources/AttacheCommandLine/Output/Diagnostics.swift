import AttacheCore
package import AttacheSystem
import Glibc

/// What goes to standard error: sentences for people, or one JSON object a line.
package struct Diagnostics: Sendable {
    /// How lines are written.
    package enum Format: String, Sendable, CaseIterable {
        case text
        case json
    }

    /// The program's name, before every sentence.
    private let program: String
    private let format: Format
    /// 0 for errors only, 1 for `-v`, 2 for `-vv`.
    package let verbosity: Int
    /// Takes away what else stands on standard error while a line is written.
    package var suspendDrawing: @Sendable (_ write: () -> Void) -> Void = { $0() }

    package init(program: String = "attache", format: Format = .text, verbosity: Int = 0) {
        self.program = program
        self.format = format
        self.verbosity = verbosity
    }

    /// Tells of something that kept the command from its work.
    package func error(_ message: String) { write("error", message) }

    /// Tells of something suspicious that kept nothing from being done.
    package func warning(_ message: String) { write("warning", message) }

    /// Tells of something worth knowing, with `-v`.
    package func info(_ message: String) {
        if verbosity >= 1 { write("info", message) }
    }

    /// Tells of a detail, with `-vv`.
    package func debug(_ message: String) {
        if verbosity >= 2 { write("debug", message) }
    }

    private func write(_ level: String, _ message: String) {
        let line: [UInt8]
        switch format {
        case .text:
            let prefix = level == "error" ? "\(program): " : "\(program): \(level): "
            line = Array((prefix + message.escapedForTerminal + "\n").utf8)
        case .json:
            var writer = JSONWriter()
            writer.beginObject()
            writer.key("level")
            writer.string(level)
            writer.key("message")
            writer.string(message)
            writer.endObject()
            writer.endLine()
            line = writer.bytes
        }
        // A closed standard error is no reason to stop.
        suspendDrawing { _ = FileDescriptor.writeAll(line, to: STDERR_FILENO) }
    }
}

/// The only writer to standard output: the product, and nothing else.
package enum StandardOutput {
    /// Writes all bytes, however many calls it takes.
    ///
    /// Blocks while the reader is slow, which is the back-pressure; call it from a thread that may block.
    @discardableResult
    package static func write(_ bytes: [UInt8]) -> WriteResult {
        FileDescriptor.writeAll(bytes, to: STDOUT_FILENO)
    }

    /// Writes text, all of it as for bytes.
    ///
    /// - Parameter text: Whole lines.
    /// - Returns: How it ended.
    @discardableResult
    package static func write(_ text: String) -> WriteResult { write(Array(text.utf8)) }

    /// Writes what a command prints once.
    ///
    /// - Parameters:
    ///   - bytes: The bytes.
    ///   - diagnostics: Takes the failure.
    /// - Returns: Success, a closed pipe included; `runtimeFault` when the system does not take the bytes.
    package static func write(_ bytes: [UInt8], reportingTo diagnostics: Diagnostics) -> CommandStatus {
        guard case .failed(let code) = write(bytes) else { return .success }
        diagnostics.error("Standard output cannot be written: \(SystemCallError.message(code)).")
        return .runtimeFault
    }
}
