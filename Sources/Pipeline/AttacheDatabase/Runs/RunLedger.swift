package import AttacheCore
import AttacheSystem
import Glibc

/// The database of a batch in its output directory: outcome, reasons and media of every item.
///
/// It blocks, so use it only on a thread that may block. The lock of the output directory ensures a single writing
/// process.
package final class RunLedger: Sendable {
    package struct Input: Sendable {
        package var state: InputState
        /// The name of its output below the output directory, as bytes; `nil` without an output.
        package var output: [UInt8]?
    }

    let path: String
    private let database: SQLiteDatabase
    private let details: Locked<RecordDetailWriter>
    /// The number of this process among those that have worked on the run.
    let process: Int64
    /// Whether no process before this one has worked on the run.
    package var isOfOneProcess: Bool { process == 1 }

    /// Opens a ledger and creates it if it does not exist, for URLs in a form; throws `DatabaseFailure` when it cannot be opened, is
    /// damaged, or is of a newer version.
    package init(path: String, urls: URLForm = .withoutQuery) throws(DatabaseFailure) {
        self.path = path
        details = Locked(RecordDetailWriter(urls: urls))
        let problem: String?
        do throws(SQLiteError) {
            try DatabaseFile.checkLink(path)
            let connection = try SQLiteConnection(path: path, busyTimeout: 10_000)
            // Not exclusive, although one process writes: a user may query the ledger of a run in progress.
            try connection.run(script: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA mmap_size = 0")
            database = SQLiteDatabase(connection)
            problem = try database.write(Self.prepare)
        } catch {
            throw Self.failure(error, path)
        }
        if let problem {
            throw DatabaseFailure(
                sentence: "\(path) \(problem). Use another --out, or --fresh to start over.",
                isPermanent: true
            )
        }
        do throws(SQLiteError) {
            process = try database.write { connection throws(SQLiteError) in
                try connection.run(script: RunSchema.temporary)
                try connection.run(script: "INSERT INTO process DEFAULT VALUES")
                return connection.lastInsertedRow
            }
        } catch {
            throw Self.failure(error, path)
        }
    }

    /// Creates the tables in an empty database; returns the reason why another one is not used, if any.
    private static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> String? {
        let version = try connection.number("PRAGMA user_version")
        let application = try connection.number("PRAGMA application_id")
        let tables = "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = 'item'"
        if version == 0, application == 0, try connection.number(tables) == 0 {
            try connection.run(script: RunSchema.creation)
            try connection.run(script: "PRAGMA application_id = \(RunSchema.applicationIdentifier)")
            try connection.run(script: "PRAGMA user_version = \(RunSchema.version)")
            return nil
        }
        if application != RunSchema.applicationIdentifier { return "is not an attache ledger" }
        try DatabaseFile.checkVersion(version, isNew: false, latest: RunSchema.version)
        if version < RunSchema.version {
            if version == 2 { try connection.run(script: RunSchema.itemsOfBlocks) }
            try connection.run(script: "DROP VIEW IF EXISTS items;" + RunSchema.view)
            try connection.run(script: "PRAGMA user_version = \(RunSchema.version)")
        }
        return version > RunSchema.version ? "was written by a newer attache (ledger version \(version))" : nil
    }

    /// Returns the identity of the run that the ledger belongs to, or `nil` for a new ledger.
    package func identity() throws(DatabaseFailure) -> RunIdentity? {
        let members = try run { connection throws(SQLiteError) in
            try connection.statement("SELECT name, value FROM identity ORDER BY position").all {
                row throws(SQLiteError) in
                RunIdentity.Member(name: try row.value(0), value: try row.value(1))
            }
        }
        return members.isEmpty ? nil : RunIdentity(members: members)
    }

    package func setIdentity(_ identity: RunIdentity) throws(DatabaseFailure) {
        try run { connection throws(SQLiteError) in
            try connection.run(script: "DELETE FROM identity")
            let insert = try connection.statement("INSERT INTO identity (name, value) VALUES (?, ?)")
            for member in identity.members { try insert.run(member.name, member.value) }
        }
    }

    /// Commits a group durably and atomically; throws `DatabaseFailure` without any change.
    package func commit(_ group: LedgerGroup) throws(DatabaseFailure) {
        // Taken out, so that it is changed in place. Only a commit puts it back: the numbers of a group that is rolled back
        // must not be reused.
        var numbers = details.withLock { details in
            let taken = details
            details = RecordDetailWriter(urls: taken.urls)
            return taken
        }
        try run { connection throws(SQLiteError) in
            let wait = try connection.statement("INSERT OR REPLACE INTO waiting VALUES (?, ?, ?, ?, ?)")
            let release = try connection.statement("DELETE FROM waiting WHERE input = ? AND sequence < ?")
            for entry in group.entries {
                let input = entry.state.number
                try self.insert(entry.items, of: input, &numbers, in: connection)
                for line in entry.waiting { try wait.run(input, line.sequence, line.line, line.end, line.bytes) }
                try release.run(input, entry.state.itemCount)
                try Self.update(entry.state, in: connection)
            }
        }
        details.withLock { $0 = numbers }
    }

    /// The number of items that one statement inserts.
    private static let rowCount = 64

    private func insert(
        _ items: [LedgerItem],
        of input: Int64,
        _ numbers: inout RecordDetailWriter,
        in connection: SQLiteConnection
    ) throws(SQLiteError) {
        var first = 0
        while first < items.count {
            let rows = items[first...].prefix(items.count - first < Self.rowCount ? 1 : Self.rowCount)
            // Before the statement is bound: a new detail is inserted first.
            var details: [Int64] = []
            for item in rows { details.append(try numbers.number(of: item.record, in: connection)) }
            let places = [String](repeating: "(?, ?, ?, ?, ?, ?, ?, ?)", count: rows.count).joined(separator: ", ")
            try connection.statement("INSERT OR REPLACE INTO item VALUES \(places)").run {
                binder throws(SQLiteError) in
                for (item, detail) in zip(rows, details) {
                    try binder.add(input)
                    try binder.add(item.sequence)
                    try binder.add(item.line)
                    try binder.add(item.record.identifier)
                    try binder.add(detail)
                    try binder.add(self.process)
                    try binder.add(item.times)
                    try binder.add(item.faultDigest)
                }
            }
            first += rows.count
        }
    }

    /// Returns the results of an input that wait for an earlier one, in order and without their bytes.
    package func pendingLines(of number: Int64) throws(DatabaseFailure) -> [PendingLine] {
        try run { connection throws(SQLiteError) in
            let sql = "SELECT sequence, line, end FROM waiting WHERE input = ? ORDER BY sequence"
            return try connection.statement(sql).all(number) { row throws(SQLiteError) in
                PendingLine(sequence: try row.value(0), line: try row.value(1), end: try row.value(2), bytes: [])
            }
        }
    }

    /// Returns the number of results of an input that wait for an earlier one.
    package func waitingCount(of number: Int64) throws(DatabaseFailure) -> Int {
        try run { connection throws(SQLiteError) in
            let count = try connection.statement("SELECT count(*) FROM waiting WHERE input = ?")
            return try count.first(number) { row throws(SQLiteError) -> Int in try row.value(0) } ?? 0
        }
    }

    /// Returns consecutive waiting results from `sequence` on; none when the first is missing. `byteLimit` limits their
    /// bytes together, but the last may exceed it.
    package func pendingLines(
        of number: Int64,
        from sequence: Int,
        byteLimit: Int
    ) throws(DatabaseFailure) -> [PendingLine] {
        guard byteLimit > 0 else { return [] }
        return try run { connection throws(SQLiteError) in
            let sql =
                "SELECT sequence, line, end, bytes FROM waiting WHERE input = ? AND sequence >= ? ORDER BY sequence"
            var lines: [PendingLine] = []
            var byteCount = 0
            try connection.statement(sql).each(number, sequence) { row throws(SQLiteError) in
                let place: Int = try row.value(0)
                guard place == sequence + lines.count else { return false }
                let (number, end) = (try row.value(1) as Int, try row.value(2) as Int)
                let line = PendingLine(sequence: place, line: number, end: end, bytes: try row.value(3))
                byteCount += line.bytes.count
                lines.append(line)
                return byteCount < byteLimit
            }
            return lines
        }
    }

    static func update(_ state: InputState, in connection: SQLiteConnection) throws(SQLiteError) {
        let sql = """
            UPDATE input SET stage = ?, bytes = ?, modified = ?, changed = ?, digest = ?, digested = ?, consumed = ?,
            line = ?, items = ?, written = ?, fault = ?, kept_items = ?, kept_bytes = ? WHERE number = ?
            """
        try connection.statement(sql).run(
            state.stage.rawValue,
            state.stamp?.byteCount,
            state.stamp?.modified,
            state.stamp?.changed,
            state.digest,
            state.digestedCount,
            state.consumedCount,
            state.line,
            state.itemCount,
            state.writtenCount,
            state.hasFault,
            state.kept?.itemCount,
            state.kept?.byteCount,
            state.number
        )
    }

    func run<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(DatabaseFailure) -> Value {
        do throws(SQLiteError) {
            return try database.write(body)
        } catch {
            throw Self.failure(error, path)
        }
    }

    private static func failure(_ error: SQLiteError, _ path: String) -> DatabaseFailure {
        if error.isDamage {
            return DatabaseFailure(
                sentence: "\(path) is damaged. Use --fresh to start over, or another --out.",
                isPermanent: true
            )
        }
        if error.isFull {
            let cause = SystemCallError.message(ENOSPC)
            return DatabaseFailure(sentence: "\(path) cannot be written: \(cause).", isPermanent: false)
        }
        return DatabaseFailure(sentence: "\(path) cannot be used: \(error.message).", isPermanent: false)
    }
}
