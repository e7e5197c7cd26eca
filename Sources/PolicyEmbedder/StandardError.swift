import Glibc

/// The standard error stream, as a target of `print`.
struct StandardError: TextOutputStream {
    mutating func write(_ text: String) {
        var text = text
        _ = text.withUTF8 { unsafe Glibc.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
