import CSQLite
import Glibc

/// A database file of one user: creates, opens and checks it, and renames a damaged one.
package struct DatabaseFile: Sendable {
    /// The time to wait for another process that writes, in milliseconds: longer than any group takes.
    private static let busyTimeout: Int32 = 5000

    package let path: String

    package init(path: String) {
        self.path = path
    }

    package var exists: Bool { unsafe access(path, F_OK) == 0 }

    /// Opens a database that several processes share, and creates an empty one if it does not exist.
    ///
    /// Its processes find each other's changes in the file `-shm`, which SQLite maps into memory: if another program
    /// truncates that file, the next access ends the process. Only a database of one process can do without.
    ///
    /// `prepare` checks and migrates the database, and reads a row of each table, which shows damage at the root. It
    /// returns the reason not to use the database, if any. The database is closed unless it is returned.
    package func openShared(
        _ prepare: (SQLiteDatabase) throws(SQLiteError) -> DatabaseFailure?
    ) throws(SQLiteError) -> Result<SQLiteDatabase, DatabaseFailure> {
        try create()
        let writer = try SQLiteConnection(path: path, busyTimeout: Self.busyTimeout)
        let mode = try writer.statement("PRAGMA journal_mode = WAL").first { row throws(SQLiteError) -> String in
            try row.value(0)
        }
        guard mode == "wal" else {
            throw SQLiteError(code: SQLITE_CANTOPEN, message: "it cannot have a write-ahead log")
        }
        // A cache may lose its last changes with the power; it is not damaged by that.
        try writer.run(script: "PRAGMA synchronous = NORMAL")
        let database = SQLiteDatabase(writer) { [path] () throws(SQLiteError) in
            let reader = try SQLiteConnection(path: path, busyTimeout: Self.busyTimeout)
            try reader.run(script: "PRAGMA query_only = 1")
            return reader
        }
        return try Self.check(database, prepare)
    }

    /// Opens a database for this process alone, whose index of the write-ahead log is in its memory and not in a file.
    /// `prepare` is as for `openShared`.
    func openExclusively(
        _ prepare: (SQLiteDatabase) throws(SQLiteError) -> DatabaseFailure?
    ) throws(SQLiteError) -> Result<SQLiteDatabase, DatabaseFailure> {
        try create()
        let connection = try SQLiteConnection(path: path, busyTimeout: Self.busyTimeout)
        // In this order: the lock must be exclusive before the log is first used (https://sqlite.org/wal.html#noshm).
        try connection.run(script: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL")
        return try Self.check(SQLiteDatabase(connection), prepare)
    }

    private static func check(
        _ database: SQLiteDatabase,
        _ prepare: (SQLiteDatabase) throws(SQLiteError) -> DatabaseFailure?
    ) throws(SQLiteError) -> Result<SQLiteDatabase, DatabaseFailure> {
        do throws(SQLiteError) {
            guard let refusal = try prepare(database) else { return .success(database) }
            database.close()
            return .failure(refusal)
        } catch {
            database.close()
            throw error
        }
    }

    /// Creates an empty file that only its owner may read; SQLite gives the files beside it the same mode. An existing
    /// file is not opened: closing it would drop the locks that another part of this process holds.
    private func create() throws(SQLiteError) {
        try Self.checkLink(path)
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if number >= 0 { close(number) }
    }

    /// Throws for a symbolic link to a file that does not exist: SQLite would create that file, wherever it is.
    package static func checkLink(_ path: String) throws(SQLiteError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, unsafe access(path, F_OK) != 0
        else { return }
        throw SQLiteError(code: SQLITE_CANTOPEN, message: "it is a link to a file that does not exist")
    }

    /// Throws for a version number that no version of Attache has written, as damage does; `latest` is the one of this
    /// version. A higher number up to `highestVersion` may be one of a later version.
    package static func checkVersion(_ version: Int, isNew: Bool, latest: Int) throws(SQLiteError) {
        if isNew && version == 0 || (1...max(latest, highestVersion)).contains(version) { return }
        throw .damage("its version is \(version)")
    }

    private static let highestVersion = 1000

    /// Renames a damaged file so that it can be examined; replaces an earlier one.
    package func quarantine() {
        for suffix in ["", "-wal", "-shm"] { _ = unsafe rename(path + suffix, "\(path).damaged\(suffix)") }
    }
}

extension SQLiteConnection {
    /// Whether the database has no tables.
    package var isEmpty: Bool {
        get throws(SQLiteError) { try number("SELECT count(*) FROM sqlite_schema") == 0 }
    }
}
