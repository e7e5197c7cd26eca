package import AttacheCore
package import AttacheSystem

/// A store in memory that can be configured to fail.
package final class MemoryStore: MediaStoring {
    /// The prefix of its paths; no file exists there.
    package static let root = "/memory"

    private struct State {
        var files: [String: [UInt8]] = [:]
        var spools: [MemorySpool] = []
    }

    private let state = Locked(State())
    /// The limit of bytes in one spool; beyond it the disk is full (`ENOSPC`).
    private let byteLimit: Int
    private let openError: SystemCallError?
    private let commitError: SystemCallError?

    package init(byteLimit: Int = .max, openError: SystemCallError? = nil, commitError: SystemCallError? = nil) {
        self.byteLimit = byteLimit
        self.openError = openError
        self.commitError = commitError
    }

    package var files: [String: [UInt8]] { state.withLock { $0.files } }

    /// Every opened spool, in order.
    package var spools: [MemorySpool] { state.withLock { $0.spools } }

    /// Removes every file, as if it had been evicted.
    package func removeAll() { state.withLock { $0.files = [:] } }

    package func reuse(_ file: StoredFile, fileExtension: String, for client: Int = 0) async -> StoredFile? {
        let path = "\(Self.root)/\(file.sha256.prefix(2))/\(file.sha256).\(fileExtension)"
        guard files[path]?.count == file.byteCount else { return nil }
        return StoredFile(path: path, sha256: file.sha256, byteCount: file.byteCount)
    }

    package func openSpool(for client: Int = 0) throws(SystemCallError) -> any MediaSpool {
        if let openError { throw openError }
        let spool = MemorySpool(byteLimit: byteLimit)
        state.withLock { $0.spools.append(spool) }
        return spool
    }

    package func commit(_ spool: any MediaSpool, fileExtension: String) async throws(SystemCallError) -> StoredFile {
        if let commitError {
            spool.discard()
            throw commitError
        }
        // EBADF of Linux's <errno.h>: a spool of another store, or one that is closed.
        guard let bytes = (spool as? MemorySpool)?.close() else {
            throw SystemCallError(operation: "commit to", path: Self.root, code: 9)
        }
        let digest = SHA256Digest(of: bytes).hexadecimal
        let path = "\(Self.root)/\(digest.prefix(2))/\(digest).\(fileExtension)"
        state.withLock { $0.files[path] = bytes }
        return StoredFile(path: path, sha256: digest, byteCount: bytes.count)
    }
}

package final class MemorySpool: MediaSpool {
    private struct State {
        var bytes: [UInt8] = []
        var isOpen = true
    }

    private let state = Locked(State())
    private let byteLimit: Int

    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// The appended bytes; empty after `discard`.
    package var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// Whether it is neither discarded nor committed.
    package var isOpen: Bool { state.withLock { $0.isOpen } }

    package var byteCount: Int { state.withLock { $0.bytes.count } }

    package func append(_ bytes: Span<UInt8>) throws(SystemCallError) {
        let isTaken = state.withLock { state in
            guard state.isOpen, state.bytes.count + bytes.count <= byteLimit else { return false }
            for index in bytes.indices { state.bytes.append(bytes[index]) }
            return true
        }
        // ENOSPC of Linux's <errno.h>.
        guard isTaken else { throw SystemCallError(operation: "write to", path: MemoryStore.root, code: 28) }
    }

    package func read(at offset: Int, count: Int) throws(SystemCallError) -> [UInt8] {
        state.withLock { Array($0.bytes.dropFirst(offset).prefix(count)) }
    }

    package func discard() {
        state.withLock { state in
            if state.isOpen { state = State(isOpen: false) }
        }
    }

    /// Closes the spool and returns its bytes, or `nil` when it was discarded or committed before.
    func close() -> [UInt8]? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            state.isOpen = false
            return state.bytes
        }
    }
}

/// A cache store that lasts as long as the test.
package final class InMemoryCacheStore: MediaCacheStore {
    private let media = Locked<[CacheKey: CachedMedia]>([:])
    private let failures = Locked<[CacheKey: CachedFailure]>([:])

    package init() {}

    package var allMedia: [CachedMedia] { media.withLock { Array($0.values) } }
    package var allFailures: [CachedFailure] { failures.withLock { Array($0.values) } }

    package func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?) {
        (media.withLock { $0[key] }, failures.withLock { $0[key] })
    }

    package func save(_ media: CachedMedia, as key: CacheKey) {
        self.media.withLock { $0[key] = media }
        failures.withLock { $0[key] = nil }
    }

    package func save(_ failure: CachedFailure, as key: CacheKey) {
        failures.withLock { $0[key] = failure }
        if failure.isPermanent { media.withLock { $0[key] = nil } }
    }

    package func remove(_ key: CacheKey) {
        media.withLock { $0[key] = nil }
        failures.withLock { $0[key] = nil }
    }
}
