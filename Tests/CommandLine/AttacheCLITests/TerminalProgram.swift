import AttacheSystem
import AttacheTesting
import Glibc
import Testing

/// The built `attache` on a terminal of its own, whose keys send signals.
final class TerminalProgram {
    private let identifier: pid_t
    private let terminal: Int32
    private let threads: WorkerPool
    private let printed = Locked("")
    private let isOver = Locked(false)

    /// Starts the program that was built with the tests; throws `SystemCallError` when it does not start.
    init(_ arguments: [String]) throws {
        threads = try WorkerPool(threadCount: 2)
        // The C library's own functions for this are hidden from Swift; these are the requests behind them.
        let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        terminal = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, index): (Int32, UInt32) = (0, 0)
        guard terminal >= 0, unsafe ioctl(terminal, unlock, &isLocked) == 0,
            unsafe ioctl(terminal, number, &index) == 0
        else { throw SystemCallError(operation: "open", path: "/dev/ptmx", code: errno) }
        let name = "/dev/pts/\(index)"
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a process without one opens becomes its own.
        for number in 0...2 as ClosedRange<Int32> {
            unsafe posix_spawn_file_actions_addopen(&actions, number, name, O_RDWR, 0)
        }
        let ownSession: Int32 = 0x80
        identifier = try unsafe ChildProcess.start([PipedProgram.path] + arguments, &actions, flags: ownSession)
        let (end, printed, isOver) = (terminal, printed, isOver)
        threads.start {
            var piece = [UInt8](repeating: 0, count: 4096)
            // The terminal reports an error when the program has closed it.
            while case let count = unsafe read(end, &piece, piece.count), count > 0 {
                let text = String(decoding: piece[..<count], as: UTF8.self)
                printed.withLock { $0 += text }
            }
            isOver.withLock { $0 = true }
        }
    }

    deinit {
        kill(identifier, SIGKILL)
        threads.shutDown()
        close(terminal)
    }

    /// What the program has printed.
    var output: String { printed.withLock { $0 } }

    /// Presses Ctrl-C.
    func interrupt() {
        _ = unsafe write(terminal, [3], 1)
    }

    /// Waits until the program has printed a text; fails when it ends without it.
    func wait(for text: String) async throws {
        try await waitUntil {
            let isOver = isOver.withLock { $0 }
            if output.contains(text) { return true }
            try #require(!isOver, "\(output)")
            return false
        }
    }

    /// Waits until the program exits.
    func wait() async throws -> ProgramEnd {
        var status: Int32 = 0
        try await waitUntil { unsafe waitpid(identifier, &status, WNOHANG) != 0 }
        return status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .killed(signal: status & 0x7F)
    }
}
