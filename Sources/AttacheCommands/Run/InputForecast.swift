import AttacheSystem
import Glibc

/// A guess, before the arguments are parsed, whether the input needs a transfer.
///
/// libcurl and its forty libraries take longer to load than everything else at a start. With the guess they are loaded
/// beside everything else; without one, or with a wrong one, the first transfer loads them.
enum InputForecast {
    /// The commands that take payloads from files or standard input, one by one.
    private static let commands: Set<String> = ["rewrite", "explain"]

    /// The number of bytes that are looked at: a payload has at most 4 KB, an envelope somewhat more.
    private static let limit = 16 * 1024

    /// Whether the files of a command line, or standard input without one, begin with a payload that allows an extension
    /// and names a URL.
    static func expectsMedia(_ arguments: [String], standardInput: Int32 = STDIN_FILENO) -> Bool {
        guard let command = arguments.first, commands.contains(command) else { return false }
        let files = arguments.dropFirst().filter { !$0.hasPrefix("-") && InputPaths.isRegularFile($0) }
        guard files.isEmpty else { return files.contains { needsTransfer(headOfFile($0)) } }
        return needsTransfer(FileDescriptor.peek(standardInput, limit: limit))
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
