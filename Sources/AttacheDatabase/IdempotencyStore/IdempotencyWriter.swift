import AttacheCore
import AttacheSystem
import GRDB

/// Writes responses in groups on a thread of its own: one group gathers while another is written.
final class IdempotencyWriter: Sendable {
    struct Entry: Sendable {
        let key: [UInt8]
        /// The time of the response, in seconds since 1970.
        let time: Int
        let answer: StoredResponse
    }

    private struct State {
        var pending: [(entry: Entry, waiter: Waiter<(any Error)?>)] = []
        var isWriting = false
        var isClosed = false
        var totals: (count: Int, byteCount: Int)
    }

    /// The limit of expired responses deleted with one group, which bounds its duration.
    private static let expiryLimit = 1000

    private let pool: DatabasePool
    private let limits: IdempotencyLimits
    private let lifetime: Int
    private let thread: WorkerPool
    private let state: Locked<State>

    /// Counts the stored responses and starts the thread; `lifetime` is in seconds. Throws `SystemCallError`, or an error
    /// of the database.
    init(_ pool: DatabasePool, limits: IdempotencyLimits, lifetime: Int) throws {
        self.pool = pool
        self.limits = limits
        self.lifetime = lifetime
        let totals = try pool.read { database in
            let row = try Row.fetchOne(database, sql: "SELECT count(*), coalesce(sum(length(body)), 0) FROM answer")
            return (count: (row?[0] as Int?) ?? 0, byteCount: (row?[1] as Int?) ?? 0)
        }
        state = Locked(State(totals: totals))
        thread = try WorkerPool(threadCount: 1)
    }

    /// The number of stored responses, and the bytes of their bodies.
    var totals: (count: Int, byteCount: Int) { state.withLock { $0.totals } }

    /// Adds a response and waits until it is on the disk; returns the error, if any.
    func add(_ entry: Entry) async -> (any Error)? {
        let waiter = Waiter<(any Error)?>()
        let (isTaken, isFirst) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.pending.append((entry, waiter))
            defer { state.isWriting = true }
            return (true, !state.isWriting)
        }
        if !isTaken { return CancellationError() }
        if isFirst { thread.start { [self] in writeAll() } }
        return await waiter.wait()
    }

    /// Writes pending responses and ends the thread; call it once.
    func shutDown() {
        state.withLock { $0.isClosed = true }
        thread.shutDown()
    }

    private func writeAll() {
        while let group = nextGroup() {
            var failure: (any Error)?
            do {
                let totals = try pool.write { try write(group.map(\.entry), to: $0) }
                state.withLock { $0.totals = totals }
            } catch {
                failure = error
            }
            group.map(\.waiter).resumeAll(returning: failure)
        }
    }

    private func nextGroup() -> [(entry: Entry, waiter: Waiter<(any Error)?>)]? {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { state.pending = [] }
            return state.pending
        }
    }

    /// Writes a group and deletes expired and excess responses; returns the new totals.
    private func write(_ group: [Entry], to database: Database) throws -> (count: Int, byteCount: Int) {
        var totals = totals
        for entry in group {
            try delete(from: database, counting: &totals, "DELETE FROM answer WHERE key = ?", [entry.key.databaseBlob])
            try database.cachedStatement(
                sql: "INSERT INTO answer (key, fingerprint, kept, status, type, body) VALUES (?, ?, ?, ?, ?, ?)"
            ).execute(arguments: [
                entry.key.databaseBlob, entry.answer.fingerprint.databaseBlob, entry.time, entry.answer.status,
                entry.answer.mediaType, entry.answer.body.databaseBlob,
            ])
            totals.count += 1
            totals.byteCount += entry.answer.body.count
        }
        if let now = group.map(\.time).max() {
            let old = "SELECT number FROM answer WHERE kept <= ? ORDER BY kept LIMIT \(Self.expiryLimit)"
            try delete(
                from: database,
                counting: &totals,
                "DELETE FROM answer WHERE number IN (\(old))",
                [now - lifetime]
            )
        }
        // The newest response stays, regardless of its size, since its own request relies on it.
        while totals.count > limits.count || totals.byteCount > limits.byteCount, totals.count > 1 {
            let oldest = "SELECT min(number) FROM answer"
            try delete(from: database, counting: &totals, "DELETE FROM answer WHERE number = (\(oldest))", [])
        }
        return totals
    }

    private func delete(
        from database: Database,
        counting totals: inout (count: Int, byteCount: Int),
        _ sql: String,
        _ arguments: StatementArguments
    ) throws {
        let statement = try database.cachedStatement(sql: "\(sql) RETURNING length(body)")
        for length in try Int.fetchAll(statement, arguments: arguments) {
            totals.count -= 1
            totals.byteCount -= length
        }
    }
}
