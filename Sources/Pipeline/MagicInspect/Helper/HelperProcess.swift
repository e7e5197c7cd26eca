import AttacheSystem
import Glibc

/// One running helper process: used by one thread at a time, killed with its owner.
final class HelperProcess {
    private let program: SocketProgram
    private let memory: QuestionMemory
    /// The timeout of an answer.
    private let timeout: Duration

    var identifier: pid_t { program.identifier }
    private var socket: Int32 { program.socket }

    /// Starts a helper and waits until its sandbox is active. `command` is the program and its arguments; `timeout`, in
    /// seconds, applies to the greeting and to each answer. A helper that starts and does not greet has the code 0.
    init(_ command: [String], timeout: Int) throws(SystemCallError) {
        self.timeout = .seconds(timeout)
        memory = try QuestionMemory()
        program = try SocketProgram(command, timeout: timeout, memory: memory.shared)
        guard Frame.read(from: program.socket, limit: MagicHelper.greeting.count) == MagicHelper.greeting else {
            throw SystemCallError(operation: "read the greeting of", path: command.first, code: 0)
        }
    }

    /// The end of an exchange.
    enum End {
        case complete
        /// The helper has died, or what it sent is no answer.
        case lost
        /// The helper did not answer in time.
        case late
    }

    /// Requests the types of files by their first bytes, at most `QuestionMemory.capacity`, in one exchange; blocks. Passes
    /// the MIME types to `answered` in order, empty when libmagic failed; after another end than `complete` the helper is
    /// unusable.
    func ask(_ prefixes: [[UInt8]], answered: (String) -> Void) -> End {
        memory.put(prefixes)
        guard send(UInt8(prefixes.count)) else { return .lost }
        let clock = ContinuousClock()
        var passedCount = 0
        var progress = clock.now
        while true {
            let isOver = hasNews()
            let answeredCount = memory.answeredCount
            guard (passedCount...prefixes.count).contains(answeredCount) else { return .lost }
            if passedCount < answeredCount { progress = clock.now }
            while passedCount < answeredCount {
                guard let text = memory.answer(passedCount) else { return .lost }
                answered(text)
                passedCount += 1
            }
            if isOver { return receive() == UInt8(prefixes.count) && passedCount == prefixes.count ? .complete : .lost }
            if clock.now >= progress.advanced(by: timeout) { return .late }
        }
    }

    /// Waits for the end of the exchange, and returns whether it has come; for 50 ms at most, so that answers before a file
    /// that hangs libmagic need not wait for it.
    private func hasNews() -> Bool {
        var watched = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        // Unsafe, and right: it is one descriptor.
        return unsafe poll(&watched, 1, 50) > 0
    }

    /// The byte at the end of an exchange; `nil` at the end of the helper.
    private func receive() -> UInt8? {
        var byte: UInt8 = 0
        // Unsafe, and right: it is one byte.
        return unsafe recv(socket, &byte, 1, 0) == 1 ? byte : nil
    }

    private func send(_ byte: UInt8) -> Bool {
        var byte = byte
        while true {
            // Unsafe, and right: it is one byte. A dead reader raises no signal.
            let count = unsafe Glibc.send(socket, &byte, 1, Int32(MSG_NOSIGNAL))
            if count >= 0 || errno != EINTR { return count == 1 }
        }
    }
}
