package import AttacheCore
package import AttacheSystem

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
    private let openError: SystemCallError?
    private let commitError: SystemCallError?

    /// Creates an empty store.
    ///
    /// - Parameters:
    ///   - byteLimit: How many bytes fit into one spool; more is a full disk (`ENOSPC`).
    ///   - openError: What `openSpool` throws, if anything.
    ///   - commitError: What `commit` throws, if anything.
    package init(byteLimit: Int = .max, openError: SystemCallError? = nil, commitError: SystemCallError? = nil) {
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

    package func openSpool() throws(SystemCallError) -> any MediaSpool {
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
        // EBADF of Linux's <errno.h>: not a spool of this kind of store, or one that is closed.
        guard let bytes = (spool as? MemorySpool)?.close() else {
            throw SystemCallError(operation: "commit to", path: Self.root, code: 9)
        }
        let digest = SHA256Digest(of: bytes).hexadecimal
        let path = "\(Self.root)/\(digest.prefix(2))/\(digest).\(fileExtension)"
        state.withLock { $0.files[path] = bytes }
        return StoredFile(path: path, sha256: digest, byteCount: bytes.count)
    }
}

/// A spool in memory.
package final class MemorySpool: MediaSpool {
    private struct State {
        var bytes: [UInt8] = []
        var isOpen = true
    }

    private let state = Locked(State())
    private let byteLimit: Int

    /// Creates an empty spool.
    ///
    /// - Parameter byteLimit: How many bytes its disk has.
    init(byteLimit: Int) {
        self.byteLimit = byteLimit
    }

    /// What was appended; empty after `discard`.
    package var bytes: [UInt8] { state.withLock { $0.bytes } }

    /// Whether it was neither discarded nor committed yet.
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

    /// Closes the spool and gives its bytes away.
    ///
    /// - Returns: The bytes, or `nil` when it was discarded or committed before.
    func close() -> [UInt8]? {
        state.withLock { state in
            guard state.isOpen else { return nil }
            state.isOpen = false
            return state.bytes
        }
    }
}

/// A memory of verdicts that lasts as long as the test.
package final class InMemoryCacheStore: MediaCacheStore {
    private let media = Locked<[CacheKey: CachedMedia]>([:])
    private let failures = Locked<[CacheKey: CachedFailure]>([:])

    /// Remembers nothing yet.
    package init() {}

    /// Everything that is remembered of files.
    package var allMedia: [CachedMedia] { media.withLock { Array($0.values) } }
    /// Everything that is remembered of failures.
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
