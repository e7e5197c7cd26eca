import AttacheCore
import AttacheSystem
import GRDB

/// Writes the changes of the index in groups, and bounds the number of entries.
struct MediaIndexWriter: Sendable {
    /// The limit of changes in one transaction, so that other processes can write too.
    private static let groupLimit = 1000
    /// The limit of pending changes; the index is only a cache, so excess changes are dropped.
    private static let waitingLimit = 50_000
    /// The limit of entries of a table, and the number of changes after which they are counted.
    private static let entryLimit = 1_000_000
    private static let countingInterval = 50_000

    private let writer: GroupWriter<MediaIndexOperation>
    private let writtenCount: Locked<Int>

    /// Starts the thread; `failed` receives the error of each group that could not be written and was dropped.
    init(_ pool: DatabasePool, failed: @escaping @Sendable (any Error) -> Void) throws(SystemCallError) {
        let written = Locked(0)
        writtenCount = written
        writer = try GroupWriter(groupLimit: Self.groupLimit, waitingLimit: Self.waitingLimit) { group in
            do {
                try pool.write { database in
                    for operation in group { try operation.apply(to: database) }
                }
                try Self.trim(pool, after: group.count, written: written)
            } catch {
                failed(error)
            }
        }
    }

    func add(_ operation: MediaIndexOperation) { writer.add(operation) }

    var hasWritten: Bool { writtenCount.withLock { $0 > 0 } }

    /// Writes pending changes and ends the thread; call it once.
    func shutDown() { writer.shutDown() }

    /// Deletes the oldest entries above the limit; they are counted at the first group of a process and at intervals.
    private static func trim(_ pool: DatabasePool, after count: Int, written: Locked<Int>) throws {
        let isDue = written.withLock { written in
            let before = written
            written += count
            return before == 0 || before / countingInterval != written / countingInterval
        }
        guard isDue else { return }
        try pool.write { database in
            for (table, order) in [("media", "fresh_from"), ("failure", "fresh_until")] {
                let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
                guard rows > entryLimit else { continue }
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE key IN (SELECT key FROM \(table) ORDER BY \(order) LIMIT ?)",
                    arguments: [rows - entryLimit]
                )
            }
        }
    }
}

enum MediaIndexOperation: Sendable {
    case media(CachedMedia, CacheKey)
    case failure(CachedFailure, CacheKey)
    case remove(CacheKey)

    func apply(to database: Database) throws {
        switch self {
        case .media(let media, let key):
            let file = media.attachment.file
            try database.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO media
                    (key, sha256, extension, bytes, can_ask, fresh_from, fresh_until, record)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                key.text, file.sha256, media.attachment.fileExtension, file.byteCount,
                media.response.validators != nil, media.response.window.from, media.response.window.until,
                CacheEntryCoding.text(media),
            ])
            try Self.delete("failure", key, in: database)
        case .failure(let failure, let key):
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO failure (key, fresh_from, fresh_until, record) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [
                key.text, failure.window.from, failure.window.until, CacheEntryCoding.text(failure),
            ])
            if failure.isPermanent { try Self.delete("media", key, in: database) }
        case .remove(let key):
            try Self.delete("media", key, in: database)
            try Self.delete("failure", key, in: database)
        }
    }

    private static func delete(_ table: String, _ key: CacheKey, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM \(table) WHERE key = ?").execute(arguments: [key.text])
    }
}
