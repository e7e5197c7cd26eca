import AttacheThreads
import Glibc

extension FileMediaStore {
    /// Opens what is stored under a digest, and marks it as used.
    ///
    /// - Parameter sha256: 64 digits in lower case; nothing else is ever looked for.
    /// - Returns: The open file, or `nil` when there is none.
    package func open(_ sha256: String) async -> StoredMedia? {
        guard StoreDigest(sha256.utf8) != nil else { return nil }
        return await workers.run { [self] in openOnWorker(sha256) } ?? nil
    }

    private func openOnWorker(_ sha256: String) -> StoredMedia? {
        guard let shard = directory.openExisting(String(sha256.prefix(2))) else { return nil }
        // The same bytes may be stored under several extensions; which one is served must not change from day to day.
        let names = DirectoryListing.names(of: shard).filter { $0.hasPrefix("\(sha256).") }.sorted()
        for name in names {
            let fileExtension = String(name.dropFirst(sha256.utf8.count + 1))
            guard StoredName.isPlain(fileExtension) else { continue }
            let number = unsafe openat(shard.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            guard number >= 0 else { continue }
            let descriptor = FileDescriptor(number)
            var status = stat()
            guard unsafe fstat(number, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
            // What is looked at is not the least recently used.
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
