import CLinux
import Glibc

/// A program to start, with all that the child process gets.
package struct ProcessCommand: Sendable {
    /// The program's path, and its arguments.
    package var arguments: [String]
    package var environment: [String: String]
    /// The working directory; `nil` for that of this process.
    package var directory: String?
    /// The child's descriptors with those of this process that they duplicate. Of the others only 0, 1 and 2 are passed on,
    /// also where a library opened them without close-on-exec.
    package var descriptors: [Int32: Int32]
    /// The signals that the child does not receive unless it unblocks them.
    package var blockedSignals: [Int32] = []
    /// Whether the child has a process group of its own, so that Ctrl-C in a terminal does not end it.
    package var hasOwnGroup = false

    package init(
        _ arguments: [String],
        environment: [String: String],
        directory: String? = nil,
        descriptors: [Int32: Int32]
    ) {
        self.arguments = arguments
        self.environment = environment
        self.directory = directory
        self.descriptors = descriptors
    }

    /// Starts the program and returns its process identifier; throws `SystemCallError` with the program's path.
    package func start() throws(SystemCallError) -> Int32 {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        // In this order a descriptor above 2 is not replaced before it is duplicated to one of the standard ones.
        for (number, own) in descriptors.sorted(by: { $0.key < $1.key }) {
            unsafe posix_spawn_file_actions_adddup2(&actions, own, number)
        }
        let last = max(STDERR_FILENO, descriptors.keys.max() ?? 0)
        for number in STDERR_FILENO + 1..<last + 1 where descriptors[number] == nil {
            unsafe posix_spawn_file_actions_addclose(&actions, number)
        }
        _ = unsafe attache_spawn_closing(&actions, last + 1)
        if let directory { _ = unsafe attache_spawn_in(&actions, directory) }
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var (blocked, defaults) = (sigset_t(), sigset_t())
        unsafe sigemptyset(&blocked)
        for signal in blockedSignals { unsafe sigaddset(&blocked, signal) }
        unsafe posix_spawnattr_setsigmask(&attributes, &blocked)
        // This process may ignore them, which a program would inherit.
        unsafe sigemptyset(&defaults)
        for signal in [SIGPIPE, SIGXFSZ] { unsafe sigaddset(&defaults, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &defaults)
        unsafe posix_spawnattr_setpgroup(&attributes, 0)
        let group = hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0
        let flags = Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | group)
        unsafe posix_spawnattr_setflags(&attributes, flags)
        // Unsafe, and right: every copy lives until the end of the call, and both lists end with a null.
        var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
        defer { unsafe words.forEach { unsafe free($0) } }
        var variables = unsafe environment.map { unsafe strdup("\($0.key)=\($0.value)") } + [nil]
        defer { unsafe variables.forEach { unsafe free($0) } }
        var identifier: Int32 = 0
        let program = arguments.first ?? ""
        let code = unsafe posix_spawn(&identifier, program, &actions, &attributes, &words, &variables)
        guard code == 0 else { throw SystemCallError(operation: "start", path: program, code: code) }
        return identifier
    }
}

extension ProcessCommand {
    /// The path of a program of this product: beside this program, or where packages install it; `nil` without one.
    package static func installedProgram(_ name: String) -> String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        // Unsafe, and right: the kernel writes at most as many bytes as there are.
        let count = unsafe readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { return nil }
        let own = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let directory = own.lastIndex(of: "/").map { own[..<$0] } ?? ""
        let places = ["\(directory)/\(name)", "\(directory)/../libexec/attache/\(name)"]
        return places.first { unsafe access($0, X_OK) == 0 }
    }

    /// Runs a program in place of this one, with its arguments and its environment; returns the error number if it cannot.
    package static func replace(by path: String) -> Int32 {
        // A thread of a pool blocks signals, which a program would inherit.
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
        unsafe execv(path, CommandLine.unsafeArgv)
        return errno
    }
}

/// How a process ended.
package enum ProcessEnd: Equatable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case signalled(Int32)

    /// Waits for the end of a child; `nil` when it is none of this process.
    package init?(waitingFor identifier: Int32) {
        var status: Int32 = 0
        while unsafe waitpid(identifier, &status, 0) < 0 {
            guard errno == EINTR else { return nil }
        }
        self.init(status: status)
    }

    /// Waits for the end of a child until an instant; `nil` when it runs then, or is none of this process.
    package init?(waitingFor identifier: Int32, until deadline: ContinuousClock.Instant) {
        var status: Int32 = 0
        while true {
            let ended = unsafe waitpid(identifier, &status, WNOHANG)
            if ended == identifier { break }
            guard ended == 0 || errno == EINTR, ContinuousClock.now < deadline else { return nil }
            usleep(5000)
        }
        self.init(status: status)
    }

    private init(status: Int32) {
        // The layout of the status on Linux, of which Swift imports no macros.
        let signal = status & 0x7F
        self = signal == 0 ? .exited((status >> 8) & 0xFF) : .signalled(signal)
    }

    package var description: String {
        switch self {
        case .exited(let code): "exit status \(code)"
        case .signalled(let number): "signal \(number) (\(Self.name(ofSignal: number)))"
        }
    }

    private static func name(ofSignal number: Int32) -> String {
        let names = [
            SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE",
            SIGKILL: "SIGKILL", SIGSEGV: "SIGSEGV", SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGPIPE: "SIGPIPE",
        ]
        if let name = names[number] { return name }
        // Unsafe, and right: strsignal returns a C string of the library's own, copied at once.
        return unsafe strsignal(number).map { unsafe String(cString: $0) } ?? "unknown"
    }
}

/// Two descriptors that no other child inherits.
package struct DescriptorPair: Sendable {
    package let first: FileDescriptor
    package let second: FileDescriptor

    /// The reading and the writing end of a new pipe.
    package static func pipe() throws(SystemCallError) -> DescriptorPair {
        var ends: [Int32] = [-1, -1]
        // Unsafe, and right: the array has the two elements that the call fills.
        guard unsafe attache_pipe(&ends) == 0 else { throw SystemCallError(operation: "pipe", code: errno) }
        return DescriptorPair(first: FileDescriptor(ends[0]), second: FileDescriptor(ends[1]))
    }

    /// The two ends of a new stream socket.
    package static func sockets() throws(SystemCallError) -> DescriptorPair {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw SystemCallError(operation: "socketpair", code: errno)
        }
        return DescriptorPair(first: FileDescriptor(ends[0]), second: FileDescriptor(ends[1]))
    }
}

/// The output streams of this process.
package enum StandardStreams {
    /// Writes each line of standard output at once, also to a pipe, so that a crash loses none.
    package static func writeLinesAtOnce() { attache_buffer_lines() }

    /// Writes what is buffered.
    package static func flush() { fflush(nil) }
}
