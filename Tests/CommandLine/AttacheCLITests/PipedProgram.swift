import AttacheSystem
import AttacheTesting
import Foundation
import Glibc

/// The built `attache` with a pipe for each of its three streams.
final class PipedProgram {
    private let process: StartedProcess
    private var identifier: pid_t { process.identifier }
    private var input: Int32
    private var output: Int32
    private let standardErrorEnd: Int32
    private let threads: WorkerPool

    /// Starts the program that was built with the tests.
    ///
    /// - Parameters:
    ///   - arguments: The arguments, without the program name.
    ///   - file: Receives standard output in place of the pipe.
    /// - Throws: `SystemCallError` when the program does not start.
    init(_ arguments: [String], output file: String? = nil) throws {
        threads = try WorkerPool(threadCount: 2)
        let (inputPipe, outputPipe, errorPipe) = (Self.pipe(), Self.pipe(), Self.pipe())
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, inputPipe.read, 0)
        if let file {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY, 0)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, outputPipe.write, 1)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, errorPipe.write, 2)
        defer { for end in [inputPipe.read, outputPipe.write, errorPipe.write] { close(end) } }
        process = StartedProcess(try unsafe ChildProcess.start([Self.path] + arguments, &actions))
        (input, output, standardErrorEnd) = (inputPipe.write, outputPipe.read, errorPipe.read)
    }

    deinit {
        closeInput()
        closeOutput()
        close(standardErrorEnd)
        threads.shutDown()
    }

    /// Everything the program wrote to standard error; waits until the program closes it.
    var standardError: String {
        get async {
            let end = standardErrorEnd
            return await threads.run { Self.read(end, upTo: nil) } ?? ""
        }
    }

    /// Writes to standard input; a program that has ended already gets nothing.
    func write(_ text: String) {
        let bytes = Array(text.utf8)
        // Not write(2), whose SIGPIPE would end all tests.
        _ = unsafe Glibc.send(input, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Writes lines from a separate thread and closes the input, however slowly the program reads them.
    ///
    /// - Parameters:
    ///   - count: The number of lines.
    ///   - line: Returns the line with this number, counted from 1, with its line end.
    /// - Returns: The number of lines written so far.
    func write(_ count: Int, _ line: @escaping @Sendable (Int) -> String) -> Locked<Int> {
        let written = Locked(0)
        let end = input
        input = -1
        threads.start {
            for number in 1...count {
                let bytes = Array(line(number).utf8)
                var offset = 0
                while offset < bytes.count {
                    let sent = unsafe bytes[offset...].withUnsafeBytes {
                        unsafe Glibc.send(end, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                    }
                    guard sent > 0 else { return _ = close(end) }
                    offset += sent
                }
                written.withLock { $0 = number }
            }
            close(end)
        }
        return written
    }

    /// The next line of standard output with its line end, or an empty string at the end.
    func readLine() async -> String {
        let end = output
        return await threads.run { Self.read(end, upTo: UInt8(ascii: "\n")) } ?? ""
    }

    /// The rest of standard output, read in large pieces.
    func readRest() async -> [UInt8] {
        let end = output
        let rest = await threads.run {
            var bytes: [UInt8] = []
            var piece = [UInt8](repeating: 0, count: 64 * 1024)
            while true {
                let count = unsafe Glibc.read(end, &piece, piece.count)
                guard count > 0 else { return bytes }
                bytes += piece[..<count]
            }
        }
        return rest ?? []
    }

    func closeInput() {
        if input >= 0 { close(input) }
        input = -1
    }

    func closeOutput() {
        if output >= 0 { close(output) }
        output = -1
    }

    func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// The number of bytes of standard output that are not read yet.
    var unreadByteCount: Int {
        var count: Int32 = 0
        // FIONREAD of Linux's <asm-generic/ioctls.h>.
        return unsafe ioctl(output, UInt(0x541B), &count) == 0 ? Int(count) : 0
    }

    /// Whether every thread of the program waits for something.
    var isAsleep: Bool {
        let tasks = "/proc/\(identifier)/task"
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: tasks) else { return false }
        return names.allSatisfy { name in
            (try? String(contentsOfFile: "\(tasks)/\(name)/stat", encoding: .utf8))?.contains(") S ") == true
        }
    }

    /// Waits until the program exits; when the task is cancelled, as at the time limit of a test, the program is killed.
    ///
    /// It waits on a separate thread, since other tests may block the threads of Swift concurrency.
    ///
    /// - Parameter signal: A signal to send repeatedly while waiting.
    /// - Returns: The exit status or the signal.
    func wait(sending signal: Int32? = nil) async -> ProgramEnd {
        let (process, threads, isOver) = (process, threads, Locked(false))
        let status = await withTaskCancellationHandler {
            await threads.run {
                while true {
                    if let status = process.end { return status }
                    if let end = isOver.withLock({ $0 }) ? SIGKILL : signal { kill(process.identifier, end) }
                    usleep(5_000)
                }
            }
        } onCancel: {
            isOver.withLock { $0 = true }
        }
        let end = (status ?? 0) & 0x7F
        return end == 0 ? .exited(((status ?? 0) >> 8) & 0xFF) : .killed(signal: end)
    }

    /// Kills the program after a delay, unless it exits before.
    ///
    /// - Parameters:
    ///   - delay: Microseconds, counted from the first time that `isDue` returns true.
    ///   - isDue: Called repeatedly until it returns true; true by default.
    /// - Returns: How the program ended.
    func end(
        killedAfter delay: UInt32,
        once isDue: @escaping @Sendable () -> Bool = { true }
    ) async -> ProgramEnd {
        let process = process
        let status = await threads.run {
            while !isDue() {
                if let status = process.end { return status }
                usleep(500)
            }
            usleep(delay)
            kill(process.identifier, SIGKILL)
            while true {
                if let status = process.end { return status }
                usleep(500)
            }
        }
        let end = (status ?? 0) & 0x7F
        return end == 0 ? .exited(((status ?? 0) >> 8) & 0xFF) : .killed(signal: end)
    }

    /// Tests and program are built into the same directory.
    static var path: String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = unsafe bytes.withUnsafeMutableBytes { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            return unsafe readlink("/proc/self/exe", start, buffer.count)
        }
        let tests = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
        // The test runner of the toolchain may load the tests; the second guess is therefore the working directory.
        let beside = tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/attache"
        return unsafe access(beside, X_OK) == 0 ? beside : ".build/debug/attache"
    }

    private static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        // A socket pair is close-on-exec from the start, so that programs of other tests do not inherit an end.
        _ = unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        return (ends[0], ends[1])
    }

    private static func read(_ descriptor: Int32, upTo end: UInt8?) -> String {
        var text: [UInt8] = []
        var byte: UInt8 = 0
        while unsafe Glibc.read(descriptor, &byte, 1) == 1 {
            text.append(byte)
            if byte == end { break }
        }
        return String(decoding: text, as: UTF8.self)
    }
}
