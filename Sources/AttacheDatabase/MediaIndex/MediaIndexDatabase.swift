import AttacheSystem
import GRDB
import Glibc

/// Opens and checks the file of the index, and renames a damaged one.
struct MediaIndexDatabase: Sendable {
    static let name = "index.sqlite"
    /// The seconds to wait for another writing process: longer than any of its groups takes.
    private static let busyTimeout = 5.0

    let path: String

    init(directory: String) {
        path = "\(directory)/\(Self.name)"
    }

    var exists: Bool { unsafe access(path, F_OK) == 0 }

    /// Opens the index and creates it if it does not exist; throws `DatabaseFailure` after renaming a damaged file, so
    /// that the next run creates a new one.
    func open() throws(DatabaseFailure) -> DatabasePool {
        create()
        do {
            var configuration = Configuration()
            configuration.label = "attache-index"
            configuration.busyMode = .timeout(Self.busyTimeout)
            configuration.maximumReaderCount = 2
            let pool = try DatabasePool(path: path, configuration: configuration)
            let version = try pool.read(MediaIndexSchema.version)
            guard version <= MediaIndexSchema.migrations.count else {
                try? pool.close()
                throw DatabaseFailure(sentence: Self.newer(path, version), isPermanent: true)
            }
            if version < MediaIndexSchema.migrations.count { try pool.write(MediaIndexSchema.migrate) }
            // Reading a row reveals a file that is damaged at its root.
            try pool.read { database in
                for table in ["media", "failure"] {
                    _ = try Row.fetchOne(database, sql: "SELECT * FROM \(table) LIMIT 1")
                }
            }
            return pool
        } catch let error as DatabaseFailure {
            throw error
        } catch {
            let isDamaged = Self.isDamage(error)
            if isDamaged { quarantine() }
            throw DatabaseFailure(sentence: isDamaged ? damaged : unusable(error), isPermanent: isDamaged)
        }
    }

    /// Renames a damaged index for later analysis; an earlier renamed file is replaced.
    func quarantine() {
        for suffix in ["", "-wal", "-shm"] { _ = unsafe rename(path + suffix, "\(path).damaged\(suffix)") }
    }

    var damaged: String {
        "The cache's index \(path) is damaged and was renamed to \(Self.name).damaged; this run continues without it, "
            + "and the next one creates a new index."
    }

    /// Returns the message about an index that cannot be used for another reason.
    func unusable(_ error: any Error) -> String {
        let cause = (error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(error)"
        return "The cache's index \(path) cannot be used (\(cause)); this run continues without it."
    }

    /// Whether an error means that the file's content is damaged.
    static func isDamage(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
    }

    private static func newer(_ path: String, _ version: Int) -> String {
        "The cache's index \(path) is of a newer version of Attache (\(version); this one knows "
            + "\(MediaIndexSchema.migrations.count)); this run continues without it. "
            + "Use that version, or another --store."
    }

    /// Creates an empty file that only its owner may read; SQLite gives the files beside it the same permissions.
    ///
    /// An existing file is not opened: closing it would drop the locks that another part of this process holds.
    private func create() {
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if number >= 0 { close(number) }
    }
}

/// The tables of the index and their migrations.
enum MediaIndexSchema {
    /// One migration per version; the database's `user_version` is the number of those applied.
    static let migrations: [String] = [
        """
        CREATE TABLE media (
            key TEXT NOT NULL PRIMARY KEY,
            sha256 TEXT NOT NULL,
            extension TEXT NOT NULL,
            bytes INTEGER NOT NULL,
            can_ask INTEGER NOT NULL,
            fresh_from INTEGER NOT NULL,
            fresh_until INTEGER NOT NULL,
            record TEXT NOT NULL
        ) STRICT;
        CREATE INDEX media_by_age ON media (fresh_from);
        CREATE TABLE failure (
            key TEXT NOT NULL PRIMARY KEY,
            fresh_from INTEGER NOT NULL,
            fresh_until INTEGER NOT NULL,
            record TEXT NOT NULL
        ) STRICT;
        CREATE INDEX failure_by_end ON failure (fresh_until);
        """
    ]

    static func version(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Migrates a database to this version, within a transaction, so that the second of two processes finds it done.
    static func migrate(_ database: Database) throws {
        for index in try version(database)..<max(try version(database), migrations.count) {
            try database.execute(sql: migrations[index])
            try database.execute(sql: "PRAGMA user_version = \(index + 1)")
        }
    }
}
