package import AttacheCore
import Crypto
import Glibc

/// A local file for reading only: nothing is appended to it, and discarding leaves it in place.
package final class LocalMediaFile: MediaSpool {
    package let byteCount: Int
    private let path: String
    private let descriptor: Int32

    /// Opens a regular file; throws `EISDIR` for a directory and `EINVAL` for anything else.
    package init(_ path: String) throws(StoreError) {
        self.path = path
        // Non-blocking, so that a FIFO without a writer does not block the caller.
        descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw StoreError(operation: "open", path: path, code: errno) }
        var status = stat()
        guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            let isDirectory = status.st_mode & S_IFMT == S_IFDIR
            throw StoreError(operation: "open", path: path, code: isDirectory ? EISDIR : EINVAL)
        }
        byteCount = Int(status.st_size)
    }

    deinit {
        close(descriptor)
    }

    /// The first bytes of the file, at most `limit`.
    package func prefix(_ limit: Int) throws(StoreError) -> [UInt8] {
        do throws(ByteSourceError) {
            return try read(at: 0, count: limit)
        } catch {
            throw StoreError(operation: "read", path: path, code: error.code)
        }
    }

    /// SHA-256 of the whole content in lower-case hexadecimal.
    package func digest() throws(StoreError) -> String {
        var hash = SHA256()
        var offset = 0
        do throws(ByteSourceError) {
            while case let piece = try read(at: offset, count: 256 * 1024), !piece.isEmpty {
                hash.update(data: piece)
                offset += piece.count
            }
        } catch {
            throw StoreError(operation: "read", path: path, code: error.code)
        }
        return HexText.of(hash.finalize())
    }

    package func read(at offset: Int, count: Int) throws(ByteSourceError) -> [UInt8] {
        var failure: Int32 = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: max(0, count)) { buffer, filled in
            // Unsafe, and right: pread writes at most the buffer's own count, and `filled` is what it wrote.
            let read = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
            if read < 0 { failure = errno }
            filled = max(0, read)
        }
        guard failure == 0 else { throw ByteSourceError(code: failure) }
        return bytes
    }

    package func append(_ bytes: Span<UInt8>) throws(StoreError) {
        throw StoreError(operation: "append to", path: path, code: EBADF)
    }

    package func discard() {}
}
