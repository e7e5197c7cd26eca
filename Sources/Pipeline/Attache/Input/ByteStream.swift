package import AttacheSystem
package import Glibc

/// The bytes of one source, read in pieces; use it on a thread that may block.
package final class ByteStream {
    private static let sizeLimit = 4 * PolledDescriptor.pieceSize

    private let descriptor: PolledDescriptor
    private var buffer: [UInt8] = []
    /// The limit of one read, in bytes. It grows while the input fills it: each piece costs a change of threads.
    private var size = PolledDescriptor.pieceSize
    /// Whether reading was stopped, possibly before the end of the input.
    package var wasStopped: Bool { descriptor.wasStopped }

    /// Opens a source; reading stops when `stopDescriptor`, -1 for none, becomes readable.
    package init(_ source: InputSource, stopDescriptor: Int32 = -1) throws(InputError) {
        switch source {
        case .standardInput:
            descriptor = PolledDescriptor(STDIN_FILENO, stopDescriptor: stopDescriptor)
        case .file(let path):
            // Non-blocking: reading waits for a FIFO's writer, which the shell may start later, and for a stop.
            let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard number >= 0 else {
                throw InputError(path, code: errno)
            }
            descriptor = PolledDescriptor(number, stopDescriptor: stopDescriptor)
            let kind = descriptor.status.map { $0.st_mode & S_IFMT }
            guard kind == S_IFREG || kind == S_IFIFO else {
                let what = kind == S_IFDIR ? "a directory" : "neither a regular file nor a pipe"
                throw InputError(sentence: "\(path) is \(what).")
            }
        }
    }

    /// Waits for the next piece and returns it; empty at the end or when reading is stopped.
    package func next() throws(InputError) -> ArraySlice<UInt8> {
        if buffer.count < size { buffer = [UInt8](repeating: 0, count: size) }
        switch unsafe buffer.withUnsafeMutableBytes({ unsafe descriptor.read(into: $0) }) {
        case .success(let count):
            if count == size { size = min(size * 2, Self.sizeLimit) }
            return buffer[0..<count]
        case .failure(let failure):
            throw InputError(sentence: "The input cannot be read: \(failure.message).")
        }
    }
}

/// A descriptor read in pieces, until its end or a stop; use it on a thread that may block.
package final class PolledDescriptor {
    /// The limit of one read, in bytes.
    package static let pieceSize = 64 * 1024

    package let number: Int32
    private let stopDescriptor: Int32
    /// Whether reading was stopped, possibly before the end of the input.
    package private(set) var wasStopped = false

    /// Takes ownership of an open descriptor and closes it with this object, unless it is standard input. Reading stops
    /// when `stopDescriptor`, -1 for none, becomes readable.
    package init(_ number: Int32, stopDescriptor: Int32) {
        self.number = number
        self.stopDescriptor = stopDescriptor
    }

    deinit {
        if !isStandardInput { close(number) }
    }

    package var isStandardInput: Bool { number == STDIN_FILENO }

    /// The file's status; `nil` when `fstat` fails.
    package var status: stat? {
        var status = stat()
        return unsafe fstat(number, &status) == 0 ? status : nil
    }

    /// Waits for the next piece and reads it; returns 0 at the end or when reading is stopped.
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

    /// Waits for input, also on a non-blocking descriptor; returns `false` when reading is stopped. `poll` ignores a
    /// negative stop descriptor.
    private func waitUntilReadable() -> Bool {
        var descriptors = [
            pollfd(fd: number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&descriptors, 2, -1) < 0 && errno == EINTR {}
        return descriptors[1].revents == 0
    }
}

/// The error that ends the reading of an input.
package struct InputError: Error, Equatable {
    package enum Kind: Sendable {
        /// The failure is the input's result.
        case unreadable
        /// Another run may succeed, so that the input is left for it.
        case retryable
        /// The input does not begin with what an earlier run read.
        case changed
        case stopped
    }

    /// Temporary failures of this machine, unrelated to the input.
    private static let retryableCodes: Set<Int32> = [
        EMFILE, ENFILE, ENOMEM, ENOBUFS, EIO, ESTALE, ETIMEDOUT, EREMOTEIO,
    ]

    package let kind: Kind
    /// The message, which names the input and the cause.
    package let sentence: String

    package init(_ kind: Kind = .unreadable, sentence: String) {
        self.kind = kind
        self.sentence = sentence
    }

    /// A failure with an `errno`; `source` is the input's name in results.
    package init(_ source: String, code: Int32) {
        kind = Self.retryableCodes.contains(code) ? .retryable : .unreadable
        sentence = "\(source) cannot be read: \(SystemCallError.message(code))."
    }
}
