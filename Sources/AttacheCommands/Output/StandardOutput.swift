import AttacheCommandLine
import AttacheSystem
import Glibc

/// The only writer to standard output, which contains results only.
struct StandardOutput {
    /// Writes all bytes, in as many calls as necessary; blocks while the reader is slow, which is the back-pressure.
    static func write(_ bytes: [UInt8]) -> WriteResult {
        DescriptorWriter.writeAll(bytes, to: STDOUT_FILENO)
    }
}

enum StandardInput {
    /// Whether a command would wait for a person to type: no file given, and standard input is a terminal.
    static func isInteractive(for files: [String]) -> Bool {
        files.isEmpty && isatty(STDIN_FILENO) == 1
    }
}

enum TerminalWidth {
    /// Returns the width of a terminal's window in columns: the terminal's own value, else `COLUMNS`, else 80.
    static func current(of descriptor: Int32, environment: [String: String]) -> Int {
        var size = winsize()
        // Unsafe, but correct: this request only writes a `winsize`.
        if unsafe ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
        if let columns = environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 { return columns }
        return 80
    }
}
