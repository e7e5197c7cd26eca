import AttacheCore
import AttacheSystem
import Glibc
import UserNotifications

/// One running process of an extension: commands go to it, and its reports and output to the sessions of its pushes.
final class ExtensionProcess: Sendable {
    private struct State {
        var sessions: [Int: ProcessSession] = [:]
        var count = 0
        var startMemory: Int?
        var isEnding = false
        var hasEnded = false
        var lastLines: [String] = []
    }

    /// The descriptor of the child's end of the channel.
    static let channelNumber: Int32 = 3
    /// The variable that says that a program is an extension's process.
    static let channelVariable = "ATTACHE_EXTENSION_CHANNEL"
    /// The variable of the extension's name, for a program of several.
    static let nameVariable = "ATTACHE_EXTENSION_NAME"

    private let identifier: pid_t
    private let channel: FileDescriptor
    private let bundle: URL
    private let state = Locked(State())
    private let ended = DispatchSemaphore(value: 0)
    /// Writes may wait for the process, which the host's tasks must not.
    private let commands = DispatchQueue(label: "ExtensionProcess")

    init(_ program: ExtensionProgram, in container: ExtensionContainer) throws(SystemCallError) {
        let channel = try DescriptorPair.sockets()
        let (output, errors) = (try DescriptorPair.pipe(), try DescriptorPair.pipe())
        let input = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        var environment = container.environment
        environment[Self.channelVariable] = "\(Self.channelNumber)"
        environment[Self.nameVariable] = program.name
        let command = ProcessCommand(
            [container.executable.path],
            environment: environment,
            directory: container.bundle.path,
            descriptors: [
                STDIN_FILENO: input, STDOUT_FILENO: output.second.number, STDERR_FILENO: errors.second.number,
                Self.channelNumber: channel.second.number,
            ]
        )
        // The process's ends are closed here behind the start, so that this side sees the process's end.
        identifier = try withExtendedLifetime((channel, output, errors)) { () throws(SystemCallError) in
            try command.start()
        }
        self.channel = channel.first
        bundle = container.bundle
        let reader = ProcessOutput(channel: channel.first, output: output.first, errors: errors.first)
        try NativeThread.startDetached { [self] in read(reader) }
    }

    var isRunning: Bool { state.withLock { !$0.hasEnded && !$0.isEnding } }

    /// Passes a push to the process; returns the push's number.
    func begin(_ session: ProcessSession) -> Int {
        let (number, hasEnded) = state.withLock { state in
            state.count += 1
            state.sessions[state.count] = session
            return (state.count, state.hasEnded)
        }
        // The process ended between two pushes.
        if hasEnded { session.lose() }
        let push = session.push
        send(
            .receive(
                push: number,
                identifier: push.request.identifier,
                store: push.store.directory.path,
                texts: push.request.content.alertTexts,
                payload: push.payload
            )
        )
        return number
    }

    func send(_ command: ProcessCommandLine) {
        commands.async { [channel] in
            var rest = command.line[...]
            while !rest.isEmpty {
                // Unsafe, and right: the system reads within the bytes. A process that has ended is no signal to this one.
                let count = unsafe rest.withUnsafeBytes {
                    unsafe Glibc.send(channel.number, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
                }
                if count < 0, errno == EAGAIN {
                    // The channel does not block, and the process has not read what came before.
                    var waiting = pollfd(fd: channel.number, events: Int16(POLLOUT), revents: 0)
                    _ = unsafe poll(&waiting, 1, -1)
                    continue
                }
                guard count > 0 || errno == EINTR else { return }
                rest = rest.dropFirst(max(0, count))
            }
        }
    }

    /// Ends the process, and waits for its end: at most 2 s for what it does by itself, and not for more.
    func end() {
        let isRunning = state.withLock { state in
            defer { state.isEnding = true }
            return !state.hasEnded && !state.isEnding
        }
        guard isRunning else { return }
        send(.end)
        if ended.wait(timeout: .now() + 2) == .timedOut {
            kill(identifier, SIGKILL)
            ended.wait()
        }
    }

    /// A sentence on the peak of memory since the latest push began, less what the process used at its start; `nil` within
    /// the limits, or after its end.
    func memorySentence() -> String? {
        guard let idle = state.withLock({ $0.startMemory }), let now = ProcessMemory(of: identifier) else { return nil }
        return ProcessMemory.sentence(on: now.writtenPeak - idle)
    }

    /// Reads until the process ends, and reports that; runs on a thread of its own.
    private func read(_ reader: ProcessOutput) {
        reader.read { [self] line in
            switch line {
            case .report(let bytes): report(bytes)
            case .printed(let text): latest?.add(.printed, text)
            case .logged(let text):
                // It has addresses and no names.
                guard !Self.isStackFrame(text) else { return }
                state.withLock { $0.lastLines = Array(($0.lastLines + [text]).suffix(3)) }
                latest?.add(.logged, text)
            }
        }
        // It may have closed the channel itself; a process that is ending already keeps its status.
        kill(identifier, SIGKILL)
        let end = ProcessEnd(waitingFor: identifier)
        let (isEnding, lines) = state.withLock { state in
            state.hasEnded = true
            return (state.isEnding, state.lastLines)
        }
        if !isEnding {
            let words = [end.map { "The process ended: \($0)." } ?? "The process ended."] + lines
            crash(words.joined(separator: " "))
        }
        ended.signal()
    }

    /// Whether a line is one of the stack trace that the runtime of Swift writes behind the message of a trap.
    private static func isStackFrame(_ line: String) -> Bool {
        let first = line.prefix { $0 != " " }
        return line.hasPrefix("Current stack trace")
            || !first.isEmpty && first.allSatisfy(\.isNumber) && line.contains(" 0x")
    }

    /// Reports the end of the process to the push that caused it: one of which the process had not begun is not that.
    private func crash(_ detail: String) {
        let (latest, earlier) = state.withLock { ($0.sessions[$0.count], $0.sessions[$0.count - 1]) }
        if let earlier, let latest, !latest.hasBegun {
            earlier.end(.crashed, detail)
            latest.lose()
        } else {
            latest?.end(.crashed, detail)
        }
    }

    /// The session of the latest push.
    private var latest: ProcessSession? { state.withLock { $0.sessions[$0.count] } }

    private func report(_ line: ArraySlice<UInt8>) {
        switch ProcessReport(line) {
        case .ready(let memory): state.withLock { $0.startMemory = memory }
        case .event(let push, let kind, let detail): session(push)?.add(kind, detail)
        case .content(let push, let content, let sources):
            session(push)?.take(content, sources: sources, bundle: bundle)
        case nil: break
        }
    }

    private func session(_ push: Int) -> ProcessSession? { state.withLock { $0.sessions[push] } }
}
