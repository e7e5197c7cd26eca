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

    private let descriptor: PolledDescriptor
    private var buffer: [UInt8] = []
    /// Whether reading ended because it was asked to, with input perhaps left.
    package var wasStopped: Bool { descriptor.wasStopped }

    /// Opens a source.
    ///
    /// - Parameters:
    ///   - source: What to read.
    ///   - stopDescriptor: Becomes readable when reading is to end early, or -1.
    /// - Throws: `Failure` with a sentence that names the source and the cause.
    package init(_ source: InputSource, stopDescriptor: Int32 = -1) throws(Failure) {
        switch source {
        case .standardInput:
            descriptor = PolledDescriptor(STDIN_FILENO, stopDescriptor: stopDescriptor)
        case .file(let path):
            // Non-blocking, so that a FIFO nobody writes to does not hold the command up; it is refused below.
            let number = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
            guard number >= 0 else {
                throw Failure(sentence: "\(path) cannot be read: \(SystemError.text(errno)).")
            }
            descriptor = PolledDescriptor(number, stopDescriptor: stopDescriptor)
            let kind = descriptor.status.map { $0.st_mode & S_IFMT }
            guard kind == S_IFREG else {
                throw Failure(sentence: "\(path) is \(kind == S_IFDIR ? "a directory" : "not a regular file").")
            }
        }
    }

    /// Reads the next piece, and waits until there is one.
    ///
    /// - Returns: The piece; empty at the end or when reading is to stop.
    /// - Throws: `Failure` when the system refuses.
    package func next() throws(Failure) -> ArraySlice<UInt8> {
        if buffer.isEmpty { buffer = [UInt8](repeating: 0, count: PolledDescriptor.pieceSize) }
        switch unsafe buffer.withUnsafeMutableBytes({ unsafe descriptor.read(into: $0) }) {
        case .success(let count): return buffer[0..<count]
        case .failure(let failure):
            throw Failure(sentence: "The input cannot be read: \(SystemError.text(failure.code)).")
        }
    }
}
