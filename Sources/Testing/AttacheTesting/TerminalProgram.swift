import AttacheSystem
import Glibc

/// A program on a terminal of its own, whose keys send signals.
package final class TerminalProgram {
    /// The program has ended before it printed a text.
    package struct Ended: Error {
        package let output: String
    }

    private let process: StartedProcess
    private var identifier: pid_t { process.identifier }
    /// The terminal's other end; -1 once it is closed.
    private let terminal: Locked<Int32>
    private let isHungUp = Locked(false)
    private let threads: WorkerPool
    private let printed = Locked("")
    private let isOver = Locked(false)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: The path of the program.
    ///   - arguments: Its arguments.
    ///   - columns: The width of the terminal; without one the terminal does not say it.
    /// - Throws: `SystemCallError` when the program does not start.
    package init(_ program: String, _ arguments: [String], columns: UInt16? = nil) throws {
        threads = try WorkerPool(threadCount: 1)
        // The C library's own functions for this are hidden from Swift; these are the requests behind them.
        let (unlock, number): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
        let end = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
        var (isLocked, index): (Int32, UInt32) = (0, 0)
        guard end >= 0, unsafe ioctl(end, unlock, &isLocked) == 0, unsafe ioctl(end, number, &index) == 0
        else { throw SystemCallError(operation: "open", path: "/dev/ptmx", code: errno) }
        if let columns {
            var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
            _ = unsafe ioctl(end, UInt(TIOCSWINSZ), &size)
        }
        let name = "/dev/pts/\(index)"
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a process without one opens becomes its own.
        for number in 0...2 as ClosedRange<Int32> {
            unsafe posix_spawn_file_actions_addopen(&actions, number, name, O_RDWR, 0)
        }
        let ownSession: Int32 = 0x80
        process = StartedProcess(try unsafe ChildProcess.start([program] + arguments, &actions, flags: ownSession))
        terminal = Locked(end)
        let (terminal, isHungUp, printed, isOver) = (terminal, isHungUp, printed, isOver)
        threads.start {
            var piece = [UInt8](repeating: 0, count: 4096)
            while !isHungUp.withLock({ $0 }) {
                // A read that waits would keep the terminal open.
                var waiting = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
                guard unsafe poll(&waiting, 1, 20) > 0 else { continue }
                // The terminal reports an error when the program has closed it.
                let count = unsafe read(end, &piece, piece.count)
                guard count > 0 else { break }
                let text = String(decoding: piece[..<count], as: UTF8.self)
                printed.withLock { $0 += text }
            }
            terminal.withLock { terminal in
                close(terminal)
                terminal = -1
            }
            isOver.withLock { $0 = true }
        }
    }

    deinit {
        kill(identifier, SIGKILL)
        hangUp()
        threads.shutDown()
    }

    /// What the program has printed.
    package var output: String { printed.withLock { $0 } }

    /// Presses Ctrl-C.
    package func interrupt() {
        _ = terminal.withLock { unsafe write($0, [3], 1) }
    }

    /// Closes the terminal, as its window does.
    package func hangUp() {
        isHungUp.withLock { $0 = true }
    }

    package func send(_ signal: Int32) {
        kill(identifier, signal)
    }

    /// Waits until the program has printed a text; throws `Ended` when it ends without it.
    package func wait(for text: String) async throws {
        try await waitUntil {
            let isOver = isOver.withLock { $0 }
            if output.contains(text) { return true }
            if isOver { throw Ended(output: output) }
            return false
        }
    }

    /// Waits until the program has ended and all its output is read; returns the exit status, or the negative number of the
    /// signal.
    package func wait() async throws -> Int32 {
        try await waitUntil { process.end != nil }
        try await waitUntil { isOver.withLock { $0 } }
        let status = process.end ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : -(status & 0x7F)
    }
}
