import AttacheCore
import Glibc

/// Gives a finished spool its final name, at once and only if the whole file is there.
struct Publication {
    private let content: FileSpool.Content
    private let directory: StoreDirectory
    private let shardName: String
    private let name: String

    /// The absolute path that the file gets.
    var path: String { "\(directory.path)/\(shardName)/\(name)" }

    /// Prepares publishing.
    ///
    /// - Parameters:
    ///   - content: The finished spool.
    ///   - fileExtension: The extension, checked, without the full stop.
    ///   - directory: The store.
    init(content: FileSpool.Content, fileExtension: String, directory: StoreDirectory) {
        self.content = content
        self.directory = directory
        shardName = String(content.digest.prefix(2))
        name = "\(content.digest).\(fileExtension)"
    }

    /// Publishes the file, or finds that the same bytes are stored already.
    ///
    /// - Parameter group: The group that puts it on the disk later, or `nil` to have it there on return.
    /// - Returns: Whether the file is new.
    /// - Throws: `StoreError` when the disk does not allow it; the spool is gone and no name is left then.
    func publish(in group: PublicationGroup?) throws(StoreError) -> Bool {
        defer { content.file.removeName(in: directory) }
        do throws(StoreError) {
            return try publish(in: group, shard: try directory.shard(shardName))
        } catch {
            guard error.code == ENOENT else { throw error }
            // Somebody has removed the shard since it was opened.
            directory.forgetShard(shardName)
            return try publish(in: group, shard: try directory.shard(shardName))
        }
    }

    private func publish(in group: PublicationGroup?, shard: Descriptor) throws(StoreError) -> Bool {
        guard let group else { return try publishDurably(in: shard) }
        try group.begin()
        let standing = reuse(in: shard, isDurable: false)
        var isNew = false
        if standing != .used {
            // The time of publication, by which a recovery knows what it has to look at.
            _ = futimens(content.file.descriptor.number, nil)
            isNew = try link(in: shard, over: standing, isDurable: false)
        }
        try group.note(shardName, name)
        return isNew
    }

    private func publishDurably(in shard: Descriptor) throws(StoreError) -> Bool {
        let standing = reuse(in: shard, isDurable: true)
        var isNew = false
        if standing != .used {
            // The bytes go to the disk before the name does, so that a name never stands for less than the file.
            try check(content.file.descriptor.synchronize(), "write")
            isNew = try link(in: shard, over: standing, isDurable: true)
        }
        // Also when it is not new: who gave it the name a moment ago may still be waiting for the disk.
        let code = directory.synchronize(shard)
        if code != 0, isNew { _ = unsafe unlinkat(shard.number, name, 0) }
        try check(code, "write the directory of")
        return isNew
    }

    /// What stands under the name before the spool gets it.
    private enum Standing {
        /// Nothing.
        case absent
        /// Something else than the name says.
        case unfit
        /// The same bytes, which are used from now on.
        case used
    }

    /// Uses what is stored under the name already, if it is a file of the right size, and marks it as used.
    private func reuse(in shard: Descriptor, isDurable: Bool) -> Standing {
        var status = stat()
        guard unsafe fstatat(shard.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { return .absent }
        guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == content.byteCount else { return .unfit }
        // Another process may publish in groups, and then its files are not on the disk yet.
        if isDurable, synchronizeStanding(in: shard) != 0 { return .unfit }
        // It may be evicted at this very moment; then there is nothing to touch, and nothing to reuse.
        return unsafe utimensat(shard.number, name, nil, AT_SYMLINK_NOFOLLOW) == 0 ? .used : .absent
    }

    private func synchronizeStanding(in shard: Descriptor) -> Int32 {
        let number = unsafe openat(shard.number, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        return number >= 0 ? Descriptor(number).synchronize() : errno
    }

    /// Gives the spool its name.
    ///
    /// - Returns: Whether it did; `false` when the same bytes were stored meanwhile.
    private func link(in shard: Descriptor, over standing: Standing, isDurable: Bool) throws(StoreError) -> Bool {
        if standing == .absent {
            let code = linkOnce(in: shard)
            guard code == EEXIST else {
                try check(code, "give the name to")
                return true
            }
            if reuse(in: shard, isDurable: isDurable) == .used { return false }
        }
        // What stands there is not what the name says: cut short by a crash, or not put there by us.
        try replace(in: shard)
        return true
    }

    private func linkOnce(in shard: Descriptor) -> Int32 {
        guard let spoolName = content.file.name else {
            let source = "/proc/self/fd/\(content.file.descriptor.number)"
            return unsafe linkat(AT_FDCWD, source, shard.number, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
        }
        guard let unfinished = directory.openExisting(SpoolFile.directoryName) else { return errno }
        if unsafe linkat(unfinished.number, spoolName, shard.number, name, 0) == 0 { return 0 }
        guard [EPERM, EOPNOTSUPP, EMLINK].contains(errno) else { return errno }
        // A file system without hard links: renaming replaces what is there, which by its name has the same bytes.
        return unsafe renameat(unfinished.number, spoolName, shard.number, name) == 0 ? 0 : errno
    }

    /// Puts the spool in the place of whatever has its name.
    private func replace(in shard: Descriptor) throws(StoreError) {
        let unfinished = try directory.open(SpoolFile.directoryName)
        var temporaryName = content.file.name
        if temporaryName == nil {
            let name = SpoolFile.freshName()
            let source = "/proc/self/fd/\(content.file.descriptor.number)"
            let isLinked = unsafe linkat(AT_FDCWD, source, unfinished.number, name, AT_SYMLINK_FOLLOW) == 0
            try check(isLinked ? 0 : errno, "give a temporary name to")
            temporaryName = name
        }
        guard let temporaryName else { return }
        if unsafe renameat(unfinished.number, temporaryName, shard.number, name) == 0 { return }
        let code = errno
        _ = unsafe unlinkat(unfinished.number, temporaryName, 0)
        try check(code, "replace")
    }

    private func check(_ code: Int32, _ operation: String) throws(StoreError) {
        guard code == 0 else { throw StoreError(operation: operation, path: path, code: code) }
    }
}
