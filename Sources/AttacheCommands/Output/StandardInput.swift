import Glibc

/// What standard input is.
enum StandardInput {
    /// Whether a command would wait for a person to type: no file given, and standard input is a terminal.
    static func isInteractive(for files: [String]) -> Bool {
        files.isEmpty && isatty(STDIN_FILENO) == 1
    }
}

/// How wide a terminal is.
enum TerminalWidth {
    /// The width of a terminal's window in columns: what the terminal says, else `COLUMNS`, else 80.
    static func current(of descriptor: Int32, environment: [String: String]) -> Int {
        var size = winsize()
        // Unsafe, and right: this request fills in a `winsize` and nothing else.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return 80
    }
}
