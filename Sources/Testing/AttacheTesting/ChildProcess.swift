package import AttacheSystem
import Foundation
package import Glibc

/// A child process of a test.
///
/// `Foundation.Process` is not used: beside exit tests, whose monitor waits for every child, it can miss a child's end
/// and then waits indefinitely.
package final class ChildProcess: Sendable {
    private let process: StartedProcess
    private var identifier: pid_t { process.identifier }

    /// Starts the program at a path; `nil` means the current directory, no input, discarded output, and errors in the
    /// same file as the output. Throws `SystemCallError` when the system refuses.
    package init(
        _ program: String,
        _ arguments: [String],
        in directory: String? = nil,
        input: String? = nil,
        output: String? = nil,
        errors: String? = nil
    ) throws(SystemCallError) {
        // env changes the directory, which posix_spawn does not support from Swift.
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
        process = StartedProcess(try unsafe Self.start(words + arguments, &actions))
    }

    /// Starts a program that receives signals: the threads of the tests block them, and a child inherits that.
    ///
    /// `words` are the path of the program and its arguments, `flags` further ones of posix_spawn(3). Throws
    /// `SystemCallError` when the system refuses.
    @unsafe package static func start(
        _ words: [String],
        _ actions: inout posix_spawn_file_actions_t,
        flags: Int32 = 0
    ) throws(SystemCallError) -> pid_t {
        // Only the standard streams: how many others this process has must not decide how many the program can open. That a
        // descriptor is not open is no error.
        for descriptor in 3..<256 as Range<Int32> { unsafe posix_spawn_file_actions_addclose(&actions, descriptor) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(flags | Int32(POSIX_SPAWN_SETSIGMASK)))
        // Unsafe, and right: every copy lives until the end of the call, and the list ends with a null.
        var list = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe list.forEach { unsafe free($0) } }
        let program = words.first ?? ""
        var identifier = pid_t()
        let status = unsafe posix_spawn(&identifier, program, &actions, &attributes, &list, environ)
        guard status == 0 else { throw SystemCallError(operation: "posix_spawn", path: program, code: status) }
        return identifier
    }

    /// The words that start a program with a home, and with nothing of the tests' variables: some look like settings.
    package static func plainly(home: String, _ variables: [String: String] = [:]) -> [String] {
        // A sanitizer's memory and system calls are more than the sandbox of a helper allows.
        let kept = ["ATTACHE_TYPE_CHECK", "TSAN_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"]
        let environment = ProcessInfo.processInfo.environment.filter { kept.contains($0.key) }
        let all = environment.merging(variables) { $1 }
        return ["-i", "PATH=/usr/bin:/bin", "HOME=\(home)"] + all.map { "\($0)=\($1)" }
    }

    /// Sends SIGTERM.
    package func terminate() {
        kill(identifier, SIGTERM)
    }

    package func send(_ number: Int32) {
        kill(identifier, number)
    }

    package var isOver: Bool {
        let status = (try? String(contentsOfFile: systemFile("stat"), encoding: .utf8)) ?? ""
        return status.isEmpty || status.contains(") Z ")
    }

    /// Returns the path of a file in /proc/PID, such as `status`.
    package func systemFile(_ name: String) -> String { "/proc/\(identifier)/\(name)" }

    /// Waits for the end without blocking a thread; returns the exit status, or the negative number of the signal. When the
    /// task is cancelled, as at the time limit of a test, the program is killed.
    package func wait() async -> Int32 {
        while true {
            if let status = process.end { return Self.exitStatus(status) }
            await pause(.milliseconds(2))
        }
    }

    private func pause(_ time: Duration) async {
        do {
            try await Task.sleep(for: time)
        } catch {
            kill(identifier, SIGKILL)
            await Task.yield()
        }
    }

    /// Waits for the end as `wait` does; returns the exit status, or the negative number of the signal, and the peak of
    /// resident memory in bytes.
    package func waitMeasuringMemory() async -> (status: Int32, peakByteCount: Int) {
        var peak = 0
        while true {
            if let status = process.end { return (Self.exitStatus(status), peak) }
            // The usage that wait4 reports also counts the memory of the parent at the start.
            peak = max(peak, highWaterMark)
            await pause(.milliseconds(5))
        }
    }

    /// The peak of resident memory in bytes; 0 after the end.
    private var highWaterMark: Int {
        let text = (try? String(contentsOfFile: systemFile("status"), encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        return (Int(line.filter { $0.isNumber }) ?? 0) * 1024
    }

    /// Waits for the end on this thread, for short programs; returns the exit status, or the negative number of the
    /// signal.
    package func waitBlocking() -> Int32 {
        while true {
            if let status = process.end { return Self.exitStatus(status) }
            usleep(500)
        }
    }

    private static func exitStatus(_ status: Int32) -> Int32 {
        status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
}

/// The programs of the package, built into the same directory as the tests.
package enum BuiltProgram {
    /// Returns the path of a program such as `attached`: beside the tests or, where the toolchain's own runner loads
    /// them, below the working directory.
    package static func path(_ name: String) -> String {
        let runner = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        let beside = URL(filePath: runner).deletingLastPathComponent().appending(path: name).path(percentEncoded: false)
        if FileManager.default.isExecutableFile(atPath: beside) { return beside }
        return "\(FileManager.default.currentDirectoryPath)/.build/debug/\(name)"
    }
}
