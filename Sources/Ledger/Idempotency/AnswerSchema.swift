import GRDB

/// The table of kept answers.
enum IdempotencySchema {
    /// `ATID`, so that no other program's database is taken for one of answers.
    static let applicationIdentifier: Int32 = 0x4154_4944
    /// Raised with every change of the table.
    static let version: Int32 = 1

    /// Numbers only grow, so that the lowest is the oldest.
    private static let creation = """
        CREATE TABLE answer (
            number INTEGER PRIMARY KEY AUTOINCREMENT,
            key BLOB NOT NULL UNIQUE,
            fingerprint BLOB NOT NULL,
            kept INTEGER NOT NULL,
            status INTEGER NOT NULL,
            type TEXT NOT NULL,
            body BLOB NOT NULL
        ) STRICT;
        CREATE INDEX answer_by_time ON answer (kept);
        PRAGMA application_id = \(applicationIdentifier);
        PRAGMA user_version = \(version);
        """

    /// What a database is.
    enum SchemaState: Equatable {
        /// It can be used.
        case ready
        /// It is another program's.
        case foreign
        /// It is of a newer version.
        case newer(Int32)
    }

    /// Makes the table in an empty database.
    ///
    /// - Parameter database: The database, within a transaction.
    /// - Returns: What the database is.
    /// - Throws: What the database throws.
    static func prepare(_ database: Database) throws -> SchemaState {
        let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let found = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if identifier == 0, try isEmpty(database) {
            try database.execute(sql: creation)
            return .ready
        }
        guard identifier == applicationIdentifier else { return .foreign }
        return found > version ? .newer(found) : .ready
    }

    private static func isEmpty(_ database: Database) throws -> Bool {
        try Int.fetchOne(database, sql: "SELECT count(*) FROM sqlite_schema") == 0
    }
}
