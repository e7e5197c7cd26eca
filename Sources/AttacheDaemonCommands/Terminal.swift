import AttacheOptions
import Glibc

/// What goes to standard output and standard error of commands that people run.
enum Terminal {
    /// Writes lines to standard output.
    ///
    /// - Parameter text: Whole lines.
    /// - Returns: Whether they were written, or nobody takes them any more.
    @discardableResult
    static func print(_ text: String) -> Bool {
        if case .failed = DescriptorWriter.writeAll(Array(text.utf8), to: STDOUT_FILENO) { return false }
        return true
    }

    /// Tells of something on standard error.
    ///
    /// - Parameter sentence: One line or several, without the last line break.
    static func report(_ sentence: String) {
        _ = DescriptorWriter.writeAll(Array("\(sentence)\n".utf8), to: STDERR_FILENO)
    }
}
