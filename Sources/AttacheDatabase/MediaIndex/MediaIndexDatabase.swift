import GRDB

/// The database of the index.
struct MediaIndexDatabase: Sendable {
    static let name = "index.sqlite"

    let file: DatabaseFile

    init(directory: String) {
        file = DatabaseFile(path: "\(directory)/\(Self.name)", label: "attache-index")
    }

    /// Opens the index and creates it if it does not exist; a damaged file is renamed, so that the next run creates a
    /// new one.
    func open() throws(DatabaseFailure) -> DatabasePool {
        do {
            return try file.openShared { pool in
                let version = try pool.read { database in
                    let version = try MediaIndexSchema.version(database)
                    let latest = MediaIndexSchema.migrations.count
                    try DatabaseFile.checkVersion(version, isNew: DatabaseFile.isEmpty(database), latest: latest)
                    return version
                }
                guard version <= MediaIndexSchema.migrations.count else {
                    throw DatabaseFailure(sentence: newer(version), isPermanent: true)
                }
                if version < MediaIndexSchema.migrations.count { try pool.write(MediaIndexSchema.migrate) }
                try pool.read { database in
                    for table in ["media", "failure"] {
                        _ = try Row.fetchOne(database, sql: "SELECT * FROM \(table) LIMIT 1")
                    }
                }
            }
        } catch let error as DatabaseFailure {
            throw error
        } catch {
            let isDamaged = DatabaseFile.isDamage(error)
            if isDamaged { file.quarantine() }
            throw failure(error)
        }
    }

    /// Returns the failure that disables the index for this run.
    func failure(_ error: any Error) -> DatabaseFailure {
        let isDamaged = DatabaseFile.isDamage(error)
        return DatabaseFailure(sentence: isDamaged ? damaged : unusable(error), isPermanent: isDamaged)
    }

    var damaged: String {
        "The cache's index \(file.path) is damaged and was renamed to \(Self.name).damaged; this run continues "
            + "without it, and the next one creates a new index."
    }

    /// Returns the message about an index that cannot be used for another reason.
    func unusable(_ error: any Error) -> String {
        "The cache's index \(file.path) cannot be used (\(DatabaseFile.cause(error))); this run continues without it."
    }

    private func newer(_ version: Int) -> String {
        "The cache's index \(file.path) is of a newer version of Attache (\(version); this one knows "
            + "\(MediaIndexSchema.migrations.count)); this run continues without it. Use that version, or another "
            + "--store."
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
        for index in max(0, try version(database))..<max(0, try version(database), migrations.count) {
            try database.execute(sql: migrations[index])
            try database.execute(sql: "PRAGMA user_version = \(index + 1)")
        }
    }
}
