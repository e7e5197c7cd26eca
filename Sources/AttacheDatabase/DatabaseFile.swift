import GRDB
import Glibc

/// A database file of one user: creates, opens and checks it, and renames a damaged one.
struct DatabaseFile: Sendable {
    /// The time to wait for another process that writes, in seconds: longer than any group takes.
    private static let busyTimeout = 5.0

    let path: String
    /// The name of the database in GRDB's diagnostics.
    let label: String

    var exists: Bool { unsafe access(path, F_OK) == 0 }

    /// Opens a database that several processes share, and creates an empty one if it does not exist.
    ///
    /// Its processes find each other's changes in the file `-shm`, which SQLite maps into memory: if another program
    /// truncates that file, the next access ends the process. Only a database of one process can do without.
    ///
    /// `prepare` checks and migrates the database, and reads a row of each table, which shows damage at the root. The
    /// database is closed when it throws.
    func openShared(_ prepare: (DatabasePool) throws -> Void) throws -> DatabasePool {
        var configuration = try configuration()
        configuration.maximumReaderCount = 2
        let pool = try DatabasePool(path: path, configuration: configuration)
        do {
            try prepare(pool)
            return pool
        } catch {
            try? pool.close()
            throw error
        }
    }

    /// Opens a database for this process alone, whose index of the write-ahead log is in its memory and not in a file.
    func openExclusively(_ prepare: (DatabaseQueue) throws -> Void) throws -> DatabaseQueue {
        var configuration = try configuration()
        configuration.prepareDatabase { database in
            // In this order: the lock must be exclusive before the log is first used (https://sqlite.org/wal.html#noshm).
            try database.execute(sql: "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL")
        }
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        do {
            try prepare(queue)
            return queue
        } catch {
            try? queue.close()
            throw error
        }
    }

    private func configuration() throws -> Configuration {
        try Self.checkLink(path)
        // Only its owner may read it; SQLite gives the files beside it the same mode. An existing file is not opened:
        // closing it would drop the locks that another part of this process holds.
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if number >= 0 { close(number) }
        var configuration = Configuration()
        configuration.label = label
        configuration.busyMode = .timeout(Self.busyTimeout)
        return configuration
    }

    /// Throws for a symbolic link to a file that does not exist: SQLite would create that file, wherever it is.
    static func checkLink(_ path: String) throws(DatabaseError) {
        var status = stat()
        guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, unsafe access(path, F_OK) != 0
        else { return }
        throw DatabaseError(resultCode: .SQLITE_CANTOPEN, message: "it is a link to a file that does not exist")
    }

    /// Throws for a version number that no version of Attache has written, as damage does; `latest` is the one of this
    /// version. A higher number up to `highestVersion` may be one of a later version.
    static func checkVersion(_ version: Int, isNew: Bool, latest: Int) throws(DatabaseError) {
        if isNew && version == 0 || (1...max(latest, highestVersion)).contains(version) { return }
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "its version is \(version)")
    }

    private static let highestVersion = 1000

    /// Whether a database has no tables.
    static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }

    /// Renames a damaged file so that it can be examined; replaces an earlier one.
    func quarantine() {
        for suffix in ["", "-wal", "-shm"] { _ = unsafe rename(path + suffix, "\(path).damaged\(suffix)") }
    }

    /// Whether an error reports damaged content.
    static func isDamage(_ error: any Error) -> Bool {
        if error is RowDecodingError { return true }
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
    }

    /// The cause of an error in SQLite's words.
    static func cause(_ error: any Error) -> String {
        (error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(error)"
    }
}

/// The version of the loaded SQLite.
package enum SQLiteVersion {
    package static var text: String {
        let version = try? DatabaseQueue().read { try String.fetchOne($0, sql: "SELECT sqlite_version()") }
        return version ?? "unknown"
    }
}
