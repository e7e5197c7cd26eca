import AttacheSystem
import Glibc
import ProcessSandbox

/// A program that repairs or measures media.
enum RepairTool: String, Sendable, CaseIterable {
    case vips
    case vipsheader
    case ffmpeg
    case ffprobe

    /// The Debian package with the program.
    var package: String {
        switch self {
        case .vips, .vipsheader: "libvips-tools"
        case .ffmpeg, .ffprobe: "ffmpeg"
        }
    }

    /// Variables that the program gets; it has no others.
    ///
    /// libvips marks readers that were not tested with hostile files as untrusted, and the one of SVG is among them.
    func environment(isDrawing: Bool) -> [String: String] {
        guard package == Self.vips.package else { return [:] }
        // Temporary files are impossible, so that large pictures stay in memory, whose limit ends the program.
        let limits = ["VIPS_CONCURRENCY": "2", "VIPS_DISC_THRESHOLD": "4g"]
        return isDrawing ? limits : limits.merging(["VIPS_BLOCK_UNTRUSTED": "1"]) { first, _ in first }
    }
}

/// The programs of this machine.
package struct RepairTools: Sendable {
    /// Where Debian and people install programs.
    package static let usualDirectories = ["/usr/bin", "/usr/local/bin"]

    private let paths: [RepairTool: String]

    /// Finds the programs in directories, of which the first that has a program wins.
    package init(in directories: [String] = RepairTools.usualDirectories) {
        var paths: [RepairTool: String] = [:]
        for tool in RepairTool.allCases {
            let places = directories.map { "\($0)/\(tool.rawValue)" }
            paths[tool] = places.first { unsafe access($0, X_OK) == 0 }
        }
        self.paths = paths
    }

    /// The path of a program; `nil` when it is not installed.
    func path(of tool: RepairTool) -> String? { paths[tool] }
}

/// One use of a program: it reads standard input as a file, and writes standard output.
struct ToolCommand: Sendable, Equatable {
    /// The names of standard input and output as files, which a program can open and seek in.
    static let input = "/dev/fd/0"
    static let output = "/dev/fd/1"

    var tool: RepairTool
    var arguments: [String]
    /// Whether the input is a drawing, for which libvips has an untrusted reader only.
    var isDrawing = false

    /// The encoders that ffmpeg needs for it.
    var encoders: [String] {
        zip(arguments, arguments.dropFirst()).compactMap { option, value in
            ["-c:v", "-c:a"].contains(option) && value != "copy" ? value : nil
        }
    }
}

/// Runs programs in the sandbox, each with one input and one output, and ends them in time.
struct ToolRunner: Sendable {
    /// How the use of a program ended.
    enum End: Sendable, Equatable {
        case finished
        /// The result was longer than its limit.
        case outputTooLong
        case tooLate
        /// It used the processor time that it had for itself.
        case overworked
        case cancelled
        /// The sandbox cannot be entered on this machine.
        case noSandbox
        case notInstalled(RepairTool)
        /// The program failed: its file is damaged or too large for the limits.
        case failed
    }

    /// The memory of a program in bytes, enough for 50 megapixels in the formats that need most.
    private static let memory = 1 << 30

    /// The program that becomes the others, usually this one.
    let helper: String
    let tools: RepairTools

    /// Runs a program to its end, and blocks meanwhile.
    ///
    /// - Parameters:
    ///   - command: The program and its arguments.
    ///   - input: Its standard input, open for reading only.
    ///   - output: Its standard output.
    ///   - limit: The length of the output in bytes.
    ///   - deadline: The instant at which it is killed.
    ///   - processorSeconds: Its processor time, at most; `nil` for the time that is left.
    ///   - stop: Kills it earlier.
    /// - Returns: How it ended; no process is left.
    func run(
        _ command: ToolCommand,
        input: FileDescriptor,
        output: FileDescriptor,
        limit: Int,
        until deadline: ContinuousClock.Instant,
        processorSeconds: Int? = nil,
        unless stop: StopSignal
    ) -> End {
        guard let path = tools.path(of: command.tool) else { return .notInstalled(command.tool) }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .milliseconds(1) else { return .tooLate }
        let limits = ConverterLimits(
            memory: Self.memory,
            // An alarm and the processor's time count whole seconds.
            seconds: Int(left.components.seconds) + 1,
            processorSeconds: processorSeconds,
            fileSize: limit
        )
        let (child, messages): (Int32, FileDescriptor)
        do throws(SystemCallError) {
            (child, messages) = try start(command, path, limits, input, output)
        } catch {
            return .noSandbox
        }
        let interruption = Self.wait(for: messages, until: deadline, unless: stop)
        // A program may close its standard error and keep running.
        guard interruption == nil, let end = ProcessEnd(waitingFor: child, until: deadline) else {
            kill(child, SIGKILL)
            _ = ProcessEnd(waitingFor: child)
            return interruption ?? .tooLate
        }
        return switch end {
        case .exited(0): .finished
        case .exited(RepairHelper.refusedStatus): .noSandbox
        case .signalled(SIGXFSZ): .outputTooLong
        case .signalled(SIGXCPU) where processorSeconds != nil: .overworked
        case .signalled(SIGALRM), .signalled(SIGXCPU), .signalled(SIGKILL): .tooLate
        default: .failed
        }
    }

    /// Starts a program; returns its process identifier, and the pipe of its messages.
    private func start(
        _ command: ToolCommand,
        _ path: String,
        _ limits: ConverterLimits,
        _ input: FileDescriptor,
        _ output: FileDescriptor
    ) throws(SystemCallError) -> (child: Int32, messages: FileDescriptor) {
        let messages = try DescriptorPair.pipe()
        // Only the child keeps the writing end, so that its end is the end of the pipe.
        defer { withExtendedLifetime(messages.second) {} }
        var start = ProcessCommand(
            RepairHelper.command(helper, limits, [path] + command.arguments),
            environment: command.tool.environment(isDrawing: command.isDrawing),
            directory: "/",
            descriptors: [
                STDIN_FILENO: input.number, STDOUT_FILENO: output.number, STDERR_FILENO: messages.second.number,
            ]
        )
        start.blockedSignals = [SIGINT, SIGTERM]
        return (try start.start(), messages.first)
    }

    /// Reads and drops what the program reports until it ends; returns why it shall be killed.
    private static func wait(
        for messages: FileDescriptor,
        until deadline: ContinuousClock.Instant,
        unless stop: StopSignal
    ) -> End? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while ContinuousClock.now < deadline {
            var waiting = [messages.number, stop.descriptor].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard StopSignal.poll(&waiting, until: deadline) else { return .tooLate }
            if waiting[1].revents != 0 { return .cancelled }
            // Unsafe, and right: the kernel writes within the buffer.
            let got = unsafe buffer.withUnsafeMutableBytes { unsafe FileDescriptor.read(messages.number, into: $0) }
            if got <= 0 { return nil }
        }
        return .tooLate
    }
}

/// The helper process of a repair: it enters the sandbox and becomes the program that repairs.
package enum RepairHelper {
    /// The first argument of a helper process; after it come four limits, the program, and the program's arguments.
    package static let flag = "repair-helper"
    /// The status when the sandbox cannot be entered.
    static let refusedStatus: Int32 = 125

    /// Becomes the program if the arguments, which include the process's name, request it; otherwise it returns. Call it
    /// before the process has another thread.
    package static func run(ifAskedBy arguments: [String]) {
        guard arguments.count > 6, arguments[1] == flag else { return }
        let numbers = arguments[2...5].compactMap { Int($0) }
        guard numbers.count == 4 else { _exit(refusedStatus) }
        let program = arguments[6]
        let limits = ConverterLimits(
            memory: numbers[2],
            seconds: max(1, numbers[0]),
            processorSeconds: numbers[1] > 0 ? numbers[1] : nil,
            fileSize: numbers[3]
        )
        // When memory is short, the kernel ends this process before the service.
        let score = unsafe open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        if score >= 0 { _ = unsafe write(score, "1000", 4) }
        do throws(SystemCallError) {
            try Sandbox.enterForConverter(.converter(program), limits: limits)
        } catch {
            _exit(refusedStatus)
        }
        var words = unsafe arguments[6...].map { unsafe strdup($0) } + [nil]
        unsafe execv(program, &words)
        _exit(refusedStatus)
    }

    /// The arguments of a helper that becomes a program.
    static func command(_ helper: String, _ limits: ConverterLimits, _ program: [String]) -> [String] {
        let numbers = [limits.seconds, limits.processorSeconds ?? 0, limits.memory, limits.fileSize]
        return [helper, flag] + numbers.map { "\($0)" } + program
    }
}
