/// The database of the index.
struct MediaIndexDatabase: Sendable {
    static let name = "index.sqlite"

    let file: DatabaseFile

    init(directory: String) {
        file = DatabaseFile(path: "\(directory)/\(Self.name)")
    }

    /// Opens the index and creates it if it does not exist; a damaged file is renamed, so that the next run creates a
    /// new one.
    func open() throws(DatabaseFailure) -> SQLiteDatabase {
        let opened: Result<SQLiteDatabase, DatabaseFailure>
        do throws(SQLiteError) {
            opened = try file.openShared(prepare)
        } catch {
            if error.isDamage { file.quarantine() }
            throw failure(error)
        }
        return try opened.get()
    }

    /// Migrates the database; returns the reason why it is not used, if any.
    private func prepare(_ database: SQLiteDatabase) throws(SQLiteError) -> DatabaseFailure? {
        let latest = MediaIndexSchema.migrations.count
        let version = try database.access { connection throws(SQLiteError) in
            try connection.transaction(writes: false) { connection throws(SQLiteError) in
                let version = try MediaIndexSchema.version(connection)
                try DatabaseFile.checkVersion(version, isNew: connection.isEmpty, latest: latest)
                return version
            }
        }
        guard version <= latest else { return DatabaseFailure(sentence: newer(version), isPermanent: true) }
        if version < latest { try database.write(MediaIndexSchema.migrate) }
        try database.access { connection throws(SQLiteError) in
            for table in ["media", "failure"] { try connection.run(script: "SELECT * FROM \(table) LIMIT 1") }
        }
        return nil
    }

    /// Returns the failure that disables the index for this run.
    func failure(_ error: SQLiteError) -> DatabaseFailure {
        DatabaseFailure(sentence: error.isDamage ? damaged : unusable(error), isPermanent: error.isDamage)
    }

    var damaged: String {
        "The cache's index \(file.path) is damaged and was renamed to \(Self.name).damaged; this run continues "
            + "without it, and the next one creates a new index."
    }

    /// Returns the message about an index that cannot be used for another reason.
    func unusable(_ error: SQLiteError) -> String {
        "The cache's index \(file.path) cannot be used (\(error.message)); this run continues without it."
    }

    private func newer(_ version: Int) -> String {
        "The cache's index \(file.path) was written by a newer version of Attache (\(version); this one knows "
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

    static func version(_ connection: SQLiteConnection) throws(SQLiteError) -> Int {
        try connection.number("PRAGMA user_version")
    }

    /// Migrates a database to this version, within a transaction, so that the second of two processes finds it done.
    static func migrate(_ connection: SQLiteConnection) throws(SQLiteError) {
        let version = max(0, try version(connection))
        for index in version..<max(version, migrations.count) {
            try connection.run(script: migrations[index])
            try connection.run(script: "PRAGMA user_version = \(index + 1)")
        }
    }
}
