/// The database of stored responses.
struct IdempotencyDatabase: Sendable {
    private let file: DatabaseFile

    init(path: String) {
        file = DatabaseFile(path: path)
    }

    /// Opens the file and creates it if it does not exist; a damaged file is renamed, replaced and reported as a warning.
    func open() throws(DatabaseFailure) -> (database: SQLiteDatabase, warning: String?) {
        let opened: Result<SQLiteDatabase, DatabaseFailure>
        var warning: String?
        do throws(SQLiteError) {
            do throws(SQLiteError) {
                opened = try file.openExclusively(prepare)
            } catch {
                guard error.isDamage else { throw error }
                file.quarantine()
                warning =
                    "The stored responses \(file.path) are damaged and were renamed to \(file.path).damaged; a new file "
                    + "was created."
                opened = try file.openExclusively(prepare)
            }
        } catch {
            throw unusable(error)
        }
        return (try opened.get(), warning)
    }

    func unusable(_ error: SQLiteError) -> DatabaseFailure {
        DatabaseFailure(
            sentence: "The stored responses \(file.path) cannot be used (\(error.message)). Use another directory with "
                + "--state.",
            isPermanent: error.isDamage
        )
    }

    /// Creates the table in an empty database; returns the reason why another one is not used, if any.
    private func prepare(_ database: SQLiteDatabase) throws(SQLiteError) -> DatabaseFailure? {
        // A response that was sent must survive a loss of power.
        try database.access { connection throws(SQLiteError) in
            try connection.run(script: "PRAGMA synchronous = FULL")
        }
        let schemaState = try database.write(IdempotencySchema.prepare)
        if schemaState == .ready {
            try database.access { connection throws(SQLiteError) in
                try connection.run(script: "SELECT * FROM answer LIMIT 1")
            }
        }
        return refusal(schemaState)
    }

    private func refusal(_ schemaState: IdempotencySchema.SchemaState) -> DatabaseFailure? {
        switch schemaState {
        case .ready: return nil
        case .foreign:
            let sentence = "\(file.path) is another program's database. Use another directory with --state."
            return DatabaseFailure(sentence: sentence, isPermanent: true)
        case .newer(let version):
            return DatabaseFailure(
                sentence:
                    "\(file.path) was written by a newer version of Attache (\(version); this one knows "
                    + "\(IdempotencySchema.version)). Use that version, or another directory with --state.",
                isPermanent: true
            )
        }
    }
}

enum IdempotencySchema {
    /// `ATID`, to reject the databases of other programs.
    static let applicationIdentifier = 0x4154_4944
    static let version = 1
    /// The bytes of a key that name its client, and the expression for them.
    static let clientLength = 8
    static let client = "substr(key, 1, \(clientLength))"
    private static let index = "CREATE INDEX IF NOT EXISTS answer_by_client ON answer (\(client))"

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
        \(index);
        PRAGMA application_id = \(applicationIdentifier);
        PRAGMA user_version = \(version);
        """

    enum SchemaState: Equatable {
        case ready
        case foreign
        case newer(Int)
    }

    /// Creates the table in an empty database, within the caller's transaction; returns the database's state.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> SchemaState {
        let identifier = try connection.number("PRAGMA application_id")
        let found = try connection.number("PRAGMA user_version")
        if identifier == 0, try connection.isEmpty {
            try connection.run(script: creation)
            return .ready
        }
        guard identifier == applicationIdentifier else { return .foreign }
        try DatabaseFile.checkVersion(found, isNew: false, latest: version)
        guard found <= version else { return .newer(found) }
        try connection.run(script: index)
        return .ready
    }
}
