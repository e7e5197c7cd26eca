package import AttacheCore
import AttacheThreads
import GRDB

/// Remembers verdicts in a SQLite file beside the media; several processes may share it.
///
/// Reading runs on two threads of its own and writing on one, so nobody waits for the disk on Swift's threads.
package final class MediaIndex: MediaCacheStore {
    let file: MediaIndexDatabase
    let pool: DatabasePool
    private let readers: WorkerPool
    private let writer: MediaIndexWriter
    private let fault: Locked<DatabaseFailure?>

    /// Opens the index of a store, and makes it where there is none.
    ///
    /// - Parameter directory: The store's directory, which exists.
    /// - Throws: `DatabaseFailure` when it cannot be used, with what happens now; a damaged file has been renamed then.
    package init(directory: String) throws(DatabaseFailure) {
        file = MediaIndexDatabase(directory: directory)
        let fault = Locked<DatabaseFailure?>(nil)
        self.fault = fault
        pool = try file.open()
        let file = file
        do throws(ThreadError) {
            readers = try WorkerPool(threadCount: 2)
            writer = try MediaIndexWriter(pool) { Self.note($0, of: file, in: fault) }
        } catch {
            let cause = SystemError.text(error.code)
            throw DatabaseFailure(
                sentence: "No thread for the cache's index could be started: \(cause).",
                isPermanent: false
            )
        }
    }

    /// Whether a store has an index.
    ///
    /// - Parameter directory: The store's directory.
    /// - Returns: Whether the file is there.
    package static func exists(in directory: String) -> Bool { MediaIndexDatabase(directory: directory).exists }

    /// What has kept the index from being used, if anything has.
    package var healthProblem: DatabaseFailure? { fault.withLock { $0 } }

    package func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?) {
        guard healthProblem == nil else { return (nil, nil) }
        let found = await readers.run { [self] in
            do {
                return try pool.unsafeRead { database in
                    (try Self.media(key, in: database), try Self.failure(key, in: database))
                }
            } catch {
                Self.note(error, of: file, in: fault)
                return (nil, nil)
            }
        }
        return found ?? (nil, nil)
    }

    package func save(_ media: CachedMedia, as key: CacheKey) { write(.media(media, key)) }

    package func save(_ failure: CachedFailure, as key: CacheKey) { write(.failure(failure, key)) }

    package func remove(_ key: CacheKey) { write(.remove(key)) }

    /// Writes what waits, closes the file and, when it was found damaged, puts it aside; call it once.
    package func shutDown() {
        writer.shutDown()
        readers.shutDown()
        // Else the log beside the file stays: GRDB closes its readers last, and they may not write.
        if writer.hasWritten { try? pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) } }
        try? pool.close()
        if healthProblem?.isPermanent == true { file.quarantine() }
    }

    /// Ends the index's use, and has it put aside at the end.
    func noteDamage() {
        fault.withLock { $0 = DatabaseFailure(sentence: file.damaged, isPermanent: true) }
    }

    private func write(_ operation: MediaIndexOperation) {
        if healthProblem == nil { writer.add(operation) }
    }

    /// A busy index costs a group of entries; anything else ends its use for this run.
    private static func note(_ error: any Error, of file: MediaIndexDatabase, in fault: Locked<DatabaseFailure?>) {
        if (error as? DatabaseError)?.resultCode == .SQLITE_BUSY { return }
        let isDamaged = MediaIndexDatabase.isDamage(error)
        let sentence = isDamaged ? file.damaged : file.unusable(error)
        fault.withLock { $0 = $0 ?? DatabaseFailure(sentence: sentence, isPermanent: isDamaged) }
    }

    private static func media(_ key: CacheKey, in database: Database) throws -> CachedMedia? {
        let statement = try database.cachedStatement(
            sql: "SELECT record, fresh_from, fresh_until FROM media WHERE key = ?"
        )
        return try Row.fetchOne(statement, arguments: [key.text]).flatMap { row in
            CacheEntryCoding.media(row[0], window: FreshnessWindow(from: row[1], until: row[2]))
        }
    }

    private static func failure(_ key: CacheKey, in database: Database) throws -> CachedFailure? {
        let statement = try database.cachedStatement(
            sql: "SELECT record, fresh_from, fresh_until FROM failure WHERE key = ?"
        )
        return try Row.fetchOne(statement, arguments: [key.text]).flatMap { row in
            CacheEntryCoding.failure(row[0], window: FreshnessWindow(from: row[1], until: row[2]))
        }
    }
}
