import GRDB

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
