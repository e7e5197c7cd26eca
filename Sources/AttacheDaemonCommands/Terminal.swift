import Glibc

/// What goes to standard output and standard error of commands that people run.
enum Terminal {
    /// Writes lines to standard output.
    ///
    /// - Parameter text: Whole lines.
    /// - Returns: Whether they were written, or nobody takes them any more.
    @discardableResult
    static func print(_ text: String) -> Bool { write(text, to: STDOUT_FILENO) }

    /// Tells of something on standard error.
    ///
    /// - Parameter sentence: One line or several, without the last line break.
    static func tell(_ sentence: String) { write(sentence + "\n", to: STDERR_FILENO) }

    @discardableResult
    private static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // Unsafe, and right: the system reads no more than the slice's own count.
            let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard written > 0 else {
                if written < 0, errno == EINTR { continue }
                return errno == EPIPE
            }
            rest = rest.dropFirst(written)
        }
        return true
    }
}
