import AttacheCore
package import AttacheSystem
import Glibc

/// A local file for reading only: nothing is appended to it, and discarding leaves it in place.
package final class LocalMediaFile: MediaSpool {
    package let byteCount: Int
    private let path: String
    private let descriptor: Int32

    /// Opens a regular file; throws `EISDIR` for a directory and `EINVAL` for anything else.
    package init(_ path: String) throws(SystemCallError) {
        self.path = path
        // Non-blocking, so that a FIFO without a writer does not block the caller.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemCallError(operation: "open", path: path, code: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            throw SystemCallError(operation: "open", path: path, code: isDirectory ? EISDIR : EINVAL)
        }
        byteCount = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// The first bytes of the file, at most `limit`.
    package func prefix(_ limit: Int) throws(SystemCallError) -> [UInt8] {
        try read(at: 0, count: limit)
    }

    /// SHA-256 of the whole content in lower-case hexadecimal.
    package func digest() throws(SystemCallError) -> String {
        var digest = RunningDigest()
        var offset = 0
        while case let piece = try read(at: offset, count: 256 * 1024), !piece.isEmpty {
            digest.update(piece[...])
            offset += piece.count
        }
        return HexText.of(digest.value)
    }

    package func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        try FileDescriptor.readAll(count, from: descriptor, at: offset, path: path)
    }

    package func append(_ bytes: Span<UInt8>) throws(SystemCallError) {
        throw SystemCallError(operation: "append to", path: path, code: EBADF)
    }

    package func discard() {}
}
