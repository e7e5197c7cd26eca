package import AttacheCore
import AttacheSystem
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
        do throws(SystemCallError) {
            readers = try WorkerPool(threadCount: 2)
            writer = try MediaIndexWriter(pool) { Self.note($0, of: file, in: fault) }
        } catch {
            let cause = error.message
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

/// What the commands that look after a cache need; each waits for the disk.
extension MediaIndex {
    /// Counts what is remembered.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: The counts.
    /// - Throws: `DatabaseFailure` when the index cannot be read.
    package func statistics(at now: Int) throws(DatabaseFailure) -> MediaIndexStatistics {
        try perform { database in
            func counts(_ table: String) throws -> (fresh: Int, stale: Int) {
                let all = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
                let fresh = try Int.fetchOne(
                    database,
                    sql: "SELECT count(*) FROM \(table) WHERE fresh_from <= ? AND fresh_until > ?",
                    arguments: [now, now]
                )
                return (fresh ?? 0, all - (fresh ?? 0))
            }
            var statistics = MediaIndexStatistics()
            (statistics.freshMediaCount, statistics.staleMediaCount) = try counts("media")
            (statistics.freshFailureCount, statistics.expiredFailureCount) = try counts("failure")
            return statistics
        }
    }

    /// Forgets files that are not stored any more.
    ///
    /// - Parameter isStored: Told digest, extension and length of each; says whether that file is there.
    /// - Returns: How many entries are gone.
    /// - Throws: `DatabaseFailure` when the index cannot be read or written.
    package func forgetMedia(unless isStored: (String, String, Int) -> Bool) throws(DatabaseFailure) -> Int {
        var last = ""
        var count = 0
        while true {
            let after = last
            // Page by page, so that neither memory nor the other processes' patience is used up.
            let page = try perform { database in
                try Row.fetchAll(
                    database,
                    sql: "SELECT key, sha256, extension, bytes FROM media WHERE key > ? ORDER BY key LIMIT 1000",
                    arguments: [after]
                ).map { row -> (key: String, sha256: String, name: String, byteCount: Int) in
                    (row[0], row[1], row[2], row[3])
                }
            }
            guard let end = page.last else { return count }
            last = end.key
            let gone = page.filter { !isStored($0.sha256, $0.name, $0.byteCount) }.map(\.key)
            try perform { database in
                for key in gone {
                    try database.cachedStatement(sql: "DELETE FROM media WHERE key = ?").execute(arguments: [key])
                }
            }
            count += gone.count
        }
    }

    /// Forgets what is of no more use: failures whose time is over, and stale files that cannot be asked about.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: How many of each are gone.
    /// - Throws: `DatabaseFailure` when the index cannot be written.
    package func prune(at now: Int) throws(DatabaseFailure) -> (failures: Int, media: Int) {
        try perform { database in
            try database.execute(sql: "DELETE FROM failure WHERE fresh_until <= ?", arguments: [now])
            let failures = database.changesCount
            try database.execute(sql: "DELETE FROM media WHERE can_ask = 0 AND fresh_until <= ?", arguments: [now])
            return (failures, database.changesCount)
        }
    }

    /// Has SQLite look for damage; a damaged file is put aside when it is closed.
    ///
    /// - Returns: One sentence, or `nil` when it is whole.
    /// - Throws: `DatabaseFailure` when the index cannot be read for another reason.
    package func findDamage() throws(DatabaseFailure) -> String? {
        do throws(DatabaseFailure) {
            let words = try perform { database in try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") }
            if words == "ok" { return nil }
        } catch {
            guard error.isPermanent else { throw error }
        }
        noteDamage()
        return file.damaged
    }

    private func perform<Value>(_ work: (Database) throws -> Value) throws(DatabaseFailure) -> Value {
        do {
            return try pool.write(work)
        } catch {
            let isDamaged = MediaIndexDatabase.isDamage(error)
            throw DatabaseFailure(sentence: file.unusable(error), isPermanent: isDamaged)
        }
    }
}

/// What an index remembers.
package struct MediaIndexStatistics: Sendable, Equatable {
    /// Files that may be used without asking.
    package var freshMediaCount = 0
    /// Files that the origin is asked about first.
    package var staleMediaCount = 0
    /// Failures that are taken for granted.
    package var freshFailureCount = 0
    /// Failures whose time is over.
    package var expiredFailureCount = 0

    /// Counts nothing.
    package init() {}
}
