import AttacheCore
import AttacheSystem
import Foundation
import GRDB
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

    private let path: String
    private let queue: DatabaseQueue
    private let details = Locked(RecordDetailWriter())
    /// The number of this process among those that have worked on the run.
    let process: Int64

    /// Opens a ledger and creates it if it does not exist; throws `DatabaseFailure` when it cannot be opened, is
    /// damaged, or is of a newer version.
    package init(path: String) throws(DatabaseFailure) {
        self.path = path
        do {
            try DatabaseFile.checkLink(path)
            var configuration = Configuration()
            configuration.label = "attache.ledger"
            configuration.busyMode = .timeout(10)
            // Not exclusive, although one process writes: a user may query the ledger of a run in progress.
            configuration.prepareDatabase { database in
                try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA mmap_size = 0;")
            }
            queue = try DatabaseQueue(path: path, configuration: configuration)
        } catch {
            throw Self.failure(error, path)
        }
        let problem = try Self.run(on: queue, path) { database -> String? in
            let version = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
            let application = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
            if version == 0, application == 0, try !database.tableExists("item") {
                try database.execute(sql: RunSchema.creation)
                try database.execute(sql: "PRAGMA application_id = \(RunSchema.applicationIdentifier)")
                try database.execute(sql: "PRAGMA user_version = \(RunSchema.version)")
                return nil
            }
            if application != RunSchema.applicationIdentifier { return "is not an attache ledger" }
            try DatabaseFile.checkVersion(version, isNew: false, latest: RunSchema.version)
            if version > RunSchema.version { return "was written by a newer attache (ledger version \(version))" }
            return nil
        }
        if let problem {
            throw DatabaseFailure(
                sentence: "\(path) \(problem). Use another --out, or --fresh to start over.",
                isPermanent: true
            )
        }
        process = try Self.run(on: queue, path) { database in
            try database.execute(sql: RunSchema.temporary)
            try database.execute(sql: "INSERT INTO process DEFAULT VALUES")
            return database.lastInsertedRowID
        }
    }

    /// Returns the identity of the run that the ledger belongs to, or `nil` for a new ledger.
    package func identity() throws(DatabaseFailure) -> RunIdentity? {
        let members = try run { database in
            try Row.fetchAll(database, sql: "SELECT name, value FROM identity ORDER BY position").map { row in
                RunIdentity.Member(name: try row.value(0), value: try row.value(1))
            }
        }
        return members.isEmpty ? nil : RunIdentity(members: members)
    }

    package func setIdentity(_ identity: RunIdentity) throws(DatabaseFailure) {
        try run { database in
            try database.execute(sql: "DELETE FROM identity")
            for member in identity.members {
                try database.execute(
                    sql: "INSERT INTO identity (name, value) VALUES (?, ?)",
                    arguments: [member.name, member.value]
                )
            }
        }
    }

    /// Commits a group durably and atomically; throws `DatabaseFailure` without any change.
    package func commit(_ group: LedgerGroup) throws(DatabaseFailure) {
        try run { database in
            let item = try database.cachedStatement(sql: "INSERT OR REPLACE INTO item VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
            let wait = try database.cachedStatement(sql: "INSERT OR REPLACE INTO waiting VALUES (?, ?, ?, ?, ?)")
            let release = try database.cachedStatement(sql: "DELETE FROM waiting WHERE input = ? AND sequence < ?")
            var numbers = self.details.withLock { $0 }
            for entry in group.entries {
                let input = entry.state.number
                for news in entry.items {
                    try item.execute(arguments: [
                        input, news.sequence, news.line, news.record.identifier?.databaseBlob,
                        try numbers.number(of: news.record, in: database), self.process, RecordTimes.text(news.record),
                        news.faultDigest?.databaseBlob,
                    ])
                }
                for line in entry.waiting {
                    try wait.execute(arguments: [input, line.sequence, line.line, line.end, line.bytes.databaseBlob])
                }
                try release.execute(arguments: [input, entry.state.itemCount])
                try Self.update(entry.state, in: database)
            }
            let known = numbers
            // The numbers of a group that is rolled back must not be reused.
            database.afterNextTransaction { _ in self.details.withLock { $0 = known } }
        }
    }

    /// Returns the results of an input that wait for an earlier one, in order and without their bytes.
    package func pendingLines(of number: Int64) throws(DatabaseFailure) -> [PendingLine] {
        try run { database in
            let sql = "SELECT sequence, line, end FROM waiting WHERE input = ? ORDER BY sequence"
            return try Row.fetchAll(database, sql: sql, arguments: [number]).map { row in
                PendingLine(sequence: try row.value(0), line: try row.value(1), end: try row.value(2), bytes: [])
            }
        }
    }

    /// Returns the number of results of an input that wait for an earlier one.
    package func waitingCount(of number: Int64) throws(DatabaseFailure) -> Int {
        try run { database in
            try Int.fetchOne(database, sql: "SELECT count(*) FROM waiting WHERE input = ?", arguments: [number]) ?? 0
        }
    }

    /// Returns consecutive waiting results from `sequence` on; none when the first is missing. `byteLimit` limits their
    /// bytes together, but the last may exceed it.
    package func pendingLines(
        of number: Int64,
        from sequence: Int,
        byteLimit: Int
    ) throws(DatabaseFailure) -> [PendingLine] {
        try run { database in
            let statement = try database.cachedStatement(
                sql:
                    "SELECT sequence, line, end, bytes FROM waiting WHERE input = ? AND sequence >= ? ORDER BY sequence"
            )
            let rows = try Row.fetchCursor(statement, arguments: [number, sequence])
            var lines: [PendingLine] = []
            var byteCount = 0
            while byteCount < byteLimit, let row = try rows.next() {
                let place: Int = try row.value(0)
                guard place == sequence + lines.count else { break }
                let (number, end) = (try row.value(1) as Int, try row.value(2) as Int)
                let line = PendingLine(sequence: place, line: number, end: end, bytes: try row.bytes(3))
                byteCount += line.bytes.count
                lines.append(line)
            }
            return lines
        }
    }

    static func update(_ state: InputState, in database: Database) throws {
        let statement = try database.cachedStatement(
            sql: """
                UPDATE input SET stage = ?, bytes = ?, modified = ?, changed = ?, digest = ?, digested = ?, consumed = ?,
                line = ?, items = ?, written = ?, fault = ?, kept_items = ?, kept_bytes = ? WHERE number = ?
                """
        )
        try statement.execute(arguments: [
            state.stage.rawValue, state.stamp?.byteCount, state.stamp?.modified, state.stamp?.changed,
            state.digest.databaseBlob, state.digestedCount, state.consumedCount, state.line, state.itemCount,
            state.writtenCount, state.hasFault, state.kept?.itemCount, state.kept?.byteCount, state.number,
        ])
    }

    func run<Value>(_ body: (Database) throws -> Value) throws(DatabaseFailure) -> Value {
        try Self.run(on: queue, path, body)
    }

    private static func run<Value>(
        on queue: DatabaseQueue,
        _ path: String,
        _ body: (Database) throws -> Value
    ) throws(DatabaseFailure) -> Value {
        do {
            return try queue.write { try body($0) }
        } catch {
            throw failure(error, path)
        }
    }

    private static func failure(_ error: any Error, _ path: String) -> DatabaseFailure {
        if let error = error as? DatabaseFailure { return error }
        if DatabaseFile.isDamage(error) {
            return DatabaseFailure(
                sentence: "\(path) is damaged. Use --fresh to start over, or another --out.",
                isPermanent: true
            )
        }
        guard let error = error as? DatabaseError else {
            return DatabaseFailure(sentence: "\(path) cannot be used: \(error).", isPermanent: false)
        }
        switch error.resultCode {
        case .SQLITE_FULL:
            return DatabaseFailure(
                sentence: "\(path) cannot be written: \(SystemCallError.message(ENOSPC)).",
                isPermanent: false
            )
        default:
            let message = error.message ?? "SQLite's code \(error.extendedResultCode.rawValue)"
            return DatabaseFailure(sentence: "\(path) cannot be used: \(message).", isPermanent: false)
        }
    }
}
