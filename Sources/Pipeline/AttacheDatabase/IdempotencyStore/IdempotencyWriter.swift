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
    /// The same for each client, which only the writer reads.
    private let clients: Locked<[[UInt8]: Totals]>

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
        let each = try database.read { connection throws(SQLiteError) in
            try connection.statement(
                "SELECT \(IdempotencySchema.client), count(*), sum(length(body)) FROM answer GROUP BY 1"
            ).all { row throws(SQLiteError) -> ([UInt8], Totals) in
                (try row.value(0), (count: try row.value(1), byteCount: try row.value(2)))
            }
        }
        clients = Locked(Dictionary(each, uniquingKeysWith: { first, _ in first }))
    }

    /// Writes a group; returns the error that prevented that, or `nil`.
    func write(_ group: [IdempotencyWriter.Entry]) -> SQLiteError? {
        do throws(SQLiteError) {
            let (news, changes) = try database.write { connection throws(SQLiteError) in
                try write(group, to: connection)
            }
            totals.withLock { $0 = news }
            clients.withLock { clients in
                for (client, totals) in changes { clients[client] = totals.count > 0 ? totals : nil }
            }
            return nil
        } catch {
            return error
        }
    }

    /// Writes a group, deletes expired and excess responses, and returns the new totals, those of clients where they changed.
    private func write(
        _ group: [IdempotencyWriter.Entry],
        to connection: SQLiteConnection
    ) throws(SQLiteError) -> (Totals, [[UInt8]: Totals]) {
        var stock = Stock(totals: totals.withLock { $0 }, clients: clients.withLock { $0 })
        let removed = " RETURNING \(IdempotencySchema.client), length(body)"
        let replace = try connection.statement("DELETE FROM answer WHERE key = ?" + removed)
        let insert = try connection.statement(
            "INSERT INTO answer (key, fingerprint, kept, status, type, body) VALUES (?, ?, ?, ?, ?, ?)"
        )
        for entry in group {
            stock.subtract(try replace.all(entry.key, read: Self.share))
            let answer = entry.answer
            try insert.run(entry.key, answer.fingerprint, entry.time, answer.status, answer.mediaType, answer.body)
            stock.add(1, answer.body.count, of: Array(entry.key.prefix(IdempotencySchema.clientLength)))
        }
        if let now = group.map(\.time).max() {
            let old = "SELECT number FROM answer WHERE kept <= ? ORDER BY kept LIMIT \(Self.expiryLimit)"
            let expire = try connection.statement("DELETE FROM answer WHERE number IN (\(old))" + removed)
            stock.subtract(try expire.all(now - lifetime, read: Self.share))
        }
        // Responses of this group stay, regardless of their size, since their own requests rely on them.
        let isOld = "number < (SELECT number FROM answer WHERE key = ?)"
        let evict = try connection.statement(
            "DELETE FROM answer WHERE number = (SELECT min(number) FROM answer WHERE \(IdempotencySchema.client) = ? AND "
                + isOld + ")" + removed
        )
        let evictOldest = try connection.statement(
            "DELETE FROM answer WHERE number = (SELECT min(number) FROM answer WHERE \(isOld))" + removed
        )
        let first = group.first?.key ?? []
        // One that has much more than its share pays for all that this group needs.
        let greedy = stock.isOver(limits) ? stock.greediest(under: limits) : nil
        while stock.isOver(limits), stock.totals.count > group.count {
            var shares: [([UInt8], Int)] = []
            if let greedy, stock.isGreedy(greedy, under: limits) {
                shares = try evict.all(greedy, first, read: Self.share)
            }
            if shares.isEmpty { shares = try evictOldest.all(first, read: Self.share) }
            // The totals of a damaged table may never be reached.
            guard !shares.isEmpty else { throw .damage("it has fewer responses than it counts") }
            stock.subtract(shares)
        }
        return (stock.totals, stock.changes)
    }

    private static func share(_ row: SQLiteRow) throws(SQLiteError) -> ([UInt8], Int) {
        (try row.value(0), try row.value(1))
    }

    /// The totals while a group is written.
    private struct Stock {
        var totals: Totals
        /// The clients' totals before the group.
        let clients: [[UInt8]: Totals]
        private(set) var changes: [[UInt8]: Totals] = [:]

        init(totals: Totals, clients: [[UInt8]: Totals]) {
            self.totals = totals
            self.clients = clients
        }

        mutating func add(_ count: Int, _ byteCount: Int, of client: [UInt8]) {
            totals.count += count
            totals.byteCount += byteCount
            let known = changes[client] ?? clients[client] ?? (0, 0)
            changes[client] = (known.count + count, known.byteCount + byteCount)
        }

        mutating func subtract(_ shares: [([UInt8], Int)]) {
            for (client, byteCount) in shares { add(-1, -byteCount, of: client) }
        }

        func isOver(_ limits: IdempotencyLimits) -> Bool {
            totals.count > limits.count || totals.byteCount > limits.byteCount
        }

        /// The part of the limits that a client has, of the one of which it has more.
        private func share(of client: [UInt8], _ limits: IdempotencyLimits) -> Double {
            let totals = changes[client] ?? clients[client] ?? (0, 0)
            return max(Double(totals.count) / Double(limits.count), Double(totals.byteCount) / Double(limits.byteCount))
        }

        /// Whether a client has several responses, and a quarter more of a limit than there is for each client.
        func isGreedy(_ client: [UInt8], under limits: IdempotencyLimits) -> Bool {
            (changes[client] ?? clients[client] ?? (0, 0)).count > 1
                && share(of: client, limits) * Double(max(1, clients.count)) > 1.25
        }

        /// The greedy client with the most; `nil` for none, and then the oldest responses go, whosever they are.
        func greediest(under limits: IdempotencyLimits) -> [UInt8]? {
            let names = Set(clients.keys).union(changes.keys)
            let most = names.max { share(of: $0, limits) < share(of: $1, limits) }
            return most.flatMap { isGreedy($0, under: limits) ? $0 : nil }
        }
    }
}
