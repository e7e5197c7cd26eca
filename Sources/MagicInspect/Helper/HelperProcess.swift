import AttacheSystem
import Glibc

/// One running helper process: used by one thread at a time, killed with its owner.
final class HelperProcess {
    private let program: SocketProgram
    /// The timeout of an answer.
    private let timeout: Duration

    var identifier: pid_t { program.identifier }
    private var socket: Int32 { program.socket }

    /// Starts a helper and waits until its sandbox is active. `command` is the program and its arguments; `timeout`, in
    /// seconds, applies to the greeting and to each answer. A helper that starts and does not greet has the code 0.
    init(_ command: [String], timeout: Int) throws(SystemCallError) {
        self.timeout = .seconds(timeout)
        program = try SocketProgram(command, timeout: timeout)
        guard Frame.read(from: program.socket, limit: HelperProtocol.answerLimit) == MagicHelper.greeting else {
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

    /// Requests the types of files by their first bytes, in one exchange; blocks. Passes the MIME types to `answered` in
    /// order, empty when libmagic failed; after another end than `complete` the helper is unusable.
    func ask(_ prefixes: [[UInt8]], answered: (String) -> Void) -> End {
        guard Frame.write(prefixes, limit: HelperProtocol.questionLimit, to: socket) else { return .lost }
        let clock = ContinuousClock()
        var bytes: [UInt8] = []
        for _ in prefixes {
            // The timeout of the socket bounds each wait, and this all waits for one answer.
            let end = clock.now.advanced(by: timeout)
            var answer: ArraySlice<UInt8>?
            while answer == nil {
                switch HelperProtocol.answer(in: bytes) {
                case .whole(let text): answer = text
                case .invalid: return .lost
                case .partial:
                    guard clock.now < end else { return .late }
                    if let end = receive(into: &bytes) { return end }
                }
            }
            guard let answer else { return .lost }
            answered(String(decoding: answer, as: UTF8.self))
            bytes.removeFirst(answer.endIndex)
        }
        // Nobody asked for more.
        return bytes.isEmpty ? .complete : .lost
    }

    private func receive(into bytes: inout [UInt8]) -> End? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = unsafe recv(socket, &buffer, buffer.count, 0)
        if count < 0, errno == EINTR { return nil }
        if count < 0, errno == EAGAIN { return .late }
        guard count > 0 else { return .lost }
        bytes.append(contentsOf: buffer[..<count])
        return nil
    }
}
