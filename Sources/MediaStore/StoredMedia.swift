package import AttacheCore
import AttacheSystem
import Glibc

/// A stored file open for reading, which stays readable to its end even if it is evicted.
package final class StoredMedia: Sendable {
    /// SHA-256 of the content in lower-case hexadecimal.
    package let sha256: String
    /// The extension without the full stop.
    package let fileExtension: String
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

    /// Reads up to `count` bytes from `offset` on a worker thread; returns fewer only at the end of the file.
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

extension FileMediaStore {
    /// Opens the file with a digest, 64 digits in lower case, and marks it as used; returns `nil` when there is none.
    package func open(_ sha256: String) async -> StoredMedia? {
        guard StoreDigest(sha256.utf8) != nil else { return nil }
        return await workers.run { [self] in openOnWorker(sha256) } ?? nil
    }

    private func openOnWorker(_ sha256: String) -> StoredMedia? {
        guard let shard = directory.openExisting(String(sha256.prefix(2))) else { return nil }
        // The same bytes may be stored under several extensions; the choice must not change between calls.
        let names = DirectoryListing.names(of: shard).filter { $0.hasPrefix("\(sha256).") }.sorted()
        for name in names {
            let fileExtension = String(name.dropFirst(sha256.utf8.count + 1))
            guard StoredName.isPlain(fileExtension) else { continue }
            let number = unsafe openat(shard.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard number >= 0 else { continue }
            let descriptor = FileDescriptor(number)
            var status = stat()
            guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            // A read counts as a use.
            _ = futimens(number, nil)
            return StoredMedia(
                sha256: sha256,
                fileExtension: fileExtension,
                byteCount: Int(status.st_size),
                descriptor: descriptor,
                workers: workers
            )
        }
        return nil
    }
}
