import AttacheSystem
import Glibc

/// One running helper process: used by one thread at a time, killed with its owner.
final class HelperProcess {
    private let program: SocketProgram
    private let memory: QuestionMemory

    var identifier: pid_t { program.identifier }
    private var socket: Int32 { program.socket }

    /// Starts a helper and waits until its sandbox is active. `command` is the program and its arguments; `timeout`, in
    /// seconds, applies to the greeting and to each answer. A helper that starts and does not greet has the code 0.
    init(_ command: [String], timeout: Int) throws(SystemCallError) {
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
        let end = waitForAnswers(to: prefixes.count)
        let count = memory.answeredCount
        guard count == prefixes.count || (end != .complete && count < prefixes.count) else { return .lost }
        for index in 0..<count {
            guard let text = memory.answer(index) else { return .lost }
            answered(text)
        }
        return end
    }

    private func send(_ byte: UInt8) -> Bool {
        var byte = byte
        while true {
            // A dead reader raises no signal.
            let count = unsafe Glibc.send(socket, &byte, 1, Int32(MSG_NOSIGNAL))
            if count >= 0 || errno != EINTR { return count == 1 }
        }
    }

    /// Waits until the helper has sent the number of its answers, as long as it answers a question within each timeout of
    /// the socket.
    private func waitForAnswers(to questionCount: Int) -> End {
        var answeredCount = 0
        while true {
            var byte: UInt8 = 0
            let count = unsafe recv(socket, &byte, 1, 0)
            if count == 1 { return Int(byte) == questionCount ? .complete : .lost }
            if count == 0 { return .lost }
            switch errno {
            case EINTR: continue
            case EAGAIN:
                let now = memory.answeredCount
                // It counts up, and not beyond the questions.
                guard now > answeredCount, now <= questionCount else { return .late }
                answeredCount = now
            default: return .lost
            }
        }
    }
}
