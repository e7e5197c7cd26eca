import AttacheSystem
import Glibc

/// One running helper process: used by one thread at a time, killed with its owner.
final class HelperProcess {
    let identifier: pid_t
    private let socket: Int32
    /// The timeout of an answer.
    private let timeout: Duration

    /// Starts a helper and waits until its sandbox is active. `command` is the program and its arguments; `timeout`, in
    /// seconds, applies to the greeting and to each answer. A helper that starts and does not greet has the code 0.
    init(_ command: [String], timeout: Int) throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        guard unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw SystemCallError(operation: "socketpair", code: errno)
        }
        socket = ends[0]
        self.timeout = .seconds(timeout)
        var answerTime = timeval(tv_sec: timeout, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(socket, SOL_SOCKET, option, &answerTime, socklen_t(MemoryLayout<timeval>.size))
        }
        var identifier = pid_t()
        let code = Self.spawn(command, over: ends[1], &identifier)
        close(ends[1])
        guard code == 0 else {
            close(socket)
            throw SystemCallError(operation: "posix_spawn", path: command.first, code: code)
        }
        self.identifier = identifier
        guard HelperProtocol.read(from: socket, limit: HelperProtocol.answerLimit) == MagicHelper.greeting else {
            // `deinit` does the rest of the cleanup.
            throw SystemCallError(operation: "read the greeting of", path: command.first, code: 0)
        }
    }

    deinit {
        close(socket)
        kill(identifier, SIGKILL)
        while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
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
        guard HelperProtocol.write(prefixes, limit: HelperProtocol.questionLimit, to: socket) else { return .lost }
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

    private static func spawn(_ command: [String], over end: Int32, _ identifier: inout pid_t) -> Int32 {
        guard let program = command.first else { return ENOENT }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO)
        unsafe posix_spawn_file_actions_adddup2(&actions, end, STDOUT_FILENO)
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        // Ctrl-C signals the whole process group, but running transfers still need the helper.
        var blocked = sigset_t()
        unsafe sigemptyset(&blocked)
        unsafe sigaddset(&blocked, SIGINT)
        unsafe sigaddset(&blocked, SIGTERM)
        unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        // Unsafe, and right: every copy lives until the end of the call, and both lists end with a null.
        var words = unsafe command.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        // No environment: the helper needs none, and it may contain secrets such as tokens.
        var environment: [UnsafeMutablePointer<CChar>?] = unsafe [nil]
        return unsafe posix_spawn(&identifier, program, &actions, &attributes, &words, &environment)
    }
}
