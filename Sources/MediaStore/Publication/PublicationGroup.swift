import AttacheCore
import AttacheSystem
import Glibc

/// Files that are published at once and put on the disk together.
///
/// A name may then durably stand for less than the file if the machine dies in between. So before the first of them is
/// published a mark goes to the disk; while it lies there, whoever opens the store checks what came after the mark's
/// time (`GroupRecovery`).
final class PublicationGroup: Sendable {
    /// A file whose bytes or name may not be on the disk.
    private struct Published {
        let shardName: String
        let name: String
    }

    private struct State {
        var mark: GroupMarker?
        var published: [Published] = []
        /// What the disk did not take when a group had grown too large, until somebody has asked for everything.
        var failure: SystemCallError?
    }

    /// How many files are published at most before one of them waits for the disk.
    static let standardLimit = 4096
    /// Much more than the kernel's clock for file times lags behind the real one, which is a timer tick.
    private static let clockMargin = 1

    private let directory: StoreDirectory
    private let limit: Int
    private let synchronizeFileSystem: @Sendable (FileDescriptor) -> Int32
    private let state = Locked(State())
    /// One at a time puts files on the disk, so that nobody takes another's for done while they are on their way.
    private let flushLock = Locked(())

    /// Prepares a group; nothing is written before the first file.
    ///
    /// - Parameters:
    ///   - directory: The store.
    ///   - limit: How many files are published at most before one of them waits for the disk.
    ///   - synchronizeFileSystem: Puts a whole file system on the disk and gives 0 or the system's `errno`.
    init(
        directory: StoreDirectory,
        limit: Int = PublicationGroup.standardLimit,
        synchronizeFileSystem: @escaping @Sendable (FileDescriptor) -> Int32 = { $0.synchronizeFileSystem() }
    ) {
        self.directory = directory
        self.limit = limit
        self.synchronizeFileSystem = synchronizeFileSystem
    }

    /// Makes sure that the mark is on the disk; called before a file is published.
    ///
    /// - Throws: `SystemCallError` when it cannot be put there.
    func begin() throws(SystemCallError) {
        // The first caller waits for the disk and the others for it: none may publish before.
        try state.withLock { (state: inout State) throws(SystemCallError) in
            if state.mark == nil { state.mark = try GroupMarker(in: directory) }
        }
    }

    /// Remembers a file that was published.
    ///
    /// - Parameters:
    ///   - shardName: The name of its shard.
    ///   - name: Its name there.
    /// - Throws: `SystemCallError` when so many are remembered that all had to go to the disk, and it does not take them.
    func note(_ shardName: String, _ name: String) throws(SystemCallError) {
        let isFull = state.withLock { state in
            state.published.append(Published(shardName: shardName, name: name))
            return state.published.count >= limit
        }
        guard isFull else { return }
        do throws(SystemCallError) {
            try flushLock.withLock { (_: inout Void) throws(SystemCallError) in try flush() }
        } catch {
            // It lost files of others as well, who have been told that theirs are published.
            state.withLock { $0.failure = error }
            throw error
        }
    }

    /// Puts everything that was published so far on the disk.
    ///
    /// It waits for whoever does so already.
    ///
    /// - Throws: `SystemCallError` when the disk does not take one of the files, or has not taken one since the last call; those
    ///   have no name any more.
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
        guard !published.isEmpty, let mark else { return }
        let began = time(nil) - Self.clockMargin
        if synchronizeFileSystem(directory.root) != 0 {
            // It also tells of other people's files, and a sandbox may forbid it; so these are asked one by one.
            try synchronizeEach(published)
        }
        mark.move(to: began)
    }

    /// Puts what is left on the disk and removes the mark; a mark that stays is seen to by the next who opens the store.
    func close() {
        guard (try? synchronize()) != nil else { return }
        let mark = state.withLock { state in
            defer { state.mark = nil }
            return state.mark
        }
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
