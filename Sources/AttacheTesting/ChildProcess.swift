package import AttacheSystem
import Foundation
import Glibc

/// A program that a test runs beside itself.
///
/// `Foundation.Process` is not used: beside exit tests, whose monitor waits for every child, it can miss a child's end
/// and then waits for ever.
package final class ChildProcess: Sendable {
    private let identifier: pid_t

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: Its path.
    ///   - arguments: Its arguments, without its name.
    ///   - directory: Where it runs, or `nil` for here.
    ///   - input: The file that it reads, or `nil` for none.
    ///   - output: The file that takes what it writes, or `nil` for nowhere.
    ///   - errors: The file that takes what it writes to standard error, or `nil` for the same as `output`.
    /// - Throws: `SystemCallError` when the system refuses.
    package init(
        _ program: String,
        _ arguments: [String],
        in directory: String? = nil,
        input: String? = nil,
        output: String? = nil,
        errors: String? = nil
    ) throws(SystemCallError) {
        // env changes the directory, which posix_spawn cannot be told from Swift.
        let words = directory.map { ["/usr/bin/env", "--chdir=\($0)", program] } ?? [program]
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let flags = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, 1, output ?? "/dev/null", flags, 0o600)
        if let errors {
            unsafe posix_spawn_file_actions_addopen(&actions, 2, errors, flags, 0o600)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, 1, 2)
        }
        // The pool's threads block signals, and a child inherits that: it would never hear that it should end.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // Unsafe, and right: every copy lives until the call is over, and the list ends with a null.
        var list = unsafe (words + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe list.forEach { unsafe free($0) } }
        var identifier = pid_t()
        let status = unsafe posix_spawn(&identifier, words[0], &actions, &attributes, &list, environ)
        guard status == 0 else { throw SystemCallError(operation: "posix_spawn", path: program, code: status) }
        self.identifier = identifier
    }

    /// Asks the program to end.
    package func terminate() {
        kill(identifier, SIGTERM)
    }

    /// Sends the program a signal.
    ///
    /// - Parameter number: The signal, such as `SIGINT`.
    package func send(_ number: Int32) {
        kill(identifier, number)
    }

    /// Whether the program has ended.
    package var isOver: Bool {
        let status = (try? String(contentsOfFile: systemFile("stat"), encoding: .utf8)) ?? ""
        return status.isEmpty || status.contains(") Z ")
    }

    /// A file that the system keeps about the program, while it runs.
    ///
    /// - Parameter name: The file's name below /proc/PID, such as `status`.
    /// - Returns: Its path.
    package func systemFile(_ name: String) -> String { "/proc/\(identifier)/\(name)" }

    /// Waits for the program's end without holding a thread.
    ///
    /// - Returns: Its exit status, or the negative number of the signal that ended it.
    package func wait() async -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, WNOHANG) == 0 {
            try? await Task.sleep(for: .milliseconds(2))
        }
        return Self.exitStatus(status)
    }

    /// Waits for the program's end without holding a thread.
    ///
    /// - Returns: Its exit status, or the negative number of the signal that ended it, and the most memory it had resident, in bytes.
    package func waitMeasuringMemory() async -> (status: Int32, peakByteCount: Int) {
        var status: Int32 = 0
        var peak = 0
        while unsafe waitpid(identifier, &status, WNOHANG) == 0 {
            // Not the usage that wait4 tells: that counts what its parent had when it was started.
            peak = max(peak, highWaterMark)
            try? await Task.sleep(for: .milliseconds(5))
        }
        return (Self.exitStatus(status), peak)
    }

    /// The most memory the program had resident so far, in bytes; 0 when it has ended.
    private var highWaterMark: Int {
        let text = (try? String(contentsOfFile: systemFile("status"), encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.filter { $0.isNumber }) ?? 0) * 1024
    }

    /// Waits for the program's end on this thread; only for short programs.
    ///
    /// - Returns: Its exit status, or the negative number of the signal that ended it.
    package func waitBlocking() -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
        return Self.exitStatus(status)
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
}

/// The programs of the package, built into the same directory as the tests.
package enum BuiltProgram {
    /// A program's path.
    ///
    /// - Parameter name: Its name, such as `attached`.
    /// - Returns: The path, beside the tests or, where the toolchain's own runner loads them, below the working directory.
    package static func path(_ name: String) -> String {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = URL(filePath: runner).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        return "\(FileManager.default.currentDirectoryPath)/.build/debug/\(name)"
    }
}
