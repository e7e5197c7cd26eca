import CSQLite

/// A connection to a database file with its prepared statements; one thread uses it at a time.
///
/// Safe to hold: the pointer is opened in `init`, closed once, and never exposed.
@safe package final class SQLiteConnection {
    private let handle: OpaquePointer
    private var statements: [String: SQLiteStatement] = [:]

    /// Opens a file for reading and writing and creates it if it does not exist. `busyTimeout` is the time to wait for a
    /// lock of another process, in milliseconds.
    package init(path: String, busyTimeout: Int32) throws(SQLiteError) {
        var handle: OpaquePointer?
        // Without SQLite's own mutexes: this type's users have locks.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        // Unsafe, and right: SQLite copies the path, and gives a connection even with most errors.
        let code = unsafe sqlite3_open_v2(path, &handle, flags, nil)
        guard code == SQLITE_OK, let opened = unsafe handle else {
            let error = unsafe SQLiteError(code, handle)
            unsafe sqlite3_close_v2(handle)
            throw error
        }
        unsafe self.handle = opened
        unsafe attache_sqlite_reject_quoted_strings(opened)
        unsafe sqlite3_busy_timeout(opened, busyTimeout)
    }

    deinit {
        statements.removeAll()
        // It waits for statements that are still referenced.
        unsafe sqlite3_close_v2(handle)
    }

    /// The row number of the last insertion.
    package var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    /// The number of rows that the last statement has changed.
    package var changeCount: Int { Int(unsafe sqlite3_changes64(handle)) }

    /// Returns a statement, prepared at its first use; one at a time may read rows with it.
    package func statement(_ sql: String) throws(SQLiteError) -> SQLiteStatement {
        if let statement = statements[sql] { return statement }
        let statement = unsafe try SQLiteStatement(sql, on: handle)
        statements[sql] = statement
        return statement
    }

    /// Runs statements that have neither arguments nor results, separated by semicolons.
    package func run(script: String) throws(SQLiteError) {
        let code = unsafe sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code, handle) }
    }

    /// Returns the number in the first column of a statement's first row; 0 without a row.
    package func number(_ sql: String) throws(SQLiteError) -> Int {
        try statement(sql).first { row throws(SQLiteError) in try row.value(0) } ?? 0
    }

    /// Runs `body` in a transaction, which is rolled back when `body` throws. One that `writes` takes the lock of writers
    /// at its start; the other sees the database as it is at the first read.
    package func transaction<Value>(
        writes: Bool,
        _ body: (SQLiteConnection) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value {
        try statement(writes ? "BEGIN IMMEDIATE" : "BEGIN DEFERRED").run()
        do throws(SQLiteError) {
            let value = try body(self)
            try statement("COMMIT").run()
            return value
        } catch {
            // A full disk and some other errors have already ended the transaction.
            if unsafe sqlite3_get_autocommit(handle) == 0 { try? run(script: "ROLLBACK") }
            throw error
        }
    }
}

/// An error of SQLite, or content that no version of Attache has written.
package struct SQLiteError: Error, Equatable, Sendable {
    /// The primary result code (https://sqlite.org/rescode.html).
    package let code: Int32
    package let message: String
}

extension SQLiteError {
    /// Reads the message of a connection's last error.
    init(_ code: Int32, _ connection: OpaquePointer?) {
        self.code = code & 0xFF
        // Unsafe, and right: a constant text, or one that lives until the connection's next call.
        let words = unsafe connection.map { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        message = unsafe words.map { unsafe String(cString: $0) } ?? "code \(code)"
    }

    /// Content that is damaged.
    package static func damage(_ message: String) -> SQLiteError { SQLiteError(code: SQLITE_CORRUPT, message: message) }

    /// Whether the file is damaged or no database.
    package var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_NOTADB }
    /// Whether another process holds the lock.
    package var isBusy: Bool { code == SQLITE_BUSY }
    /// Whether the disk is full.
    package var isFull: Bool { code == SQLITE_FULL }
}

/// The version of the loaded SQLite.
package enum SQLiteVersion {
    package static var text: String {
        // Unsafe, and right: a constant text of the library.
        guard let text = unsafe sqlite3_libversion() else { return "unknown" }
        return unsafe String(cString: text)
    }
}
