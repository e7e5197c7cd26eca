package import AttacheCore
package import AttacheSystem
import Glibc

/// A media store in a directory: `3f/3fa9….png`, named by the content and never by the sender.
///
/// Files appear complete or not at all. Several stores, in one process or in many, may use the same directory.
package final class FileMediaStore: MediaStoring {
    let directory: StoreDirectory
    /// The media that live runs protect from eviction.
    package let pins: StorePins
    private let budget: StoreBudget
    /// The group that writes files to disk together; `nil` when each commit writes its own.
    private let group: PublicationGroup?
    /// The threads for what waits for the disk.
    let workers: WorkerPool

    /// Opens a store and removes unfinished files of dead processes; `workers` must outlive the store.
    package init(
        _ configuration: StoreConfiguration,
        workers: WorkerPool,
        space: StoreSpace = .system
    ) throws(SystemCallError) {
        let directory = try StoreDirectory(configuration)
        self.directory = directory
        pins = StorePins(directory: directory)
        budget = StoreBudget(directory: directory, configuration, space: space)
        group = configuration.durability == .grouped ? PublicationGroup(directory: directory) : nil
        self.workers = workers
        LeftoverSpools(directory: directory).remove()
    }

    package func openSpool(for client: Int = 0) -> any MediaSpool {
        FileSpool(in: directory, within: budget, for: client)
    }

    package func commit(_ spool: any MediaSpool, fileExtension: String) async throws(SystemCallError) -> StoredFile {
        guard let spool = spool as? FileSpool, spool.directory === directory else {
            throw SystemCallError(operation: "commit a spool of another store to", path: directory.path, code: EINVAL)
        }
        guard StoredName.isPlain(fileExtension) else {
            spool.discard()
            let operation = "use the extension \"\(fileExtension)\" in"
            throw SystemCallError(operation: operation, path: directory.path, code: EINVAL)
        }
        guard spool.bytesInMemory != nil else { return try await publishOnWorkers(spool, fileExtension: fileExtension) }
        guard let content = try? spool.takeContent() else {
            return try await publishOnWorkers(spool, fileExtension: fileExtension)
        }
        let place = StoredPlace(digest: content.digest, fileExtension: fileExtension, directory: directory)
        guard let group else {
            // What is known to be on the disk needs no wait for it.
            guard place.reuseDurable(byteCount: content.byteCount) else {
                return try await publishOnWorkers(spool, content, fileExtension: fileExtension)
            }
            budget.noteSuccess()
            directory.users.note(place.name, client: spool.client)
            return StoredFile(path: place.path, sha256: content.digest, byteCount: content.byteCount)
        }
        // A small body with room is a write into the system's memory, and another thread costs more than that.
        guard group.isOpen, !place.needsCheck,
            let room = budget.reservation(of: StoreClaim(client: spool.client, byteCount: content.byteCount))
        else {
            return try await publishOnWorkers(spool, content, fileExtension: fileExtension)
        }
        defer { budget.maintain(on: workers) }
        do throws(SystemCallError) {
            return try publish(content, fileExtension: fileExtension, within: room)
        } catch {
            guard error.isOutOfSpace else { throw error }
            // An eviction waits for the disk.
            return try await publishOnWorkers(spool, content, fileExtension: fileExtension)
        }
    }

    package func reuse(_ file: StoredFile, fileExtension: String, for client: Int = 0) async -> StoredFile? {
        // An index may be damaged, and its text becomes part of a path here.
        guard StoredName.isPlain(fileExtension), StoreDigest(file.sha256.utf8) != nil else { return nil }
        let place = StoredPlace(digest: file.sha256, fileExtension: fileExtension, directory: directory)
        let isThere = await workers.run { [directory, group] in
            guard let shard = directory.openExisting(place.shardName) else { return false }
            return place.reuse(byteCount: file.byteCount, in: shard, group: group) == .used
        }
        guard isThere == true else { return nil }
        directory.users.note(place.name, client: client)
        return StoredFile(path: place.path, sha256: file.sha256, byteCount: file.byteCount)
    }

    /// Records that one more client uses a file, without a wait for the disk.
    package func share(_ file: StoredFile, fileExtension: String, with client: Int) {
        directory.users.note("\(file.sha256).\(fileExtension)", client: client, isSecond: true)
    }

    /// Writes all committed files to disk; returns at once when each commit does so itself. Files that the disk rejects
    /// lose their names.
    package func synchronize() async throws(SystemCallError) {
        guard let group else { return }
        let result = await workers.run { () -> Result<Void, SystemCallError> in
            Result { () throws(SystemCallError) in try group.synchronize() }
        }
        guard let result else {
            throw SystemCallError(operation: "write after shutting down to", path: directory.path, code: ECANCELED)
        }
        try result.get()
    }

    /// Stores a body, whose content may have been taken, on a thread that may wait for the disk; or discards it.
    private func publishOnWorkers(
        _ spool: FileSpool,
        _ content: SpoolContent? = nil,
        fileExtension: String
    ) async throws(SystemCallError) -> StoredFile {
        let result = await workers.run { [self] () -> Result<StoredFile, SystemCallError> in
            defer { budget.maintain() }
            do throws(SystemCallError) {
                let content = if let content { content } else { try spool.takeContent() }
                // A body in memory has reserved nothing yet.
                let room = spool.reservation ?? SpaceReservation(of: budget, for: spool.client)
                return .success(try publish(content, fileExtension: fileExtension, within: room))
            } catch {
                spool.discard()
                return .failure(error)
            }
        }
        guard let result else {
            spool.discard()
            throw SystemCallError(operation: "commit after shutting down to", path: directory.path, code: ECANCELED)
        }
        return try result.get()
    }

    private func publish(
        _ content: SpoolContent,
        fileExtension: String,
        within room: SpaceReservation
    ) throws(SystemCallError) -> StoredFile {
        let place = StoredPlace(digest: content.digest, fileExtension: fileExtension, directory: directory)
        do throws(SystemCallError) {
            let isNew = try Publication(content, at: place, reservation: room).publish(in: group)
            budget.noteSuccess()
            directory.users.note(place.name, client: room.client)
            room.end(stored: isNew ? content.byteCount : 0)
        } catch {
            room.end()
            budget.noteFailure(error)
            throw error
        }
        return StoredFile(path: place.path, sha256: content.digest, byteCount: content.byteCount)
    }
}

extension FileMediaStore {
    /// Writes a few bytes like a body, waits until they are on disk, and removes them; after several bodies without room,
    /// as many bytes as a large picture has. A success ends that state. Call it from a thread that may wait.
    ///
    /// - Returns: The cause when the store has reached its limit with files in use, which is no fault of this machine.
    /// - Throws: The failure of the disk.
    @discardableResult
    package func checkWriting() throws(SystemCallError) -> SystemCallError? {
        let isSuspected = budget.hasFailedRepeatedly
        let room = SpaceReservation(of: budget)
        defer { room.end() }
        do throws(SystemCallError) {
            try room.grow(to: budget.checkSize(isSuspected))
        } catch {
            // Nothing was written yet, so that this is the store's own limit, and no quota of the disk.
            guard error.code == EDQUOT else { throw error }
            return error
        }
        let file = try directory.openSpoolFile()
        defer { file.removeName(in: directory) }
        let bytes = [UInt8](repeating: 0x61, count: isSuspected ? budget.checkSize(true) : 7)
        var code = unsafe bytes.withUnsafeBytes { unsafe FileDescriptor.writeAll($0, to: file.descriptor.number) }
        if code == 0 { code = file.descriptor.synchronize() }
        guard code == 0 else {
            throw SystemCallError(operation: "write to the store", path: directory.path, code: code)
        }
        if isSuspected { budget.noteSuccess() }
        return nil
    }
}

/// The rule for the names of stored files.
enum StoredName {
    /// Whether an extension has 1 to 16 characters of a-z and 0-9; nothing else can reach a file name.
    static func isPlain(_ fileExtension: String) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
        return (1...16).contains(fileExtension.utf8.count)
            && fileExtension.utf8.allSatisfy { letters.contains($0) || digits.contains($0) }
    }
}
