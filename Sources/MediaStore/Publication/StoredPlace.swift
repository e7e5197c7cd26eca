import AttacheSystem
import Glibc

/// The place of a file in the store, by what its bytes are.
struct StoredPlace: Sendable {
    let directory: StoreDirectory
    let shardName: String
    let name: String

    /// The absolute path.
    var path: String { "\(directory.path)/\(shardName)/\(name)" }

    /// Finds the place.
    ///
    /// - Parameters:
    ///   - digest: SHA-256 in lower-case hexadecimal.
    ///   - fileExtension: The extension, checked, without the full stop.
    ///   - directory: The store.
    init(digest: String, fileExtension: String, directory: StoreDirectory) {
        self.directory = directory
        shardName = String(digest.prefix(2))
        name = "\(digest).\(fileExtension)"
    }

    /// Opens the shard if it is there.
    func openExistingShard() -> FileDescriptor? { directory.openExisting(shardName) }

    /// What stands at the place.
    enum ReuseResult {
        /// Nothing.
        case absent
        /// Something else than the name says.
        case mismatched
        /// The file, which is used from now on.
        case used
    }

    /// Uses what is stored there already, if it is a file of the right size, and marks it as used.
    ///
    /// - Parameters:
    ///   - byteCount: The right size.
    ///   - shard: The open shard.
    ///   - group: The group that puts it on the disk later, or `nil` to have it there on return.
    /// - Returns: What stands there.
    func reuse(byteCount: Int, in shard: FileDescriptor, group: PublicationGroup?) -> ReuseResult {
        var status = stat()
        guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .absent }
        guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == byteCount else { return .mismatched }
        if directory.durable.contains(name, inode: status.st_ino) {
            // Eviction asks for no more than seconds, and each mark is a write to the disk's journal.
            let isFresh = status.st_mtim.tv_sec >= time(nil) - Self.touchInterval
            return isFresh || touch(in: shard) ? .used : .absent
        }
        // Another process may publish in groups, and then its files are not on the disk yet.
        guard makeDurable(in: shard, inode: status.st_ino, group: group) else { return .mismatched }
        return touch(in: shard) ? .used : .absent
    }

    /// How long a mark of use is not renewed, in seconds.
    private static let touchInterval = 1

    /// It may be evicted at this very moment; then there is nothing to mark, and nothing to use.
    private func touch(in shard: FileDescriptor) -> Bool {
        unsafe utimensat(shard.number, name, nil, AT_SYMLINK_NOFOLLOW) == 0
    }

    private func makeDurable(in shard: FileDescriptor, inode: UInt, group: PublicationGroup?) -> Bool {
        if let group { return (try? group.begin()) != nil && (try? group.note(shardName, name)) != nil }
        let number = unsafe openat(shard.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        // Its directory too: who gave it the name a moment ago may still be waiting for the disk.
        guard number >= 0, FileDescriptor(number).synchronize() == 0, directory.synchronize(shard) == 0 else {
            return false
        }
        directory.durable.note(name, inode: inode)
        return true
    }
}

/// Stored files that this process has seen on the disk, so that whoever uses them again need not wait for it.
///
/// A file is known by its name and its inode: what another process puts in its place has another one. The files that
/// were used last are remembered, twice `capacity` at most.
final class DurableFiles: Sendable {
    private struct State {
        var recent: [String: UInt] = [:]
        var earlier: [String: UInt] = [:]
    }

    private let capacity: Int
    private let state = Locked(State())

    /// Begins with none.
    ///
    /// - Parameter capacity: How many are remembered at least.
    init(capacity: Int = 4096) {
        self.capacity = capacity
    }

    /// Whether a file is known to be on the disk.
    ///
    /// - Parameters:
    ///   - name: Its name in its shard.
    ///   - inode: Its inode now.
    /// - Returns: Whether it was this very file.
    func contains(_ name: String, inode: UInt) -> Bool {
        state.withLock { state in
            if state.recent[name] == inode { return true }
            guard state.earlier[name] == inode else { return false }
            note(name, inode, in: &state)
            return true
        }
    }

    /// Remembers a file whose bytes and name are on the disk.
    ///
    /// - Parameters:
    ///   - name: Its name in its shard.
    ///   - inode: Its inode.
    func note(_ name: String, inode: UInt) {
        state.withLock { note(name, inode, in: &$0) }
    }

    private func note(_ name: String, _ inode: UInt, in state: inout State) {
        if state.recent.count >= capacity {
            state.earlier = state.recent
            state.recent = [:]
        }
        state.recent[name] = inode
    }
}
