package import AttacheCore
import AttacheThreads
import Glibc

/// A stored file that is open for reading; it can be read to its end even when it is evicted meanwhile.
package final class StoredMedia: Sendable {
    /// What its bytes are, in lower-case hexadecimal.
    package let sha256: String
    /// The extension that it is stored under, without the full stop.
    package let fileExtension: String
    /// Its length in bytes.
    package let byteCount: Int
    private let descriptor: FileDescriptor
    private let workers: WorkerPool

    init(sha256: String, fileExtension: String, byteCount: Int, descriptor: FileDescriptor, workers: WorkerPool) {
        self.sha256 = sha256
        self.fileExtension = fileExtension
        self.byteCount = byteCount
        self.descriptor = descriptor
        self.workers = workers
    }

    /// Reads a piece, on a thread that may wait for the disk.
    ///
    /// - Parameters:
    ///   - offset: Where it begins, from 0.
    ///   - count: How many bytes at most.
    /// - Returns: The bytes; fewer than asked for at the file's end only.
    /// - Throws: `StoreError` when the disk does not give them.
    package func read(at offset: Int, count: Int) async throws(StoreError) -> [UInt8] {
        let result = await workers.run { [self] in piece(at: offset, count: count) }
        return try (result ?? .failure(failure(ECANCELED))).get()
    }

    private func piece(at offset: Int, count: Int) -> Result<[UInt8], StoreError> {
        var code: Int32 = 0
        let wanted = max(0, min(count, byteCount - offset))
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: wanted) { buffer, filled in
            // Unsafe, and right: pread writes at most what is left of the buffer, and `filled` is what it wrote.
            while filled < wanted {
                let rest = unsafe UnsafeMutableRawBufferPointer(
                    rebasing: UnsafeMutableRawBufferPointer(buffer)[filled...]
                )
                let read = unsafe pread(descriptor.number, rest.baseAddress, rest.count, off_t(offset + filled))
                guard read > 0 else {
                    if read < 0 { code = errno }
                    return
                }
                filled += read
            }
        }
        return code == 0 ? .success(bytes) : .failure(failure(code))
    }

    private func failure(_ code: Int32) -> StoreError {
        StoreError(operation: "read", path: "\(sha256).\(fileExtension)", code: code)
    }
}
