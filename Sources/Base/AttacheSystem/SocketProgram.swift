import Glibc

/// A running program with one end of a socket as its standard output, and mostly as its input; killed with its owner.
///
/// It is used by one thread at a time.
package final class SocketProgram {
    /// The number of the descriptor of shared memory in the program.
    package static let sharedMemoryNumber: Int32 = 3

    package let identifier: Int32
    private let socketEnd: FileDescriptor
    /// Our end of the socket.
    package var socket: Int32 { socketEnd.number }

    /// Starts a program without an environment.
    ///
    /// - Parameters:
    ///   - command: The program's path and its arguments.
    ///   - timeout: The limit of each read and write on the socket, in seconds.
    ///   - input: The program's standard input; `nil` for the socket.
    ///   - memory: Memory that the program takes over from its descriptor `sharedMemoryNumber`; `nil` for none.
    /// - Throws: `SystemCallError` when the system refuses to start it.
    package init(
        _ command: [String],
        timeout: Int,
        input: Int32? = nil,
        memory: SharedMemory? = nil
    ) throws(SystemCallError) {
        let ends = try DescriptorPair.sockets()
        var time = timeval(tv_sec: timeout, tv_usec: 0)
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            _ = unsafe setsockopt(ends.first.number, SOL_SOCKET, option, &time, socklen_t(MemoryLayout<timeval>.size))
        }
        var descriptors = [
            STDIN_FILENO: input ?? ends.second.number, STDOUT_FILENO: ends.second.number, STDERR_FILENO: STDERR_FILENO,
        ]
        descriptors[Self.sharedMemoryNumber] = memory?.descriptor?.number
        // No environment: the program needs none, and it may contain secrets such as tokens.
        var program = ProcessCommand(command, environment: [:], descriptors: descriptors)
        // Ctrl-C signals the whole process group, but running transfers still need the program.
        program.blockedSignals = [SIGINT, SIGTERM]
        // The socket then ends with the program's own copy.
        defer { withExtendedLifetime(ends.second) {} }
        identifier = try program.start()
        socketEnd = ends.first
    }

    deinit {
        kill(identifier, SIGKILL)
        while waitpid(identifier, nil, 0) < 0 && errno == EINTR {}
    }
}
