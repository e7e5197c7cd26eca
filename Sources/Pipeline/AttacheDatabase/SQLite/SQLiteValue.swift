import CSQLite

/// A value that is stored in a column. A column of another type is never converted.
package protocol SQLiteValue {
    /// Reads a column, from 0, of the row that a statement is at; `nil` when it is of another type.
    @unsafe init?(from statement: OpaquePointer, at column: Int32)

    /// Binds a copy of the value to a statement's parameter, from 1; returns SQLite's result code.
    @unsafe func bind(to statement: OpaquePointer, at index: Int32) -> Int32
}

extension Int64: SQLiteValue {
    @unsafe package init?(from statement: OpaquePointer, at column: Int32) {
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_INTEGER else { return nil }
        self = unsafe sqlite3_column_int64(statement, column)
    }

    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_int64(statement, index, self)
    }
}

extension Int: SQLiteValue {
    @unsafe package init?(from statement: OpaquePointer, at column: Int32) {
        guard let number = unsafe Int64(from: statement, at: column) else { return nil }
        self = Int(number)
    }

    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_int64(statement, index, Int64(self))
    }
}

extension Bool: SQLiteValue {
    @unsafe package init?(from statement: OpaquePointer, at column: Int32) {
        guard let number = unsafe Int64(from: statement, at: column) else { return nil }
        self = number != 0
    }

    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe sqlite3_bind_int64(statement, index, self ? 1 : 0)
    }
}

extension String: SQLiteValue {
    @unsafe package init?(from statement: OpaquePointer, at column: Int32) {
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
        // In this order: the text may be converted, which changes the number of bytes.
        guard let text = unsafe sqlite3_column_text(statement, column) else { return nil }
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        // Unsafe, and right: the bytes are valid until the next step, and are copied.
        self = unsafe String(decoding: UnsafeBufferPointer(start: text, count: count), as: UTF8.self)
    }

    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        var text = self
        return text.withUTF8 { bytes in
            unsafe attache_sqlite_bind_text(statement, index, bytes.baseAddress, UInt64(bytes.count))
        }
    }
}

extension [UInt8]: SQLiteValue {
    @unsafe package init?(from statement: OpaquePointer, at column: Int32) {
        guard unsafe sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        let bytes = unsafe sqlite3_column_blob(statement, column)
        let count = Int(unsafe sqlite3_column_bytes(statement, column))
        // Unsafe, and right: the bytes are valid until the next step, and are copied. Without bytes there is no pointer.
        self = unsafe bytes == nil ? [] : Array(UnsafeRawBufferPointer(start: bytes, count: count))
    }

    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        unsafe withUnsafeBytes { bytes in
            unsafe attache_sqlite_bind_blob(statement, index, bytes.baseAddress, UInt64(bytes.count))
        }
    }
}

/// A column that may be null.
extension Optional: SQLiteValue where Wrapped: SQLiteValue {
    @unsafe package init?(from statement: OpaquePointer, at column: Int32) {
        if unsafe sqlite3_column_type(statement, column) == SQLITE_NULL {
            self = .none
            return
        }
        guard let value = unsafe Wrapped(from: statement, at: column) else { return nil }
        self = .some(value)
    }

    @unsafe package func bind(to statement: OpaquePointer, at index: Int32) -> Int32 {
        guard let self else { return unsafe sqlite3_bind_null(statement, index) }
        return unsafe self.bind(to: statement, at: index)
    }
}
