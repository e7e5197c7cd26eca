import AttacheCore
import AttacheSystem
import GRDB

/// Writes responses in groups, and bounds their number and bytes.
final class IdempotencyWriter: Sendable {
    struct Entry: Sendable {
        let key: [UInt8]
        /// The time of the response, in seconds since 1970.
        let time: Int
        let answer: StoredResponse
    }

    private typealias Waiting = (entry: Entry, waiter: Waiter<(any Error)?>)

    private let writer: GroupWriter<Waiting>
    private let table: IdempotencyTable

    /// Counts the stored responses and starts the thread; `lifetime` is in seconds. Throws `SystemCallError`, or an error
    /// of the database.
    init(_ queue: DatabaseQueue, limits: IdempotencyLimits, lifetime: Int) throws {
        let table = try IdempotencyTable(queue, limits: limits, lifetime: lifetime)
        self.table = table
        writer = try GroupWriter { group in
            let failure = table.write(group.map(\.entry))
            group.map(\.waiter).resumeAll(returning: failure)
        }
    }

    var totals: (count: Int, byteCount: Int) { table.totals.withLock { $0 } }

    /// Adds a response and waits until it is on the disk; returns the error that prevented that, or `nil`.
    func add(_ entry: Entry) async -> (any Error)? {
        let waiter = Waiter<(any Error)?>()
        guard writer.add((entry, waiter)) else { return CancellationError() }
        return await waiter.wait()
    }

    /// Writes pending responses and ends the thread; call it once.
    func shutDown() { writer.shutDown() }
}

/// The table of stored responses, for its only writer.
struct IdempotencyTable: Sendable {
    /// The limit of expired responses deleted with one group, so that no write waits long for them.
    private static let expiryLimit = 1000

    private let queue: DatabaseQueue
    private let limits: IdempotencyLimits
    private let lifetime: Int
    /// The number of stored responses, and the bytes of their bodies.
    let totals: Locked<(count: Int, byteCount: Int)>

    init(_ queue: DatabaseQueue, limits: IdempotencyLimits, lifetime: Int) throws {
        self.queue = queue
        self.limits = limits
        self.lifetime = lifetime
        totals = Locked(
            try queue.read { database in
                let row = try Row.fetchOne(database, sql: "SELECT count(*), coalesce(sum(length(body)), 0) FROM answer")
                return (count: try row?.value(0) ?? 0, byteCount: try row?.value(1) ?? 0)
            }
        )
    }

    /// Writes a group; returns the error that prevented that, or `nil`.
    func write(_ group: [IdempotencyWriter.Entry]) -> (any Error)? {
        do {
            let news = try queue.write { try write(group, to: $0) }
            totals.withLock { $0 = news }
            return nil
        } catch {
            return error
        }
    }

    /// Writes a group, deletes expired and excess responses, and returns the new totals.
    private func write(_ group: [IdempotencyWriter.Entry], to database: Database) throws -> (count: Int, byteCount: Int)
    {
        var totals = totals.withLock { $0 }
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
