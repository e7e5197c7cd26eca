package import AttacheSystem
package import Glibc

/// The bytes of one source, read in pieces; it blocks, so it belongs on a thread that may.
package final class ByteStream {
    private let descriptor: PolledDescriptor
    private var buffer: [UInt8] = []
    /// Whether reading ended because it was asked to, with input perhaps left.
    package var wasStopped: Bool { descriptor.wasStopped }

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - source: What to read.
    ///   - stopDescriptor: Becomes readable when reading is to end early, or -1.
    /// - Throws: `InputError` with a sentence that names the source and the cause.
    package init(_ source: InputSource, stopDescriptor: Int32 = -1) throws(InputError) {
        switch source {
        case .standardInput:
            descriptor = PolledDescriptor(STDIN_FILENO, stopDescriptor: stopDescriptor)
        case .file(let path):
            // Non-blocking, so that a FIFO nobody writes to does not hold the command up; it is refused below.
            let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard number >= 0 else {
                throw InputError(path, code: errno)
            }
            descriptor = PolledDescriptor(number, stopDescriptor: stopDescriptor)
            let kind = descriptor.status.map { $0.st_mode & S_IFMT }
            guard kind == S_IFREG else {
                throw InputError(sentence: "\(path) is \(kind == S_IFDIR ? "a directory" : "not a regular file").")
            }
        }
    }

    /// Reads the next piece, and waits until there is one.
    ///
    /// - Returns: The piece; empty at the end or when reading is to stop.
    /// - Throws: `InputError` when the system refuses.
    package func next() throws(InputError) -> ArraySlice<UInt8> {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: PolledDescriptor.pieceSize) }
        switch unsafe buffer.withUnsafeMutableBytes({ unsafe descriptor.read(into: $0) }) {
        case .success(let count): return buffer[0..<count]
        case .failure(let failure):
            throw InputError(sentence: "The input cannot be read: \(failure.message).")
        }
    }
}

/// A descriptor that is read piece by piece, until it ends or reading is to stop; it blocks, so it belongs on a thread
/// that may.
package final class PolledDescriptor {
    /// The bytes that are read at once, at most.
    package static let pieceSize = 64 * 1024

    /// The number; standard input or one that is closed with this object.
    package let number: Int32
    private let stopDescriptor: Int32
    /// Whether reading ended because it was asked to, with input perhaps left.
    package private(set) var wasStopped = false

    /// Takes an open descriptor over.
    ///
    /// - Parameters:
    ///   - number: The descriptor; unless it is standard input, it is closed with this object.
    ///   - stopDescriptor: Becomes readable when reading is to end early, or -1.
    package init(_ number: Int32, stopDescriptor: Int32) {
        self.number = number
        self.stopDescriptor = stopDescriptor
    }

    deinit {
        if !isStandardInput { close(number) }
    }

    /// Whether this is the process's standard input.
    package var isStandardInput: Bool { number == STDIN_FILENO }

    /// What the file system says of it; `nil` when it does not say.
    package var status: stat? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? status : nil
    }

    /// Reads the next piece, and waits until there is one.
    ///
    /// - Parameter buffer: Takes the bytes.
    /// - Returns: How many there are, 0 at the end or when reading is to stop; or why the system refuses.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Result<Int, SystemCallError> {
        while true {
            guard waitUntilReadable() else {
                wasStopped = true
                return .success(0)
            }
            let count = unsafe Glibc.read(number, buffer.baseAddress, buffer.count)
            if count >= 0 { return .success(count) }
            guard errno == EINTR || errno == EAGAIN else {
                return .failure(SystemCallError(operation: "read", code: errno))
            }
        }
    }

    /// Waits for input, a non-blocking descriptor's too; `false` when reading is to stop. A negative stop descriptor
    /// is none: `poll` passes over it.
    private func waitUntilReadable() -> Bool {
        var descriptors = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&descriptors, 2, -1) < 0 && errno == EINTR {}
        return descriptors[1].revents == 0
    }
}

/// Why an input cannot be read, or not any further.
package struct InputError: Error, Equatable {
    /// What reading the input came to.
    package enum Kind: Sendable {
        /// The failure lies in the input, and is its result.
        case unreadable
        /// Another run may do better, so the input is left as it is.
        case retryable
        /// What an earlier run had read is not there any more.
        case changed
        /// A stop was asked for.
        case stopped
    }

    /// What is short or broken on this machine for a moment, and says nothing of the input.
    private static let retryableCodes: Set<Int32> = [
        EMFILE, ENFILE, ENOMEM, ENOBUFS, EIO, ESTALE, ETIMEDOUT, EREMOTEIO,
    ]

    /// What reading the input came to.
    package let kind: Kind
    /// Names the input and the cause.
    package let sentence: String

    package init(_ kind: Kind = .unreadable, sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// A failure that the system reports.
    ///
    /// - Parameters:
    ///   - source: The input's name as results show it.
    ///   - code: The system's `errno`.
    package init(_ source: String, code: Int32) {
        kind = Self.retryableCodes.contains(code) ? .retryable : .unreadable
        sentence = "\(source) cannot be read: \(SystemCallError.message(code))."
    }
}
