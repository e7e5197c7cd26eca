package import AttacheCore
import AttacheSystem

/// Stores cached media and failures in a SQLite file beside the media; several processes may share it.
///
/// Reads run on two threads of its own and writes on one, so that Swift's threads never wait for the disk.
package final class MediaIndex: MediaCacheStore {
    private let index: MediaIndexDatabase
    private let database: SQLiteDatabase
    private let readers: WorkerPool
    private let writer: MediaIndexWriter
    private let fault: Locked<DatabaseFailure?>

    /// Opens the index of a store's existing directory and creates it if it does not exist. Throws `DatabaseFailure`
    /// with the consequence when the index cannot be used; a damaged file has then been renamed.
    package init(directory: String) throws(DatabaseFailure) {
        let index = MediaIndexDatabase(directory: directory)
        self.index = index
        let fault = Locked<DatabaseFailure?>(nil)
        self.fault = fault
        database = try index.open()
        do throws(SystemCallError) {
            readers = try WorkerPool(threadCount: 2)
            writer = try MediaIndexWriter(database) { Self.note($0, of: index, in: fault) }
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
    package static func exists(in directory: String) -> Bool { MediaIndexDatabase(directory: directory).file.exists }

    /// The error that disabled the index, if any.
    package var healthProblem: DatabaseFailure? { fault.withLock { $0 } }

    package func lookUp(_ key: CacheKey) async -> (media: CachedMedia?, failure: CachedFailure?) {
        guard healthProblem == nil else { return (nil, nil) }
        let found = await readers.run { [self] in
            do throws(SQLiteError) {
                return try database.read { connection throws(SQLiteError) in
                    try Self.entries(of: key, in: connection)
                }
            } catch {
                Self.note(error, of: index, in: fault)
                return (nil, nil)
            }
        }
        return found ?? (nil, nil)
    }

    package func save(_ media: CachedMedia, as key: CacheKey) {
        write(.media(media, key))
    }

    package func save(_ failure: CachedFailure, as key: CacheKey) {
        write(.failure(failure, key))
    }

    package func remove(_ key: CacheKey) { write(.remove(key)) }

    /// Writes pending changes, closes the file and renames it if it is damaged; call it once.
    package func shutDown() {
        writer.shutDown()
        readers.shutDown()
        database.close()
        if healthProblem?.isPermanent == true { index.file.quarantine() }
    }

    /// Disables the index; `shutDown` renames it.
    func noteDamage() {
        fault.withLock { $0 = DatabaseFailure(sentence: index.damaged, isPermanent: true) }
    }

    private func write(_ operation: MediaIndexOperation) {
        if healthProblem == nil { writer.add(operation) }
    }

    /// A busy index costs a group of entries; anything else ends its use for this run.
    private static func note(_ error: SQLiteError, of index: MediaIndexDatabase, in fault: Locked<DatabaseFailure?>) {
        if error.isBusy { return }
        fault.withLock { $0 = $0 ?? index.failure(error) }
    }

    /// Both entries of a key, in one query: most keys of a run are new, so that the query is what they cost.
    private static func entries(
        of key: CacheKey,
        in connection: SQLiteConnection
    ) throws(SQLiteError) -> (media: CachedMedia?, failure: CachedFailure?) {
        let sql = """
            SELECT 0, record, fresh_from, fresh_until FROM media WHERE key = ?1
            UNION ALL SELECT 1, record, fresh_from, fresh_until FROM failure WHERE key = ?1
            """
        var found: (media: CachedMedia?, failure: CachedFailure?)
        try connection.statement(sql).each(key.text) { row throws(SQLiteError) in
            let isFailure: Bool = try row.value(0)
            let record: String = try row.value(1)
            let window = FreshnessWindow(from: try row.value(2), until: try row.value(3))
            if isFailure {
                found.failure = CacheEntryCoding.failure(record, window: window)
            } else {
                found.media = CacheEntryCoding.media(record, window: window)
            }
            return true
        }
        return found
    }
}

/// Operations of the cache commands; each waits for the disk.
extension MediaIndex {
    /// Counts the entries at `now`, in seconds since 1970.
    package func statistics(at now: Int) throws(DatabaseFailure) -> MediaIndexStatistics {
        try perform { connection throws(SQLiteError) in
            func counts(_ table: String) throws(SQLiteError) -> (fresh: Int, stale: Int) {
                let all = try connection.number("SELECT count(*) FROM \(table)")
                let sql = "SELECT count(*) FROM \(table) WHERE fresh_from <= ? AND fresh_until > ?"
                let fresh: Int? = try connection.statement(sql).first(now, now) { row throws(SQLiteError) in
                    try row.value(0)
                }
                return (fresh ?? 0, all - (fresh ?? 0))
            }
            var statistics = MediaIndexStatistics()
            (statistics.freshMediaCount, statistics.staleMediaCount) = try counts("media")
            (statistics.freshFailureCount, statistics.expiredFailureCount) = try counts("failure")
            return statistics
        }
    }

    /// Deletes the entries of files that are no longer stored and returns their number. `isStored` takes digest,
    /// extension and length in bytes of a file.
    package func forgetMedia(unless isStored: (String, String, Int) -> Bool) throws(DatabaseFailure) -> Int {
        var last = ""
        var count = 0
        while true {
            let after = last
            // In pages, which bounds the memory and the time that other processes wait.
            let page = try perform { connection throws(SQLiteError) in
                let sql = "SELECT key, sha256, extension, bytes FROM media WHERE key > ? ORDER BY key LIMIT 1000"
                typealias Entry = (key: String, sha256: String, name: String, byteCount: Int)
                let page = try connection.statement(sql).all(after) { row throws(SQLiteError) -> Entry in
                    (try row.value(0), try row.value(1), try row.value(2), try row.value(3))
                }
                // The pages of a damaged table may have no end.
                if let end = page.last, !after.utf8.lexicographicallyPrecedes(end.key.utf8) {
                    throw SQLiteError.damage("its keys are not in order")
                }
                return page
            }
            guard let end = page.last else { return count }
            last = end.key
            let gone = page.filter { !isStored($0.sha256, $0.name, $0.byteCount) }.map(\.key)
            try perform { connection throws(SQLiteError) in
                let delete = try connection.statement("DELETE FROM media WHERE key = ?")
                for key in gone { try delete.run(key) }
            }
            count += gone.count
        }
    }

    /// Deletes expired failures, and stale files that cannot be revalidated; returns the number of each. `now` is in
    /// seconds since 1970.
    package func prune(at now: Int) throws(DatabaseFailure) -> (failures: Int, media: Int) {
        try perform { connection throws(SQLiteError) in
            try connection.statement("DELETE FROM failure WHERE fresh_until <= ?").run(now)
            let failures = connection.changeCount
            try connection.statement("DELETE FROM media WHERE can_ask = 0 AND fresh_until <= ?").run(now)
            return (failures, connection.changeCount)
        }
    }

    /// Runs SQLite's check for damage; returns a message, or `nil` when the file is intact. A damaged file is renamed
    /// when it is closed.
    package func findDamage() throws(DatabaseFailure) -> String? {
        do throws(DatabaseFailure) {
            let words = try perform { connection throws(SQLiteError) in
                let check = try connection.statement("PRAGMA integrity_check(1)")
                return try check.first { row throws(SQLiteError) -> String in try row.value(0) }
            }
            if words == "ok" { return nil }
        } catch {
            guard error.isPermanent else { throw error }
        }
        noteDamage()
        return index.damaged
    }

    private func perform<Value>(
        _ work: (SQLiteConnection) throws(SQLiteError) -> Value
    ) throws(DatabaseFailure) -> Value {
        do throws(SQLiteError) {
            return try database.write(work)
        } catch {
            throw DatabaseFailure(sentence: index.unusable(error), isPermanent: error.isDamage)
        }
    }
}

package struct MediaIndexStatistics: Sendable, Equatable {
    /// Files that are used without a request.
    package var freshMediaCount = 0
    /// Files that are revalidated before use.
    package var staleMediaCount = 0
    /// Failures that are reused without a request.
    package var freshFailureCount = 0
    /// Failures that have expired.
    package var expiredFailureCount = 0
}
