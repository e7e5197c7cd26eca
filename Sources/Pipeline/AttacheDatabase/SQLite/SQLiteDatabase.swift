import AttacheSystem
import CSQLite

/// A database file that the threads of this process share: one connection that writes, and others that only read.
///
/// Every call waits for the disk, so use it only on a thread that may block.
package final class SQLiteDatabase: Sendable {
    private let writer: Locked<SQLiteConnection?>
    /// Connections that read and are not in use.
    private let readers = Locked<[SQLiteConnection]>([])
    private let openReader: (@Sendable () throws(SQLiteError) -> SQLiteConnection)?

    /// Takes the connection that writes. With `openReader`, as many connections are opened as read at the same time;
    /// without it, the only connection reads too.
    package init(
        _ writer: sending SQLiteConnection,
        openReader: (@Sendable () throws(SQLiteError) -> SQLiteConnection)? = nil
    ) {
        self.writer = Locked(writer)
        self.openReader = openReader
    }

    /// Runs `body` in a transaction that holds the lock of writers from its start on.
    package func write<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try access { connection throws(SQLiteError) in try connection.transaction(writes: true, body) }
    }

    /// Runs `body` with the connection that writes, when no other thread uses it, and outside of a transaction.
    package func access<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        try writer.withLock { (connection: inout SQLiteConnection?) throws(SQLiteError) in
            guard let connection else { throw SQLiteError(code: SQLITE_MISUSE, message: "it is closed") }
            return try body(connection)
        }
    }

    /// Runs `body` with a connection that reads, outside of a transaction.
    package func read<Value>(_ body: (SQLiteConnection) throws(SQLiteError) -> Value) throws(SQLiteError) -> Value {
        guard let openReader else { return try access(body) }
        let connection: SQLiteConnection
        if let idle = readers.withLock({ $0.popLast() }) { connection = idle } else { connection = try openReader() }
        defer { readers.withLock { $0.append(connection) } }
        return try body(connection)
    }

    /// Closes all connections; the last one of all processes writes the log into the file and removes the log. Call it
    /// when nothing is read any more.
    package func close() {
        readers.withLock { $0.removeAll() }
        writer.withLock { $0 = nil }
    }
}
