import AttacheThreads
import Glibc

/// The bytes of one source, read in pieces; it blocks, so it belongs on a thread that may.
package final class ByteStream {
    /// Why a source cannot be read.
    package struct Failure: Error, Equatable {
        /// Names the source and the cause.
        package let sentence: String

        /// Creates the failure.
        ///
        /// - Parameter sentence: Names the source and the cause.
        package init(sentence: String) {
            self.sentence = sentence
        }
    }

    private let descriptor: Int32
    private let stopDescriptor: Int32
    private let ownsDescriptor: Bool
    private var buffer: [UInt8] = []
    /// Whether reading ended because it was asked to, with input perhaps left.
    package private(set) var wasStopped = false
    private static let pieceSize = 64 * 1024

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - source: What to read.
    ///   - stopDescriptor: Becomes readable when reading is to end early, or -1.
    /// - Throws: `Failure` with a sentence that names the source and the cause.
    package init(_ source: InputSource, stopDescriptor: Int32 = -1) throws(Failure) {
        self.stopDescriptor = stopDescriptor
        switch source {
        case .standardInput:
            descriptor = STDIN_FILENO
            ownsDescriptor = false
        case .file(let path):
            // Non-blocking, so that a FIFO nobody writes to does not hold the command up; it is refused below.
            descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            ownsDescriptor = true
            guard descriptor >= 0 else {
                throw Failure(sentence: "\(path) cannot be read: \(SystemError.text(errno)).")
            }
            var status = stat()
            guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                let isDirectory = status.st_mode & S_IFMT == S_IFDIR
                close(descriptor)
                throw Failure(sentence: "\(path) is \(isDirectory ? "a directory" : "not a regular file").")
            }
        }
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// Reads the next piece, and waits until there is one.
    ///
    /// - Returns: The piece; empty at the end or when reading is to stop.
    /// - Throws: `Failure` when the system refuses.
    package func next() throws(Failure) -> ArraySlice<UInt8> {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: Self.pieceSize) }
        while true {
            guard waitUntilReadable() else {
                wasStopped = true
                return []
            }
            let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { return buffer[0..<count] }
            guard errno == EINTR || errno == EAGAIN else {
                throw Failure(sentence: "The input cannot be read: \(SystemError.text(errno)).")
            }
        }
    }

    /// Waits for input, a non-blocking descriptor's too; `false` when reading is to stop. A negative stop descriptor
    /// is none: `poll` passes over it.
    private func waitUntilReadable() -> Bool {
        var descriptors = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stopDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        while unsafe poll(&descriptors, 2, -1) < 0 && errno == EINTR {}
        return descriptors[1].revents == 0
    }
}
