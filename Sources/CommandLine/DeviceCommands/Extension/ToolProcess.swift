import AttacheSystem
import Glibc

/// A program whose output is read to its end.
enum ToolProcess {
    /// Runs a program, which gets a SIGTERM at a stop; standard error is that of this process, or part of the output. Throws
    /// `SystemCallError` when it cannot be started.
    static func run(
        _ command: [String],
        environment: [String: String],
        mergesErrors: Bool = false,
        until stop: InterruptSignal
    ) throws(SystemCallError) -> (end: ProcessEnd?, output: [UInt8]) {
        let input = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
        defer { close(input) }
        let reader: FileDescriptor
        let identifier: Int32
        do {
            // The writing end is closed with this scope, so that the output has an end.
            let pipe = try DescriptorPair.pipe()
            reader = pipe.first
            let errors = mergesErrors ? pipe.second.number : STDERR_FILENO
            let program = ProcessCommand(
                command,
                environment: environment,
                descriptors: [STDIN_FILENO: input, STDOUT_FILENO: pipe.second.number, STDERR_FILENO: errors]
            )
            identifier = try withExtendedLifetime(pipe) { () throws(SystemCallError) in try program.start() }
        }
        let output = read(reader.number, of: identifier, until: stop)
        return (ProcessEnd(waitingFor: identifier), output)
    }

    private static func read(_ number: Int32, of identifier: Int32, until stop: InterruptSignal) -> [UInt8] {
        var output: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var watched = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        while true {
            guard unsafe poll(&watched, nfds_t(watched.count), -1) >= 0 else {
                if errno == EINTR { continue }
                return output
            }
            if watched.count > 1, watched[1].revents != 0 {
                // A Ctrl-C reaches the program by itself, and a SIGTERM to this process does not.
                kill(identifier, SIGTERM)
                watched.removeLast()
            }
            guard watched[0].revents != 0 else { continue }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe FileDescriptor.read(number, into: $0) }
            guard count > 0 else { return output }
            output += buffer[..<count]
        }
    }
}
