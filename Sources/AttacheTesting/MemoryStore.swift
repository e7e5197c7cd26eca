package import AttacheCore
import AttacheThreads

/// A store in memory that can be told to fail.
package final class MemoryStore: MediaStoring {
    /// The directory its paths begin with; nothing is ever there.
    package static let root = "/memory"

    private struct State {
        var files: [String: [UInt8]] = [:]
        var spools: [MemorySpool] = []
    }

    private let state = Locked(State())
    private let byteLimit: Int
    private let openError: StoreError?
    private let commitError: StoreError?

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - byteLimit: How many bytes fit into one spool; more is a full disk (`ENOSPC`).
    ///   - openError: What `openSpool` throws, if anything.
    ///   - commitError: What `commit` throws, if anything.
    package init(byteLimit: Int = .max, openError: StoreError? = nil, commitError: StoreError? = nil) {
        self.byteLimit = byteLimit
        self.openError = openError
        self.commitError = commitError
    }

    /// The committed files by path.
    package var files: [String: [UInt8]] { state.withLock { $0.files } }

    /// Every spool that was opened, in order.
    package var spools: [MemorySpool] { state.withLock { $0.spools } }

    /// Loses every file, as if they had been evicted.
    package func removeAll() { state.withLock { $0.files = [:] } }

    package func reuse(_ file: StoredFile, fileExtension: String) async -> StoredFile? {
        let path = "\(Self.root)/\(file.sha256.prefix(2))/\(file.sha256).\(fileExtension)"
        guard files[path]?.count == file.byteCount else { return nil }
        return StoredFile(path: path, sha256: file.sha256, byteCount: file.byteCount)
    }

    package func openSpool() throws(StoreError) -> any MediaSpool {
        if let openError { throw openError }
        let spool = MemorySpool(byteLimit: byteLimit)
        state.withLock { $0.spools.append(spool) }
        return spool
    }

    package func commit(_ spool: any MediaSpool, fileExtension: String) async throws(StoreError) -> StoredFile {
        if let commitError {
            spool.discard()
            throw commitError
        }
        // EBADF of Linux's <errno.h>: not a spool of this kind of store, or one that is closed.
        guard let bytes = (spool as? MemorySpool)?.close() else {
            throw StoreError(operation: "commit to", path: Self.root, code: 9)
        }
        let digest = SHA256Digest(of: bytes).hexadecimal
        let path = "\(Self.root)/\(digest.prefix(2))/\(digest).\(fileExtension)"
        state.withLock { $0.files[path] = bytes }
        return StoredFile(path: path, sha256: digest, byteCount: bytes.count)
    }
}
