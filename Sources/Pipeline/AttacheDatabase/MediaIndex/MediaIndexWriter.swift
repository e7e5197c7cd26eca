import AttacheCore
import AttacheSystem

/// Writes the changes of the index in groups, and bounds the number of entries.
struct MediaIndexWriter: Sendable {
    /// The limit of changes in one transaction, so that other processes can write too.
    private static let groupLimit = 1000
    /// The time between two transactions: a transaction writes whole pages, and its entries, whose keys are digests, share
    /// them the more they are.
    private static let collection = Duration.milliseconds(100)
    /// The limit of pending changes; the index is only a cache, so excess changes are dropped.
    private static let waitingLimit = 50_000
    /// The limit of entries of a table, and the number of changes after which they are counted.
    private static let entryLimit = 1_000_000
    private static let countingInterval = 50_000

    private let writer: GroupWriter<MediaIndexOperation>

    /// Starts the thread; `failed` receives the error of each group that could not be written and was dropped.
    init(_ database: SQLiteDatabase, failed: @escaping @Sendable (SQLiteError) -> Void) throws(SystemCallError) {
        let written = Locked(0)
        writer = try GroupWriter(
            groupLimit: Self.groupLimit,
            waitingLimit: Self.waitingLimit,
            collection: Self.collection
        ) { group in
            do throws(SQLiteError) {
                try database.write { connection throws(SQLiteError) in
                    for operation in group { try operation.apply(to: connection) }
                }
                try Self.trim(database, after: group.count, written: written)
            } catch {
                failed(error)
            }
        }
    }

    func add(_ operation: MediaIndexOperation) { writer.add(operation) }

    /// Writes pending changes and ends the thread; call it once.
    func shutDown() { writer.shutDown() }

    /// Deletes the oldest entries above the limit; they are counted at the first group of a process and at intervals.
    private static func trim(_ database: SQLiteDatabase, after count: Int, written: Locked<Int>) throws(SQLiteError) {
        let isDue = written.withLock { written in
            let before = written
            written += count
            return before == 0 || before / countingInterval != written / countingInterval
        }
        guard isDue else { return }
        try database.write { connection throws(SQLiteError) in
            for (table, order) in [("media", "fresh_from"), ("failure", "fresh_until")] {
                let rows = try connection.number("SELECT count(*) FROM \(table)")
                guard rows > entryLimit else { continue }
                let oldest = "SELECT key FROM \(table) ORDER BY \(order) LIMIT ?"
                try connection.statement("DELETE FROM \(table) WHERE key IN (\(oldest))").run(rows - entryLimit)
            }
        }
    }
}

enum MediaIndexOperation: Sendable {
    case media(CachedMedia, CacheKey)
    case failure(CachedFailure, CacheKey)
    case remove(CacheKey)

    func apply(to connection: SQLiteConnection) throws(SQLiteError) {
        switch self {
        case .media(let media, let key):
            let (file, window) = (media.attachment.file, media.response.window)
            let sql = """
                INSERT OR REPLACE INTO media
                (key, sha256, extension, bytes, can_ask, fresh_from, fresh_until, record)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                """
            try connection.statement(sql).run(
                key.text,
                file.sha256,
                media.attachment.fileExtension,
                file.byteCount,
                media.response.validators != nil,
                window.from,
                window.until,
                CacheEntryCoding.text(media)
            )
            try Self.delete("failure", key, in: connection)
        case .failure(let failure, let key):
            let sql = "INSERT OR REPLACE INTO failure (key, fresh_from, fresh_until, record) VALUES (?, ?, ?, ?)"
            try connection.statement(sql).run(
                key.text,
                failure.window.from,
                failure.window.until,
                CacheEntryCoding.text(failure)
            )
            if failure.isPermanent { try Self.delete("media", key, in: connection) }
        case .remove(let key):
            try Self.delete("media", key, in: connection)
            try Self.delete("failure", key, in: connection)
        }
    }

    private static func delete(
        _ table: String,
        _ key: CacheKey,
        in connection: SQLiteConnection
    ) throws(SQLiteError) {
        try connection.statement("DELETE FROM \(table) WHERE key = ?").run(key.text)
    }
}
