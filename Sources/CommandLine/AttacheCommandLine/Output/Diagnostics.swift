package import AttacheCore
package import AttacheSystem
import Glibc

/// The writer of standard error: sentences for people, or one JSON object a line.
package struct Diagnostics: Sendable {
    package enum Format: String, Sendable, CaseIterable {
        case text
        case json
    }

    /// The program's name, before every sentence.
    private let program: String
    package var format: Format
    /// -1 for errors only, 0 with warnings, 1 for `-v`, 2 for `-vv`.
    package var verbosity: Int
    /// Clears the progress display while a line is written.
    package var suspendDrawing: @Sendable (_ write: () -> Void) -> Void = { $0() }

    /// Adds the origin of a setting's value to a problem that begins with its name.
    package var locate: @Sendable (_ problem: String) -> String = { $0 }

    package init(program: String = "attache", format: Format = .text, verbosity: Int = 0) {
        self.program = program
        self.format = format
        self.verbosity = verbosity
    }

    /// Reports the problem that ends the command.
    package func error(_ message: String) { write("error", message) }

    /// Reports a problem that does not prevent the work.
    package func warning(_ message: String) {
        if verbosity >= 0 { write("warning", message) }
    }

    package func info(_ message: String) {
        if verbosity >= 1 { write("info", message) }
    }

    package func debug(_ message: String) {
        if verbosity >= 2 { write("debug", message) }
    }

    private func write(_ level: String, _ message: String) {
        let line: [UInt8]
        switch format {
        case .text:
            let prefix = level == "error" ? "\(program): " : "\(program): \(level): "
            let text = prefix + message.escapedForTerminal
            line = Array((TerminalText.ofErrors.wrapped(text, column: 4) + "\n").utf8)
        case .json:
            var writer = JSONWriter()
            writer.beginObject()
            writer.member("level", level)
            writer.member("message", message)
            writer.endObject()
            writer.endLine()
            line = writer.bytes
        }
        // A closed standard error must not stop the command.
        suspendDrawing { _ = FileDescriptor.writeAll(line, to: STDERR_FILENO) }
    }
}

/// The only writer to standard output, which contains results only.
package enum StandardOutput {
    /// Its name in sentences: the path of the file that took its place.
    private static let name = Locked("Standard output")

    /// Makes a file standard output, replacing its content; throws when it cannot be written.
    package static func redirect(to path: String) throws(SystemCallError) {
        let file = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard file >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        defer { close(file) }
        guard dup2(file, STDOUT_FILENO) >= 0 else { throw SystemCallError(operation: "dup2", code: errno) }
        name.withLock { $0 = path }
    }

    /// Writes all bytes, in as many calls as necessary; blocks while the reader is slow, which is the back-pressure.
    ///
    /// - Returns: Whether there is still a reader: it ends as `head` does, which is no failure of the command.
    /// - Throws: `SurroundingsError` when the bytes cannot be written; every command ends with it and the status 1.
    @discardableResult
    package static func write(_ bytes: [UInt8]) throws(SurroundingsError) -> Bool {
        switch FileDescriptor.writeAll(bytes, to: STDOUT_FILENO) {
        case .written: return true
        case .closed: return false
        case .failed(let code):
            let name = name.withLock { $0 }
            throw SurroundingsError(sentence: "\(name) cannot be written: \(SystemCallError.message(code)).")
        }
    }

    /// Writes whole lines, as for bytes.
    @discardableResult
    package static func write(_ text: String) throws(SurroundingsError) -> Bool { try write(Array(text.utf8)) }

    /// Writes a text for people, which a terminal gets in lines of its width.
    @discardableResult
    package static func write(wrapping text: String) throws(SurroundingsError) -> Bool {
        try write(TerminalText(ProcessEnvironment.current).wrapped(text))
    }
}
