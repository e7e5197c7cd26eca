import AttacheCore
import AttacheSystem
import CSQLite

/// Writes responses in groups, and bounds their number and bytes.
final class IdempotencyWriter: Sendable {
    struct Entry: Sendable {
        let key: [UInt8]
        /// The time of the response, in seconds since 1970.
        let time: Int
        let answer: StoredResponse
    }

    private typealias Waiting = (entry: Entry, waiter: Waiter<SQLiteError?>)

    private let writer: GroupWriter<Waiting>
    private let table: IdempotencyTable

    /// Starts the thread.
    init(_ table: IdempotencyTable) throws(SystemCallError) {
        self.table = table
        writer = try GroupWriter { group in
            let failure = table.write(group.map(\.entry))
            group.map(\.waiter).resumeAll(returning: failure)
        }
    }

    var totals: (count: Int, byteCount: Int) { table.totals.withLock { $0 } }

    /// Adds a response and waits until it is on the disk; returns the error that prevented that, or `nil`.
    func add(_ entry: Entry) async -> SQLiteError? {
        let waiter = Waiter<SQLiteError?>()
        guard writer.add((entry, waiter)) else {
            return SQLiteError(code: SQLITE_INTERRUPT, message: "the service is shutting down")
        }
        return await waiter.wait()
    }

    /// Writes pending responses and ends the thread; call it once.
    func shutDown() { writer.shutDown() }
}

/// The table of stored responses, for its only writer.
struct IdempotencyTable: Sendable {
    /// The limit of expired responses deleted with one group, so that no write waits long for them.
    private static let expiryLimit = 1000

    typealias Totals = (count: Int, byteCount: Int)

    private let database: SQLiteDatabase
    private let limits: IdempotencyLimits
    private let lifetime: Int
    /// The number of stored responses, and the bytes of their bodies.
    let totals: Locked<Totals>

    /// Counts the stored responses; `lifetime` is in seconds.
    init(_ database: SQLiteDatabase, limits: IdempotencyLimits, lifetime: Int) throws(SQLiteError) {
        self.database = database
        self.limits = limits
        self.lifetime = lifetime
        let stored = try database.read { connection throws(SQLiteError) in
            try connection.statement("SELECT count(*), coalesce(sum(length(body)), 0) FROM answer")
                .first { row throws(SQLiteError) -> Totals in (count: try row.value(0), byteCount: try row.value(1)) }
        }
        totals = Locked(stored ?? (0, 0))
    }

    /// Writes a group; returns the error that prevented that, or `nil`.
    func write(_ group: [IdempotencyWriter.Entry]) -> SQLiteError? {
        do throws(SQLiteError) {
            let news = try database.write { connection throws(SQLiteError) in try write(group, to: connection) }
            totals.withLock { $0 = news }
            return nil
        } catch {
            return error
        }
    }

    /// Writes a group, deletes expired and excess responses, and returns the new totals.
    private func write(
        _ group: [IdempotencyWriter.Entry],
        to connection: SQLiteConnection
    ) throws(SQLiteError) -> Totals {
        var totals = totals.withLock { $0 }
        let replace = try connection.statement("DELETE FROM answer WHERE key = ? RETURNING length(body)")
        let insert = try connection.statement(
            "INSERT INTO answer (key, fingerprint, kept, status, type, body) VALUES (?, ?, ?, ?, ?, ?)"
        )
        for entry in group {
            Self.subtract(try replace.all(entry.key, read: Self.length), from: &totals)
            let answer = entry.answer
            try insert.run(entry.key, answer.fingerprint, entry.time, answer.status, answer.mediaType, answer.body)
            totals.count += 1
            totals.byteCount += answer.body.count
        }
        if let now = group.map(\.time).max() {
            let old = "SELECT number FROM answer WHERE kept <= ? ORDER BY kept LIMIT \(Self.expiryLimit)"
            let expire = try connection.statement("DELETE FROM answer WHERE number IN (\(old)) RETURNING length(body)")
            Self.subtract(try expire.all(now - lifetime, read: Self.length), from: &totals)
        }
        let evict = try connection.statement(
            "DELETE FROM answer WHERE number = (SELECT min(number) FROM answer) RETURNING length(body)"
        )
        // The newest response stays, regardless of its size, since its own request relies on it.
        while totals.count > limits.count || totals.byteCount > limits.byteCount, totals.count > 1 {
            let lengths = try evict.all(read: Self.length)
            // The totals of a damaged table may never be reached.
            guard !lengths.isEmpty else { throw .damage("it has fewer responses than it counts") }
            Self.subtract(lengths, from: &totals)
        }
        return totals
    }

    private static func length(_ row: SQLiteRow) throws(SQLiteError) -> Int { try row.value(0) }

    private static func subtract(_ lengths: [Int], from totals: inout Totals) {
        totals.count -= lengths.count
        totals.byteCount -= lengths.reduce(0, +)
    }
}
