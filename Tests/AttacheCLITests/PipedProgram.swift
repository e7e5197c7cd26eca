import AttacheSystem
import Glibc

/// The built `attache` with a connection to each of its three streams.
final class PipedProgram {
    private let identifier: pid_t
    private var input: Int32
    private var output: Int32
    private let talkEnd: Int32
    private let threads: WorkerPool

    /// Starts the program that was built beside the tests.
    ///
    /// - Parameters:
    ///   - arguments: Its arguments, without its name.
    ///   - file: What takes standard output, instead of this test.
    /// - Throws: `SystemCallError` when the system refuses.
    init(_ arguments: [String], output file: String? = nil) throws {
        threads = try WorkerPool(threadCount: 2)
        let (inputPipe, outputPipe, talkPipe) = (Self.pipe(), Self.pipe(), Self.pipe())
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, inputPipe.read, 0)
        if let file {
            unsafe posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY, 0)
        } else {
            unsafe posix_spawn_file_actions_adddup2(&actions, outputPipe.write, 1)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, talkPipe.write, 2)
        // Threads of the tests block signals, and a child inherits that.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // Unsafe, and right: every copy lives until the call is over, and the list ends with a null.
        var words = unsafe ([Self.path] + arguments).map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var identifier = pid_t()
        let status = unsafe posix_spawn(&identifier, Self.path, &actions, &attributes, &words, environ)
        for end in [inputPipe.read, outputPipe.write, talkPipe.write] { close(end) }
        guard status == 0 else { throw SystemCallError(operation: "posix_spawn", code: status) }
        self.identifier = identifier
        (input, output, talkEnd) = (inputPipe.write, outputPipe.read, talkPipe.read)
    }

    deinit {
        closeInput()
        closeOutput()
        close(talkEnd)
        threads.shutDown()
    }

    /// Everything the program said on standard error; it waits for the program's end.
    var talk: String {
        get async {
            let end = talkEnd
            return await threads.run { Self.read(end, upTo: nil) } ?? ""
        }
    }

    func write(_ text: String) {
        let bytes = Array(text.utf8)
        _ = unsafe Glibc.write(input, bytes, bytes.count)
    }

    /// Writes lines from a thread of its own and closes the input, however long the program takes to read them.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - line: Gives the line of a number from 1, with its line end.
    /// - Returns: How many have been written so far.
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

    /// The next line of standard output with its line end, or nothing at the end.
    func readLine() async -> String {
        let end = output
        return await threads.run { Self.read(end, upTo: UInt8(ascii: "\n")) } ?? ""
    }

    /// Everything that is left of standard output, in large pieces.
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

    /// Waits for the end.
    ///
    /// It waits on a thread of its own: other tests may hold those of Swift concurrency for long.
    ///
    /// - Parameter signal: What is sent again and again meanwhile.
    /// - Returns: The status, or the signal.
    func wait(sending signal: Int32? = nil) async -> ProgramEnd {
        let identifier = identifier
        let status = await threads.run {
            var status: Int32 = 0
            let deadline = ContinuousClock.now + .seconds(45)
            while unsafe waitpid(identifier, &status, WNOHANG) == 0 {
                // A program that never ends is a failure, and must not hold up the tests for ever.
                if let end = ContinuousClock.now > deadline ? SIGKILL : signal { kill(identifier, end) }
                usleep(5_000)
            }
            return status
        }
        let end = (status ?? 0) & 0x7F
        return end == 0 ? .exited(((status ?? 0) >> 8) & 0xFF) : .killed(signal: end)
    }

    /// Kills the program after a while, unless it has ended before.
    ///
    /// - Parameters:
    ///   - delay: Microseconds, counted from when `isDue` first says so.
    ///   - isDue: Asked again and again until then; from now on by default.
    /// - Returns: How it ended.
    func end(
        killedAfter delay: UInt32,
        once isDue: @escaping @Sendable () -> Bool = { true }
    ) async -> ProgramEnd {
        let identifier = identifier
        let status = await threads.run {
            var status: Int32 = 0
            while !isDue() {
                if unsafe waitpid(identifier, &status, WNOHANG) > 0 { return status }
                usleep(500)
            }
            usleep(delay)
            kill(identifier, SIGKILL)
            while unsafe waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
            return status
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
        // The test runner of the toolchain may load the tests, so that the working directory is the second guess.
        let beside = tests.split(separator: "/").dropLast().reduce("") { "\($0)/\($1)" } + "/attache"
        return unsafe access(beside, X_OK) == 0 ? beside : ".build/debug/attache"
    }

    private static func pipe() -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        // A pair of sockets is closed on exec from its first moment, so that no other test's program inherits an end.
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
