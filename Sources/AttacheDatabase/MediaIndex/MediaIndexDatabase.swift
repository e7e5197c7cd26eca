import AttacheSystem
import GRDB
import Glibc

/// The file of the index: opened, judged and, when it is damaged, put aside.
struct MediaIndexDatabase: Sendable {
    /// The file's name in the store's directory.
    static let name = "index.sqlite"
    /// How long to wait for another process that writes: longer than any of its groups takes.
    private static let busyTimeout = 5.0

    let path: String

    init(directory: String) {
        path = "\(directory)/\(Self.name)"
    }

    /// Whether there is an index at all.
    var exists: Bool { unsafe access(path, F_OK) == 0 }

    /// Opens the index, and makes it where there is none.
    ///
    /// - Throws: `DatabaseFailure`; a damaged file has been put aside then, so that the next run begins a new one.
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
            // A file that is damaged at its root shows it here.
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

    /// Renames a damaged index, so that somebody can look at it; one that was there before goes.
    func quarantine() {
        for suffix in ["", "-wal", "-shm"] { _ = unsafe rename(path + suffix, "\(path).damaged\(suffix)") }
    }

    /// What is said of a damaged index.
    var damaged: String {
        "The cache's index \(path) is damaged and was renamed to \(Self.name).damaged; this run goes on without it, and "
            + "the next one begins a new index."
    }

    /// What is said of an index that cannot be used for another reason.
    func unusable(_ error: any Error) -> String {
        let cause = (error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(error)"
        return "The cache's index \(path) cannot be used (\(cause)); this run goes on without it."
    }

    /// Whether an error says that the file's content is not what it should be.
    static func isDamage(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
    }

    private static func newer(_ path: String, _ version: Int) -> String {
        "The cache's index \(path) is of a newer version of Attache (\(version); this one knows "
            + "\(MediaIndexSchema.migrations.count)); this run goes on without it. Use that version, or another --store."
    }

    /// Makes an empty file that only its owner may read; SQLite makes the files beside it alike.
    ///
    /// A file that is there is not opened: closing it would drop the locks that another part of this process holds.
    private func create() {
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if number >= 0 { close(number) }
    }
}

/// The tables of the index and how each version of them becomes the next.
enum MediaIndexSchema {
    /// One step for each version; the database's `user_version` is how many it has gone.
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

    /// The version of a database.
    static func version(_ database: Database) throws -> Int {
        try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0
    }

    /// Brings a database up to this version; within a transaction, so that of two processes one finds it done.
    static func migrate(_ database: Database) throws {
        for index in try version(database)..<max(try version(database), migrations.count) {
            try database.execute(sql: migrations[index])
            try database.execute(sql: "PRAGMA user_version = \(index + 1)")
        }
    }
}
