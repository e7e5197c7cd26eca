import AttacheCore
import AttacheSystem
import Glibc

/// The location of a file in the store, by its content.
struct StoredPlace: Sendable {
    /// The state of a location.
    enum State {
        /// No file.
        case absent
        /// A file that does not match the name.
        case mismatched
        /// The file, now marked as used.
        case used
    }

    /// The time in seconds for which a mark of use is not renewed: eviction needs no more precision, and each mark is a write
    /// to the disk's journal.
    private static let touchInterval = 1

    let directory: StoreDirectory
    let shardName: String
    let name: String

    var path: String { "\(directory.path)/\(shardName)/\(name)" }

    /// Locates a digest in lower-case hexadecimal; the extension must be checked and has no full stop.
    init(digest: String, fileExtension: String, directory: StoreDirectory) {
        self.init("\(digest).\(fileExtension)", in: directory)
    }

    /// Locates a name, which begins with a digest.
    init(_ name: String, in directory: StoreDirectory) {
        self.directory = directory
        shardName = String(name.prefix(2))
        self.name = name
    }

    /// Marks a stored file of the right size as used. The group writes it to disk later; without a group it is on disk
    /// on return.
    func reuse(byteCount: Int, in shard: FileDescriptor, group: PublicationGroup?) -> State {
        guard let status = status(in: shard) else { return .absent }
        guard isWhole(status, byteCount) else { return .mismatched }
        if isKnown(status) { return markUsed(status, in: shard) ? .used : .absent }
        // Another process may publish in groups, and then its files are not on disk yet.
        guard isIntact(status, openFile(in: shard)), makeDurable(in: shard, inode: status.st_ino, group: group) else {
            return .mismatched
        }
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

    /// Whether a use must read the file, to compare it with its name.
    var needsCheck: Bool {
        guard let shard = try? directory.shard(shardName), let status = status(in: shard) else { return false }
        return !isKnown(status) && directory.boot.isSuspect(status)
    }

    /// Opens the file for reading, and marks it as used; `nil` when it is missing or does not match its name.
    func open(in shard: FileDescriptor) -> (file: FileDescriptor, byteCount: Int)? {
        var status = stat()
        guard let file = openFile(in: shard), unsafe fstat(file.number, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, isIntact(status, file)
        else { return nil }
        // A read counts as a use.
        _ = futimens(file.number, nil)
        return (file, Int(status.st_size))
    }

    private func status(in shard: FileDescriptor) -> stat? {
        var status = stat()
        return unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 ? status : nil
    }

    private func openFile(in shard: FileDescriptor) -> FileDescriptor? {
        let number = unsafe openat(shard.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        return number >= 0 ? FileDescriptor(number) : nil
    }

    private func isWhole(_ status: stat, _ byteCount: Int) -> Bool {
        status.st_mode & S_IFMT == S_IFREG && Int(status.st_size) == byteCount
    }

    /// Whether this process has seen the file on the disk.
    private func isKnown(_ status: stat) -> Bool { directory.durable.contains(name, inode: status.st_ino) }

    /// Whether the file has the bytes of its name; only the first use after a boot reads them.
    private func isIntact(_ status: stat, _ file: @autoclosure () -> FileDescriptor?) -> Bool {
        guard directory.boot.isSuspect(status) else { return true }
        guard let file = file(), let digest = try? RunningDigest.ofFile(file, path: path) else { return false }
        return HexText.of(digest) == name.prefix(64)
    }

    /// Marks a file as used, unless its last mark is new. Returns `false` when the file was evicted meanwhile.
    private func markUsed(_ status: stat, in shard: FileDescriptor) -> Bool {
        status.st_mtim.tv_sec >= time(nil) - Self.touchInterval || touch(in: shard)
    }

    /// Returns `false` when the file was evicted meanwhile and cannot be used.
    private func touch(in shard: FileDescriptor) -> Bool {
        unsafe utimensat(shard.number, name, nil, AT_SYMLINK_NOFOLLOW) == 0
    }

    private func makeDurable(in shard: FileDescriptor, inode: UInt, group: PublicationGroup?) -> Bool {
        if let group { return (try? group.note(self)) != nil }
        // Its directory too: the process that has just named the file may still be waiting for the disk.
        guard let file = openFile(in: shard), file.synchronize() == 0, directory.synchronize(shard) == 0 else {
            return false
        }
        directory.durable.note(name, inode: inode)
        return true
    }
}
