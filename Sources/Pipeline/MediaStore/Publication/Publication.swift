import AttacheCore
import AttacheSystem
import Glibc

/// The naming of a complete body: atomic, and only if the whole file is present.
struct Publication {
    private let content: SpoolContent
    private let place: StoredPlace
    private let reservation: SpaceReservation
    private var directory: StoreDirectory { place.directory }
    private var name: String { place.name }

    init(_ content: SpoolContent, at place: StoredPlace, reservation: SpaceReservation) {
        self.content = content
        self.place = place
        self.reservation = reservation
    }

    /// Publishes the file and returns whether it is new, or `false` when the same bytes are stored already. The group
    /// writes it to disk later; without a group it is on disk on return. A failure leaves neither a spool nor a name.
    func publish(in group: PublicationGroup?) throws(SystemCallError) -> Bool {
        defer { content.removeName(in: directory) }
        do throws(SystemCallError) {
            return try attempt(in: group)
        } catch {
            // After a failed `fsync` the kernel may have dropped the bytes of a file, so only bytes in memory are written
            // again.
            guard error.isOutOfSpace, content.isInMemory || error.operation != Self.writing,
                reservation.makeRoom(for: content.byteCount)
            else { throw error }
            // A file that had its name for a moment cannot have it again; the first error then says why.
            do throws(SystemCallError) { return try attempt(in: group) } catch let second {
                throw second.isOutOfSpace ? second : error
            }
        }
    }

    private static let writing = "write"

    private func attempt(in group: PublicationGroup?) throws(SystemCallError) -> Bool {
        let shard = try directory.shard(place.shardName)
        let existing = place.reuse(byteCount: content.byteCount, in: shard, group: group)
        guard existing != .used else { return false }
        try reservation.grow(to: content.byteCount)
        let file = try content.file(in: directory)
        defer { if content.isInMemory { file.removeName(in: directory) } }
        do throws(SystemCallError) {
            return try publish(file, in: group, over: existing, shard: shard)
        } catch {
            guard error.code == ENOENT else { throw error }
            // The shard was removed since it was opened.
            directory.forgetShard(place.shardName)
            return try publish(file, in: group, over: .absent, shard: try directory.shard(place.shardName))
        }
    }

    private func publish(
        _ file: SpoolFile,
        in group: PublicationGroup?,
        over existing: StoredPlace.State,
        shard: FileDescriptor
    ) throws(SystemCallError) -> Bool {
        // The bytes are written to disk before the name, so that a name never refers to a truncated file; those of a group
        // later, and what is truncated by a crash of the machine meanwhile is found at its next use.
        if group == nil { try check(file.descriptor.synchronize(), Self.writing) }
        let isNew = try link(file, in: shard, over: existing, group: group)
        if let group {
            try group.note(place)
        } else if isNew {
            let code = directory.synchronize(shard)
            if code != 0 { _ = unsafe unlinkat(shard.number, name, 0) }
            try check(code, "write the directory of")
            var status = stat()
            if unsafe fstat(file.descriptor.number, &status) == 0 { directory.durable.note(name, inode: status.st_ino) }
        }
        return isNew
    }

    /// Gives the spool its name; returns `false` when the same bytes were stored meanwhile.
    private func link(
        _ file: SpoolFile,
        in shard: FileDescriptor,
        over existing: StoredPlace.State,
        group: PublicationGroup?
    ) throws(SystemCallError) -> Bool {
        if existing == .absent {
            let code = linkOnce(file, in: shard)
            guard code == EEXIST else {
                try check(code, "give the name to")
                return true
            }
            if place.reuse(byteCount: content.byteCount, in: shard, group: group) == .used { return false }
        }
        // The existing file does not match its name: truncated by a crash, or not written by Attache.
        try replace(by: file, in: shard)
        return true
    }

    private func linkOnce(_ file: SpoolFile, in shard: FileDescriptor) -> Int32 {
        guard let spoolName = file.name else {
            let source = "/proc/self/fd/\(file.descriptor.number)"
            return unsafe linkat(AT_FDCWD, source, shard.number, name, AT_SYMLINK_FOLLOW) == 0 ? 0 : errno
        }
        guard let unfinished = directory.openExisting(SpoolFile.directoryName) else { return errno }
        if unsafe linkat(unfinished.number, spoolName, shard.number, name, 0) == 0 { return 0 }
        guard [EPERM, EOPNOTSUPP, EMLINK].contains(errno) else { return errno }
        // A file system without hard links: renaming replaces what is there, which by its name has the same bytes.
        return unsafe renameat(unfinished.number, spoolName, shard.number, name) == 0 ? 0 : errno
    }

    /// Replaces the file that has the name.
    private func replace(by file: SpoolFile, in shard: FileDescriptor) throws(SystemCallError) {
        let unfinished = try directory.open(SpoolFile.directoryName)
        var temporaryName = file.name
        if temporaryName == nil {
            let name = SpoolFile.freshName()
            let source = "/proc/self/fd/\(file.descriptor.number)"
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

    private func check(_ code: Int32, _ operation: String) throws(SystemCallError) {
        guard code == 0 else { throw SystemCallError(operation: operation, path: place.path, code: code) }
    }
}
