import AttacheCore
import AttacheSystem
import Glibc

/// A group of files that are published at once and written to disk together.
///
/// If the machine crashes in between, a durable name may refer to a truncated file. So a mark is written to disk before
/// the first file is published; while it exists, the next process that opens the store checks the files after the
/// mark's time (`GroupRecovery`).
final class PublicationGroup: Sendable {
    /// A file whose bytes or name may not be on disk.
    private struct Published {
        let shardName: String
        let name: String
    }

    private struct State {
        var mark: GroupMarker?
        var published: [Published] = []
        /// The failure of a flush that a full group caused, until the next `synchronize()` reports it.
        var failure: SystemCallError?
    }

    /// A limit of published files before one of them waits for the disk.
    static let standardLimit = 4096
    /// A margin in seconds, far above the lag of the kernel's clock for file times, which is a timer tick.
    private static let clockMargin = 1

    private let directory: StoreDirectory
    private let limit: Int
    /// Writes a whole file system to disk; returns 0 or `errno`.
    private let synchronizeFileSystem: @Sendable (FileDescriptor) -> Int32
    private let state = Locked(State())
    /// What `isOpen` depends on, under a lock that is never held while a thread waits for the disk.
    private let openness = Locked((hasMark: false, count: 0))
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

    /// Ensures that the mark is on disk; called before a file is published.
    func begin() throws(SystemCallError) {
        // The first caller waits for the disk and the others wait for the first: none may publish before.
        try state.withLock { (state: inout State) throws(SystemCallError) in
            if state.mark == nil { state.mark = try GroupMarker(in: directory) }
        }
        openness.withLock { $0.hasMark = true }
    }

    /// Whether a file can be published now without waiting for the mark or for a full group to be written.
    var isOpen: Bool {
        // Other threads publish at the same time, so with some distance to the limit.
        openness.withLock { $0.hasMark && $0.count < limit - limit / 8 }
    }

    /// Remembers a published file; throws when the group is full and the disk rejects its files.
    func note(_ shardName: String, _ name: String) throws(SystemCallError) {
        let isFull = state.withLock { state in
            state.published.append(Published(shardName: shardName, name: name))
            return state.published.count >= limit
        }
        openness.withLock { $0.count += 1 }
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
            let failure = state.withLock { state in
                defer { state.failure = nil }
                return state.failure
            }
            if let failure { throw failure }
        }
    }

    private func flush() throws(SystemCallError) {
        let (published, mark) = state.withLock { state in
            defer { state.published = [] }
            return (state.published, state.mark)
        }
        openness.withLock { $0.count -= published.count }
        guard !published.isEmpty, let mark else { return }
        let began = time(nil) - Self.clockMargin
        if synchronizeFileSystem(directory.root) != 0 {
            // The call also reports errors of unrelated files, and a sandbox may forbid it; so the files are written
            // one by one.
            try synchronizeEach(published)
        }
        mark.move(to: began)
    }

    /// Writes the remaining files to disk and removes the mark; if that fails, the next process that opens the store
    /// recovers.
    func close() {
        guard (try? synchronize()) != nil else { return }
        let mark = state.withLock { state in
            defer { state.mark = nil }
            return state.mark
        }
        openness.withLock { $0.hasMark = false }
        mark?.remove()
    }

    private func synchronizeEach(_ published: [Published]) throws(SystemCallError) {
        var failure: SystemCallError?
        var shardNames: Set<String> = []
        for file in published {
            guard let shard = directory.openExisting(file.shardName) else { continue }
            let number = unsafe openat(shard.number, file.name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            // Evicted meanwhile.
            if number < 0, errno == ENOENT { continue }
            let code = number < 0 ? errno : FileDescriptor(number).synchronize()
            guard code != 0 else {
                shardNames.insert(file.shardName)
                continue
            }
            _ = unsafe unlinkat(shard.number, file.name, 0)
            failure = SystemCallError(operation: "write", path: path(file), code: code)
        }
        for file in published where shardNames.remove(file.shardName) != nil {
            guard let shard = directory.openExisting(file.shardName) else { continue }
            let code = directory.synchronize(shard)
            if code != 0 {
                failure = SystemCallError(operation: "write the directory of", path: path(file), code: code)
            }
        }
        if let failure { throw failure }
    }

    private func path(_ file: Published) -> String { "\(directory.path)/\(file.shardName)/\(file.name)" }
}
