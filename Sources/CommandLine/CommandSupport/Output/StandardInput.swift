import Glibc

package enum StandardInput {
    /// Whether a command would wait for a person to type: no file given, and standard input is a terminal.
    package static func isInteractive(for files: [String]) -> Bool {
        files.isEmpty && isatty(STDIN_FILENO) == 1
    }
}
