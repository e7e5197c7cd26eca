import AttacheCore
import Glibc

/// Gives a finished spool its final name, at once and only if the whole file is there.
struct Publication {
    private let content: FileSpool.Content
    private let directory: StoreDirectory
    private let place: StoredPlace

    /// The absolute path that the file gets.
    var path: String { place.path }
    private var name: String { place.name }

    /// Prepares publishing.
    ///
    /// - Parameters:
    ///   - content: The finished spool.
    ///   - fileExtension: The extension, checked, without the full stop.
    ///   - directory: The store.
    init(content: FileSpool.Content, fileExtension: String, directory: StoreDirectory) {
        self.content = content
        self.directory = directory
        place = StoredPlace(digest: content.digest, fileExtension: fileExtension, directory: directory)
    }

    /// Publishes the file, or finds that the same bytes are stored already.
    ///
    /// - Returns: Whether the file is new.
    /// - Throws: `StoreError` when the disk does not allow it; the spool is gone and no name is left then.
    func publish() throws(StoreError) -> Bool {
        defer { content.file.removeName(in: directory) }
        let shard = try directory.open(place.shardName)
        var isNew = false
        if !reuse(in: shard) {
            // The bytes go to the disk before the name does, so that a name never stands for less than the file.
            try check(content.file.descriptor.synchronize(), "write")
            isNew = try link(in: shard)
        }
        // Also when it is not new: who gave it the name a moment ago may still be waiting for the disk.
        let code = directory.synchronize(shard)
        if code != 0, isNew { _ = unsafe unlinkat(shard.number, name, 0) }
        try check(code, "write the directory of")
        return isNew
    }

    private func reuse(in shard: Descriptor) -> Bool { place.reuse(byteCount: content.byteCount, in: shard) }

    /// Gives the spool its name.
    ///
    /// - Returns: Whether it did; `false` when the same bytes were stored meanwhile.
    private func link(in shard: Descriptor) throws(StoreError) -> Bool {
        let code = linkOnce(in: shard)
        guard code == EEXIST else {
            try check(code, "give the name to")
            return true
        }
        if reuse(in: shard) { return false }
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
