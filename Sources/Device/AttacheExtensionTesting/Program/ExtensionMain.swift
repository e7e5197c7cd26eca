import AttacheCore
import AttacheSystem
import Glibc
public import UserNotifications

/// The main of a program that contains a service extension.
///
/// `ExtensionHost(program:)` starts such a program for an extension in a process of its own. Started by hand, it delivers
/// the payloads of the files in its arguments to itself.
public enum ExtensionMain {
    /// Whether a host started this process for an extension.
    package static var isExtensionProcess: Bool { ProcessEnvironment.current[ExtensionProcess.channelVariable] != nil }

    /// Runs the extension; never returns.
    ///
    /// - Parameter principal: An expression that makes an instance, such as `NotificationService()`; it is evaluated for
    ///   each push.
    public static func run(_ principal: @autoclosure @escaping @Sendable () -> UNNotificationServiceExtension) -> Never
    {
        run(["": principal])
    }

    /// Runs one of several extensions: that which `ExtensionProgram.name` names; never returns.
    ///
    /// - Parameter extensions: What makes an instance of each extension, by name.
    public static func run(_ extensions: [String: @Sendable () -> UNNotificationServiceExtension]) -> Never {
        let environment = ProcessEnvironment.current
        guard let channel = environment[ExtensionProcess.channelVariable].flatMap({ Int32($0) }) else {
            Task.detached { await HostProgram.run(Array(CommandLine.arguments.dropFirst()), extensions.keys.sorted()) }
            serveMain()
        }
        let name = environment[ExtensionProcess.nameVariable] ?? ""
        guard let make = extensions[name] ?? (extensions.count == 1 ? extensions.values.first : nil) else {
            let known = extensions.keys.sorted().joined(separator: ", ")
            _ = FileDescriptor.writeAll(
                Array("invalid extension \"\(name)\": the program has no such extension; use one of \(known).\n".utf8),
                to: STDERR_FILENO
            )
            exit(EXIT_FAILURE)
        }
        ExtensionServer(FileDescriptor(channel), make).start()
        // Handlers of real extensions run on the main queue and the main actor, and its timers are theirs.
        serveMain()
    }

    /// Serves the main queue and the timers of the main run loop on the main thread, as the process of an extension does.
    static func serveMain() -> Never {
        while true { RunLoop.main.run() }
    }
}

/// The extension's side of the channel.
private final class ExtensionServer: Sendable {
    private let channel: FileDescriptor
    private let make: @Sendable () -> UNNotificationServiceExtension
    private let sessions = Locked<[Int: ExtensionSession]>([:])
    private let writing = Locked(())

    init(_ channel: FileDescriptor, _ make: @escaping @Sendable () -> UNNotificationServiceExtension) {
        self.channel = channel
        self.make = make
    }

    func start() {
        // Programs that the extension starts have nothing to do with the channel.
        _ = fcntl(channel.number, F_SETFD, FD_CLOEXEC)
        _ = unsafe unsetenv(ExtensionProcess.channelVariable)
        // A crash is a result; its memory is none.
        var none = rlimit(rlim_cur: 0, rlim_max: 0)
        _ = unsafe setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
        StandardStreams.writeLinesAtOnce()
        report(.ready(memory: ProcessMemory(of: getpid())?.anonymous ?? 0))
        do { try NativeThread.startDetached { [self] in readCommands() } } catch { exit(EXIT_FAILURE) }
    }

    /// Reads commands until the host ends the process, or has ended itself.
    private func readCommands() {
        var splitter = LineSplitter(limit: 1 << 28)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe FileDescriptor.read(channel.number, into: $0) }
            guard count > 0 else { _exit(0) }
            splitter.append(buffer[..<count])
            while let line = splitter.next() {
                switch ProcessCommandLine(line.bytes) {
                case .receive(let push, let identifier, let store, let texts, let payload):
                    let store = AttachmentStore(directory: URL(fileURLWithPath: store))
                    receive(push, identifier, store, texts, payload)
                case .expire(let push): session(push)?.expire()
                case .cutOff(let push): session(push)?.cutOff()
                case .end, nil: end()
                }
            }
        }
    }

    private func receive(
        _ push: Int,
        _ identifier: String,
        _ store: AttachmentStore,
        _ texts: [String],
        _ payload: [UInt8]
    ) {
        // The host has read the payload before.
        guard let content = try? PushedNotification(payload: payload, texts: texts).content else { return }
        let request = UNNotificationRequest(
            identifier: identifier,
            content: content,
            trigger: UNPushNotificationTrigger()
        )
        let log = EventLog(elapsed: { .zero }) { [self] event in
            // The host notes the end of the time itself.
            if event.kind != .cutOff { report(.event(push: push, kind: event.kind, detail: event.detail)) }
        }
        ExtensionActivity.observe { [log] activity in
            switch activity {
            case .donated(let words): log.add(.donated, words)
            case .registeredCategories(let words): log.add(.categoriesRegistered, words)
            case .removedNotifications(let words): log.add(.notificationsRemoved, words)
            }
        }
        let session = ExtensionSession(log: log, store: store) { [self] answer in
            // As on a device, the instance goes with its push.
            defer { self.session(push)?.end() }
            guard case .content(let secured) = answer else { return }
            Preferences.write()
            for dropped in ContentCoding.droppedValues(of: secured.content) {
                log.add(.valueDropped, "\(dropped) in userInfo; use values of property lists.")
            }
            report(.content(push: push, secured.content, sources: secured.sources.map(\.path)))
        }
        sessions.withLock { $0[push] = session }
        ProcessMemory.resetPeak()
        session.start(request, in: make)
    }

    private func session(_ push: Int) -> ExtensionSession? { sessions.withLock { $0[push] } }

    private func end() -> Never {
        Preferences.write()
        StandardStreams.flush()
        // Not `exit`: it would run the extension's destructors beside its threads.
        _exit(0)
    }

    private func report(_ report: ProcessReport) {
        let line = report.line
        // Several threads report.
        let result = writing.withLock { _ in FileDescriptor.writeAll(line, to: channel.number) }
        // The host has ended.
        if result != .written { _exit(0) }
    }
}

/// The preferences of an extension; Foundation on Linux keeps them in memory until it is asked to write them.
private enum Preferences {
    static func write() {
        UserDefaults.standard.synchronize()
        for group in AppGroups.names { UserDefaults(suiteName: group)?.synchronize() }
    }
}
