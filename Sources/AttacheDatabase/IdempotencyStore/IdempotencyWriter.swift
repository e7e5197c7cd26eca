import AttacheSystem
import GRDB

/// Writes answers in groups on one thread of its own: while a group goes to the disk the next one gathers.
final class IdempotencyWriter: Sendable {
    /// An answer that is to be kept.
    struct Entry: Sendable {
        let key: [UInt8]
        /// When it was given, in seconds since 1970.
        let time: Int
        let answer: StoredResponse
    }

    private struct State {
        var pending: [(entry: Entry, continuation: CheckedContinuation<(any Error)?, Never>)] = []
        var isWriting = false
        var isClosed = false
        var totals: (count: Int, byteCount: Int)
    }

    /// Answers whose time is over that go with one group at most, so that nobody waits long for them.
    private static let expiryLimit = 1000

    private let pool: DatabasePool
    private let limits: IdempotencyLimits
    private let lifetime: Int
    private let thread: WorkerPool
    private let state: Locked<State>

    /// Counts what is kept and starts the thread.
    ///
    /// - Parameters:
    ///   - pool: The database.
    ///   - limits: How many are kept.
    ///   - lifetime: How long they are kept, in seconds.
    /// - Throws: `SystemCallError`, or what the database throws.
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

    /// How many answers are kept, and the bytes of their bodies.
    var totals: (count: Int, byteCount: Int) { state.withLock { $0.totals } }

    /// Adds an answer, and waits until it is on the disk.
    ///
    /// - Parameter entry: The answer.
    /// - Returns: What kept it from being written, or `nil`.
    func add(_ entry: Entry) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            let (isTaken, isFirst) = state.withLock { state in
                guard !state.isClosed else { return (false, false) }
                state.pending.append((entry, continuation))
                defer { state.isWriting = true }
                return (true, !state.isWriting)
            }
            if !isTaken { continuation.resume(returning: CancellationError()) }
            if isFirst { thread.start { [self] in writeAll() } }
        }
    }

    /// Writes what waits and ends the thread; call it once.
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
            for waiting in group { waiting.continuation.resume(returning: failure) }
        }
    }

    private func nextGroup() -> [(entry: Entry, continuation: CheckedContinuation<(any Error)?, Never>)]? {
        state.withLock { state in
            guard !state.pending.isEmpty else {
                state.isWriting = false
                return nil
            }
            defer { state.pending = [] }
            return state.pending
        }
    }

    /// Writes a group, and lets go of what is too old or too much.
    ///
    /// - Returns: What is kept then.
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
        // The newest stays, however long it is, since its own request relies on it.
        while totals.count > limits.count || totals.byteCount > limits.byteCount, totals.count > 1 {
            let oldest = "SELECT min(number) FROM answer"
            try delete(from: database, counting: &totals, "DELETE FROM answer WHERE number = (\(oldest))", [])
        }
        return totals
    }

    /// Deletes answers and counts them.
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
