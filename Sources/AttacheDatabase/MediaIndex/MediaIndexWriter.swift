import AttacheCore
import AttacheSystem
import GRDB

/// Writes changes in groups on a thread of its own: one group gathers while another is written.
final class MediaIndexWriter: Sendable {
    private struct State {
        var pending: [MediaIndexOperation] = []
        var isWriting = false
        var writtenCount = 0
    }

    /// The limit of changes per transaction, so that other processes get their turn.
    private static let groupLimit = 1000
    /// The limit of pending changes; the index is only a cache, so excess changes are dropped.
    private static let waitingLimit = 50_000
    /// The limit of entries of a table, and the number of changes after which they are counted.
    private static let entryLimit = 1_000_000
    private static let countingInterval = 50_000

    private let pool: DatabasePool
    private let thread: WorkerPool
    private let state = Locked(State())
    private let failed: @Sendable (any Error) -> Void

    /// Starts the thread; `failed` receives the error of a group that was dropped. Throws `SystemCallError` when the system
    /// refuses the thread.
    init(_ pool: DatabasePool, failed: @escaping @Sendable (any Error) -> Void) throws(SystemCallError) {
        self.pool = pool
        self.failed = failed
        thread = try WorkerPool(threadCount: 1)
    }

    func add(_ operation: MediaIndexOperation) {
        let isFirst = state.withLock { state in
            guard state.pending.count < Self.waitingLimit else { return false }
            state.pending.append(operation)
            defer { state.isWriting = true }
            return !state.isWriting
        }
        if isFirst { thread.start { [self] in writeAll() } }
    }

    var hasWritten: Bool { state.withLock { $0.writtenCount > 0 } }

    /// Writes pending changes and ends the thread; call it once.
    func shutDown() { thread.shutDown() }

    private func writeAll() {
        while let group = nextGroup() {
            do {
                try pool.write { database in
                    for operation in group { try operation.apply(to: database) }
                }
                try trim(after: group.count)
            } catch {
                failed(error)
            }
        }
    }

    private func nextGroup() -> [MediaIndexOperation]? {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isWriting = false
                return nil
            }
            let group = Array(state.pending.prefix(Self.groupLimit))
            state.pending.removeFirst(group.count)
            return group
        }
    }

    /// Deletes the oldest entries beyond the limit. Counts them in a process's first group and periodically after it.
    private func trim(after count: Int) throws {
        let isDue = state.withLock { state in
            let before = state.writtenCount
            state.writtenCount += count
            return before == 0 || before / Self.countingInterval != state.writtenCount / Self.countingInterval
        }
        guard isDue else { return }
        try pool.write { database in
            for (table, order) in [("media", "fresh_from"), ("failure", "fresh_until")] {
                let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
                guard rows > Self.entryLimit else { continue }
                try database.execute(
                    sql: "DELETE FROM \(table) WHERE key IN (SELECT key FROM \(table) ORDER BY \(order) LIMIT ?)",
                    arguments: [rows - Self.entryLimit]
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
