import Glibc

package enum StandardInput {
    /// Whether a command would wait for a person to type: no file given, and standard input is a terminal.
    package static func isInteractive(for files: [String]) -> Bool {
        files.isEmpty && isatty(STDIN_FILENO) == 1
    }
}

package enum TerminalWidth {
    /// Returns the width of a terminal's window in columns: the terminal's own value, else `COLUMNS`, else 80.
    package static func current(of descriptor: Int32, environment: [String: String]) -> Int {
        var size = winsize()
        // Unsafe, but correct: this request only writes a `winsize`.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return 80
    }
}
