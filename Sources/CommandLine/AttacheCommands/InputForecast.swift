import AttacheSystem
import CommandSupport
import Glibc

/// A guess, before the arguments are parsed, whether the input needs a transfer.
///
/// libcurl and its forty libraries take longer to load than everything else at a start. With the guess they are loaded
/// beside everything else; without one, or with a wrong one, the first transfer loads them.
enum InputForecast {
    /// The number of bytes that are looked at: a payload has at most 4 KB, an envelope somewhat more.
    private static let limit = 16 * 1024

    /// Whether an argument is a URL to explain, or a file on the command line or standard input begins with a payload that
    /// allows an extension and names a URL. Call it before there are threads, which could open files in between.
    static func expectsMedia(_ arguments: [String], standardInput: Int32 = STDIN_FILENO) -> Bool {
        // The commands that take payloads from files or standard input, one by one.
        guard let command = arguments.first, command == "rewrite" || command == "explain" else { return false }
        let words = arguments.dropFirst().filter { !$0.hasPrefix("-") }
        if command == "explain", words.contains(where: { $0.hasPrefix("http://") || $0.hasPrefix("https://") }) {
            return true
        }
        return words.contains { InputPaths.isRegularFile($0) && needsTransfer(headOfFile($0)) }
            || needsTransfer(standardInputHead(standardInput))
    }

    /// Returns the first bytes of a regular file or a pipe; none of a device, a terminal or a socket.
    private static func standardInputHead(_ descriptor: Int32) -> [UInt8] {
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0 else { return [] }
        guard [S_IFREG, S_IFIFO].contains(status.st_mode & S_IFMT) else { return [] }
        return FileDescriptor.peek(descriptor, limit: limit)
    }

    private static func needsTransfer(_ bytes: [UInt8]) -> Bool {
        bytes.contains("http".utf8) && bytes.contains("mutable-content".utf8)
    }

    private static func headOfFile(_ path: String) -> [UInt8] {
        // Unsafe, and right: the string is a C string for the length of the call.
        let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        return FileDescriptor.peek(descriptor, limit: limit)
    }
}
