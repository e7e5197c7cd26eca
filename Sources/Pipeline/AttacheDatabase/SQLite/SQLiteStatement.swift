import CSQLite

/// A prepared statement, which is bound, run and reset with each use.
///
/// Safe to hold: the pointer is prepared in `init`, finalized in `deinit`, and exposed only to values that bind
/// themselves.
@safe package final class SQLiteStatement {
    private let handle: OpaquePointer

    /// Prepares the first statement of a text on an open connection.
    @unsafe init(_ sql: String, on connection: OpaquePointer) throws(SQLiteError) {
        var handle: OpaquePointer?
        let code = unsafe sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let prepared = unsafe handle else { throw unsafe SQLiteError(code, connection) }
        unsafe self.handle = prepared
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    /// Runs the statement and ignores its rows.
    package func run<each Argument: SQLiteValue>(_ arguments: repeat each Argument) throws(SQLiteError) {
        defer { reset() }
        try bind(repeat each arguments)
        while try step() {}
    }

    /// Runs a statement whose parameters `bind` sets, such as one with many rows, and ignores its rows.
    package func run(binding bind: (inout SQLiteBinder) throws(SQLiteError) -> Void) throws(SQLiteError) {
        defer { reset() }
        var binder = unsafe SQLiteBinder(handle)
        try bind(&binder)
        while try step() {}
    }

    /// Returns what `read` makes of the first row; `nil` without a row.
    package func first<Value, each Argument: SQLiteValue>(
        _ arguments: repeat each Argument,
        read: (SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> Value? {
        defer { reset() }
        try bind(repeat each arguments)
        return try step() ? try read(unsafe SQLiteRow(handle)) : nil
    }

    /// Returns what `read` makes of each row.
    package func all<Value, each Argument: SQLiteValue>(
        _ arguments: repeat each Argument,
        read: (SQLiteRow) throws(SQLiteError) -> Value
    ) throws(SQLiteError) -> [Value] {
        defer { reset() }
        try bind(repeat each arguments)
        var values: [Value] = []
        while try step() { values.append(try read(unsafe SQLiteRow(handle))) }
        return values
    }

    /// Passes each row to `body`, until it returns `false`.
    package func each<each Argument: SQLiteValue>(
        _ arguments: repeat each Argument,
        body: (SQLiteRow) throws(SQLiteError) -> Bool
    ) throws(SQLiteError) {
        defer { reset() }
        try bind(repeat each arguments)
        while try step(), try body(unsafe SQLiteRow(handle)) {}
    }

    private func bind<each Argument: SQLiteValue>(_ arguments: repeat each Argument) throws(SQLiteError) {
        var binder = unsafe SQLiteBinder(handle)
        for argument in repeat each arguments { try binder.add(argument) }
    }

    /// Advances to the next row; returns `false` at the end.
    private func step() throws(SQLiteError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw unsafe SQLiteError(code, sqlite3_db_handle(handle)) }
        return false
    }

    /// Ends the use, so that the statement holds neither a lock nor copies of its arguments.
    private func reset() {
        unsafe sqlite3_reset(handle)
        unsafe sqlite3_clear_bindings(handle)
    }
}

/// Binds the parameters of a statement in their order; valid until the statement runs.
///
/// Safe to hold: only the statement makes one, for the duration of a call.
@safe package struct SQLiteBinder {
    private let handle: OpaquePointer
    private var index: Int32 = 0

    @unsafe fileprivate init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    /// Binds the next parameter.
    package mutating func add(_ value: some SQLiteValue) throws(SQLiteError) {
        index += 1
        let code = unsafe value.bind(to: handle, at: index)
        guard code == SQLITE_OK else { throw unsafe SQLiteError(code, sqlite3_db_handle(handle)) }
    }
}

/// The row that a statement is at; valid until the statement's next step.
///
/// Safe to hold: only the statement makes one, for the duration of a call.
@safe package struct SQLiteRow {
    private let handle: OpaquePointer

    @unsafe fileprivate init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    /// Returns the value of a column, from 0; throws when it is of another type, as in a damaged file.
    package func value<Value: SQLiteValue>(_ column: Int32) throws(SQLiteError) -> Value {
        guard let value = unsafe Value(from: handle, at: column) else {
            throw .damage("column \(column) is of another type")
        }
        return value
    }

    /// Returns the number in a column; throws when it is negative, as no count is.
    package func count(_ column: Int32) throws(SQLiteError) -> Int {
        let count: Int = try value(column)
        guard count >= 0 else { throw .damage("column \(column) is negative") }
        return count
    }
}
