import AttacheCore
import AttacheSystem
import Glibc

/// A group of files that are published one by one and written to disk together.
///
/// If the machine crashes in between, a durable name may refer to a truncated file, which its next use finds out (`BootMark`).
final class PublicationGroup: Sendable {
    private struct State {
        /// The files whose bytes or names may not be on disk.
        var published: [StoredPlace] = []
        /// The failure of a flush that a full group caused, until the next `synchronize()` reports it.
        var failure: SystemCallError?
    }

    /// A limit of published files before one of them waits for the disk.
    static let standardLimit = 4096

    private let directory: StoreDirectory
    private let limit: Int
    /// Writes a whole file system to disk; returns 0 or `errno`.
    private let synchronizeFileSystem: @Sendable (FileDescriptor) -> Int32
    private let state = Locked(State())
    /// Serialises flushes, so that a caller does not treat files as written while another one still writes them.
    private let flushLock = Locked(())

    /// The number of callers that wait for another one's flush.
    var waiterCount: Int { flushLock.waiterCount }

    /// Creates a group; nothing is written before the first file.
    init(
        directory: StoreDirectory,
        limit: Int = PublicationGroup.standardLimit,
        synchronizeFileSystem: @escaping @Sendable (FileDescriptor) -> Int32 = { $0.synchronizeFileSystem() }
    ) {
        self.directory = directory
        self.limit = limit
        self.synchronizeFileSystem = synchronizeFileSystem
    }

    /// Whether a file can be published now without waiting for a full group to be written.
    var isOpen: Bool {
        // Other threads publish at the same time, so with some distance to the limit.
        state.withLock { $0.published.count < limit - limit / 8 }
    }

    /// Remembers a published file; throws when the group is full and the disk rejects its files.
    func note(_ place: StoredPlace) throws(SystemCallError) {
        let isFull = state.withLock { state in
            state.published.append(place)
            return state.published.count >= limit
        }
        guard isFull else { return }
        do throws(SystemCallError) {
            try flushLock.withLock { (_: inout Void) throws(SystemCallError) in try flush() }
        } catch {
            // Files of other callers were lost as well, whose commits have already succeeded.
            state.withLock { $0.failure = error }
            throw error
        }
    }

    /// Writes all published files to disk, after a flush in progress. Throws when the disk rejects a file, or has
    /// rejected one since the last call; rejected files lose their names.
    func synchronize() throws(SystemCallError) {
        try flushLock.withLock { (_: inout Void) throws(SystemCallError) in
            try flush()
            if let failure = state.withLock({ $0.failure.take() }) { throw failure }
        }
    }

    private func flush() throws(SystemCallError) {
        let published = state.withLock { exchange(&$0.published, with: []) }
        // The call also reports errors of unrelated files, and a sandbox may forbid it; so the files are written one by one
        // afterwards.
        guard !published.isEmpty, synchronizeFileSystem(directory.root) != 0 else { return }
        var failure: SystemCallError?
        var shards: [String: StoredPlace] = [:]
        for place in published {
            let code = place.synchronize()
            // Evicted meanwhile.
            if code == ENOENT { continue }
            if code == 0 {
                shards[place.shardName] = place
            } else {
                failure = SystemCallError(operation: "write", path: place.path, code: code)
            }
        }
        for (name, place) in shards {
            guard let shard = directory.openExisting(name) else { continue }
            let code = directory.synchronize(shard)
            if code != 0 {
                failure = SystemCallError(operation: "write the directory of", path: place.path, code: code)
            }
        }
        if let failure { throw failure }
    }
}

extension StoredPlace {
    /// Writes the file's bytes to disk; returns 0 or `errno`. A file that the disk rejects loses its name.
    fileprivate func synchronize() -> Int32 {
        guard let shard = directory.openExisting(shardName) else { return ENOENT }
        let number = unsafe openat(shard.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        let code = number < 0 ? errno : FileDescriptor(number).synchronize()
        if code != 0, code != ENOENT { _ = unsafe unlinkat(shard.number, name, 0) }
        return code
    }
}
