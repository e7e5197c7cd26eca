import AttacheSystem
import Glibc

/// The location of a file in the store, by its content.
struct StoredPlace: Sendable {
    let directory: StoreDirectory
    let shardName: String
    let name: String

    var path: String { "\(directory.path)/\(shardName)/\(name)" }

    /// Locates a digest in lower-case hexadecimal; the extension must be checked and has no full stop.
    init(digest: String, fileExtension: String, directory: StoreDirectory) {
        self.directory = directory
        shardName = String(digest.prefix(2))
        name = "\(digest).\(fileExtension)"
    }

    func openExistingShard() -> FileDescriptor? { directory.openExisting(shardName) }

    /// The state of a location.
    enum ReuseResult {
        /// No file.
        case absent
        /// A file that does not match the name.
        case mismatched
        /// The file, now marked as used.
        case used
    }

    /// Marks a stored file of the right size as used. The group writes it to disk later; without a group it is on disk
    /// on return.
    func reuse(byteCount: Int, in shard: FileDescriptor, group: PublicationGroup?) -> ReuseResult {
        guard let status = status(in: shard) else { return .absent }
        guard isWhole(status, byteCount) else { return .mismatched }
        if isKnown(status) { return markUsed(status, in: shard) ? .used : .absent }
        // Another process may publish in groups, and then its files are not on disk yet.
        guard makeDurable(in: shard, inode: status.st_ino, group: group) else { return .mismatched }
        return touch(in: shard) ? .used : .absent
    }

    /// Marks a stored file of the right size as used if this process has seen it on the disk; an unknown file costs no
    /// call of the system, and a known one no `fsync`.
    func reuseDurable(byteCount: Int) -> Bool {
        guard directory.durable.contains(name), let shard = try? directory.shard(shardName),
            let status = status(in: shard), isWhole(status, byteCount), isKnown(status)
        else { return false }
        return markUsed(status, in: shard)
    }

    private func status(in shard: FileDescriptor) -> stat? {
        var status = stat()
        return unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    private func isWhole(_ status: stat, _ byteCount: Int) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == byteCount
    }

    /// Whether this process has seen the file on the disk.
    private func isKnown(_ status: stat) -> Bool { directory.durable.contains(name, inode: status.st_ino) }

    /// Marks a file as used, unless its last mark need not be renewed: eviction needs no more precision than seconds, and
    /// each mark is a write to the disk's journal. Returns `false` when the file was evicted meanwhile.
    private func markUsed(_ status: stat, in shard: FileDescriptor) -> Bool {
        status.st_mtim.tv_sec >= time(nil) - Self.touchInterval || touch(in: shard)
    }

    /// The time in seconds for which a mark of use is not renewed.
    private static let touchInterval = 1

    /// Returns `false` when the file was evicted meanwhile and cannot be used.
    private func touch(in shard: FileDescriptor) -> Bool {
        unsafe utimensat(shard.number, name, nil, AT_SYMLINK_NOFOLLOW) == 0
    }

    private func makeDurable(in shard: FileDescriptor, inode: UInt, group: PublicationGroup?) -> Bool {
        if let group { return (try? group.begin()) != nil && (try? group.note(shardName, name)) != nil }
        let number = unsafe openat(shard.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        // Its directory too: the process that has just named the file may still be waiting for the disk.
        guard number >= 0, FileDescriptor(number).synchronize() == 0, directory.synchronize(shard) == 0 else {
            return false
        }
        directory.durable.note(name, inode: inode)
        return true
    }
}
