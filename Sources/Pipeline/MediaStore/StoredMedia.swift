import AttacheCore
package import AttacheSystem
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
    package func read(at offset: Int, count: Int) async throws(SystemCallError) -> [UInt8] {
        let name = "\(sha256).\(fileExtension)"
        let result = await workers.run { [self] in
            Result { () throws(SystemCallError) in
                let wanted = min(count, byteCount - offset)
                return try FileDescriptor.readAll(wanted, from: descriptor.number, at: offset, path: name)
            }
        }
        guard let result else { throw SystemCallError(operation: "read", path: name, code: ECANCELED) }
        return try result.get()
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
            guard let found = StoredPlace(name, in: directory).open(in: shard) else { continue }
            return StoredMedia(
                sha256: sha256,
                fileExtension: fileExtension,
                byteCount: found.byteCount,
                descriptor: found.file,
                workers: workers
            )
        }
        return nil
    }
}
