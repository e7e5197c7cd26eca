import AttacheCore
package import AttacheSystem
import Glibc

/// A local file for reading only: nothing is appended to it, and discarding leaves it in place.
package final class LocalMediaFile: MediaSpool {
    package let byteCount: Int
    private let path: String
    private let descriptor: FileDescriptor

    /// Opens a regular file; throws `EISDIR` for a directory and `EINVAL` for anything else.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - pipeLimit: The number of bytes of a pipe that are copied, and somewhat more of a longer one, so that it is seen to
    ///     be; 0 refuses pipes.
    /// - Throws: `SystemCallError`.
    package init(_ path: String, pipeLimit: Int = 0) throws(SystemCallError) {
        self.path = path
        // Non-blocking, so that a FIFO without a writer does not block the caller.
        let opened = FileDescriptor(unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
        guard opened.number >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        var status = stat()
        let kind = unsafe fstat(opened.number, &status) == 0 ? status.st_mode & S_IFMT : 0
        switch kind {
        case S_IFREG:
            descriptor = opened
            byteCount = Int(status.st_size)
        case S_IFIFO where pipeLimit > 0:
            let copy = try Self.copy(opened.number, path, limit: pipeLimit)
            descriptor = copy.descriptor
            byteCount = copy.byteCount
        default:
            throw SystemCallError(operation: "open", path: path, code: kind == S_IFDIR ? EISDIR : EINVAL)
        }
    }

    /// Copies a pipe into a file without a name; waits for a writer, and to the end of what it writes.
    private static func copy(_ pipe: Int32, _ path: String, limit: Int) throws(SystemCallError) -> ScratchFile {
        let copy = try ScratchFile(in: "/tmp")
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        var count = 0
        while true {
            var waiting = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&waiting, 1, -1) >= 0 else {
                if errno == EINTR { continue }
                throw SystemCallError(operation: "read", path: path, code: errno)
            }
            let length = unsafe piece.withUnsafeMutableBytes { unsafe FileDescriptor.read(pipe, into: $0) }
            if length == 0 || count > limit { return copy }
            guard length > 0 else {
                if errno == EAGAIN { continue }
                throw SystemCallError(operation: "read", path: path, code: errno)
            }
            count += length
            try copy.append(Array(piece[..<length]))
        }
    }

    /// The first bytes of the file, at most `limit`.
    package func prefix(_ limit: Int) throws(SystemCallError) -> [UInt8] {
        try read(at: 0, count: limit)
    }

    /// SHA-256 of the whole content in lower-case hexadecimal.
    package func digest() throws(SystemCallError) -> String {
        HexText.of(try RunningDigest.ofFile(descriptor, path: path))
    }

    package func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        try FileDescriptor.readAll(count, from: descriptor.number, at: offset, path: path)
    }

    package func append(_ bytes: Span<UInt8>) throws(SystemCallError) {
        throw SystemCallError(operation: "append to", path: path, code: EBADF)
    }

    package func discard() {}
}
