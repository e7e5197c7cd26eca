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

    /// Opens the database and creates an empty one if it does not exist.
    ///
    /// `prepare` checks and migrates the database, and reads a row of each table, which shows damage at the root. The
    /// database is closed when it throws.
    func open(_ prepare: (DatabasePool) throws -> Void) throws -> DatabasePool {
        // Only its owner may read it; SQLite gives the files beside it the same mode. An existing file is not opened:
        // closing it would drop the locks that another part of this process holds.
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if number >= 0 { close(number) }
        var configuration = Configuration()
        configuration.label = label
        configuration.busyMode = .timeout(Self.busyTimeout)
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

    /// Renames a damaged file so that it can be examined; replaces an earlier one.
    func quarantine() {
        for suffix in ["", "-wal", "-shm"] { _ = unsafe rename(path + suffix, "\(path).damaged\(suffix)") }
    }

    /// Whether an error reports damaged content.
    static func isDamage(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
    }

    /// The cause of an error in SQLite's words.
    static func cause(_ error: any Error) -> String {
        (error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(error)"
    }
}
