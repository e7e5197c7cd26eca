import AttacheSystem
import Glibc
import ProcessSandbox

/// Runs programs in the sandbox, each with one input and one output, and ends them in time.
struct ToolRunner: Sendable {
    /// How the use of a program ended.
    enum End: Sendable, Equatable {
        case finished
        /// The result was longer than its limit.
        case outputTooLong
        case tooLate
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
    ///   - stop: Kills it earlier.
    /// - Returns: How it ended; no process is left.
    func run(
        _ command: ToolCommand,
        input: FileDescriptor,
        output: FileDescriptor,
        limit: Int,
        until deadline: ContinuousClock.Instant,
        unless stop: RepairStop
    ) -> End {
        guard let path = tools.path(of: command.tool) else { return .notInstalled(command.tool) }
        let left = ContinuousClock.now.duration(to: deadline)
        guard left > .milliseconds(1) else { return .tooLate }
        let limits = ConverterLimits(
            memory: Self.memory,
            // An alarm and the processor's time count whole seconds.
            seconds: Int(left.components.seconds) + 1,
            fileSize: limit
        )
        let child: Child
        do throws(SystemCallError) {
            child = try start(command, path, limits, input, output)
        } catch {
            return .noSandbox
        }
        let interruption = child.wait(until: deadline, unless: stop)
        // A program may close its standard error and keep running.
        guard interruption == nil, let end = ProcessEnd(waitingFor: child.identifier, until: deadline) else {
            kill(child.identifier, SIGKILL)
            _ = ProcessEnd(waitingFor: child.identifier)
            return interruption ?? .tooLate
        }
        switch end {
        case .exited(0): return .finished
        case .exited(RepairHelper.refusedStatus): return .noSandbox
        case .signalled(SIGXFSZ): return .outputTooLong
        case .signalled(SIGALRM), .signalled(SIGXCPU), .signalled(SIGKILL): return .tooLate
        default: return .failed
        }
    }

    private func start(
        _ command: ToolCommand,
        _ path: String,
        _ limits: ConverterLimits,
        _ input: FileDescriptor,
        _ output: FileDescriptor
    ) throws(SystemCallError) -> Child {
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
        return Child(identifier: try start.start(), messages: messages.first)
    }
}

/// A running program.
private struct Child {
    let identifier: Int32
    let messages: FileDescriptor

    /// Reads and drops what the program reports until it ends; returns why it shall be killed.
    func wait(until deadline: ContinuousClock.Instant, unless stop: RepairStop) -> ToolRunner.End? {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return .tooLate }
            var waiting = [
                pollfd(fd: messages.number, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let milliseconds = Int32(min(left, .seconds(1000)) / .milliseconds(1)) + 1
            // Unsafe, and right: the array has the two elements that the call fills.
            let count = unsafe poll(&waiting, 2, milliseconds)
            if count < 0, errno != EINTR { return .failed }
            guard count > 0 else { continue }
            if waiting[1].revents != 0 { return .cancelled }
            // Unsafe, and right: the kernel writes within the buffer.
            let got = unsafe buffer.withUnsafeMutableBytes { unsafe FileDescriptor.read(messages.number, into: $0) }
            if got <= 0 { return nil }
        }
    }
}

/// Ends the programs of one repair early, from any thread.
final class RepairStop: Sendable {
    private let ends: DescriptorPair

    init() throws(SystemCallError) {
        ends = try DescriptorPair.pipe()
    }

    /// Readable once the repair shall end.
    var descriptor: Int32 { ends.first.number }

    func stop() { _ = FileDescriptor.writeAll([1], to: ends.second.number) }
}
