package import AttacheDatabase
package import AttacheSystem

/// The reason why a notification centre did not do what was asked.
package enum CenterFailure: Error, Sendable {
    /// The file cannot be used.
    case database(DatabaseFailure)
    /// An attachment cannot be copied.
    case attachment(path: String, SystemCallError)
    /// The app may not notify.
    case notAllowed

    /// The message for the user.
    package var sentence: String {
        switch self {
        case .database(let failure): failure.sentence
        case .attachment(let path, let error):
            "invalid attachment \(path): could not \(error.operation) \(error.path ?? path): \(error.message); use a "
                + "readable file, and a disk with room for a copy."
        case .notAllowed:
            "The app may not notify; use attache center settings --authorization authorized."
        }
    }
}

/// The database of a notification centre.
struct CenterDatabase: Sendable {
    /// The file; `nil` in memory.
    let path: String?

    /// Opens the database and creates it if it does not exist.
    func open() throws(DatabaseFailure) -> SQLiteDatabase {
        let opened: Result<SQLiteDatabase, DatabaseFailure>
        do throws(SQLiteError) {
            guard let path else {
                let database = SQLiteDatabase(try SQLiteConnection(path: ":memory:", busyTimeout: 0))
                _ = try database.write(CenterSchema.prepare)
                return database
            }
            opened = try DatabaseFile(path: path).openShared(prepare)
        } catch {
            throw failure(error)
        }
        return try opened.get()
    }

    func failure(_ error: SQLiteError) -> DatabaseFailure {
        let cause = error.isDamage ? "it is damaged: \(error.message)" : error.message
        return DatabaseFailure(
            sentence: "invalid notification centre \(path ?? "in memory"): \(cause); use another file with --center.",
            isPermanent: error.isDamage
        )
    }

    private func prepare(_ database: SQLiteDatabase) throws(SQLiteError) -> DatabaseFailure? {
        // A read first, so that many openings do not wait for each other.
        let found = try database.access { connection throws(SQLiteError) in
            (try connection.number("PRAGMA application_id"), try connection.number("PRAGMA user_version"))
        }
        if found == (CenterSchema.applicationIdentifier, CenterSchema.version) { return nil }
        let version = try database.write(CenterSchema.prepare)
        guard let problem = version else { return nil }
        return DatabaseFailure(
            sentence: "invalid notification centre \(path ?? ""): \(problem); use another file with --center.",
            isPermanent: true
        )
    }
}

enum CenterSchema {
    /// `ATNC`, to reject the databases of other programs.
    static let applicationIdentifier = 0x4154_4E43
    static let version = 1

    /// Numbers only grow, so that the highest is the latest. State 0 is pending, 1 is delivered.
    private static let creation = """
        CREATE TABLE app (
            only INTEGER PRIMARY KEY CHECK (only = 1), status INTEGER NOT NULL, options INTEGER NOT NULL,
            badge INTEGER NOT NULL
        ) STRICT;
        INSERT INTO app VALUES (1, 0, 0, 0);
        CREATE TABLE category (position INTEGER PRIMARY KEY, record TEXT NOT NULL) STRICT;
        CREATE TABLE request (
            number INTEGER PRIMARY KEY AUTOINCREMENT, state INTEGER NOT NULL, identifier TEXT NOT NULL, time INTEGER,
            start INTEGER NOT NULL, alerts INTEGER NOT NULL, trigger TEXT, record TEXT NOT NULL,
            user_info BLOB NOT NULL, property_list BLOB, UNIQUE (state, identifier)
        ) STRICT;
        CREATE INDEX request_by_time ON request (state, time);
        CREATE TABLE attachment (
            request INTEGER NOT NULL, position INTEGER NOT NULL, identifier TEXT NOT NULL, type TEXT NOT NULL,
            file TEXT NOT NULL, bytes INTEGER NOT NULL, options BLOB NOT NULL, PRIMARY KEY (request, position)
        ) STRICT, WITHOUT ROWID;
        CREATE INDEX attachment_by_file ON attachment (file);
        PRAGMA application_id = \(applicationIdentifier);
        PRAGMA user_version = \(version);
        """

    /// Creates the tables in an empty database, within the caller's transaction; returns why another one is not used.
    static func prepare(_ connection: SQLiteConnection) throws(SQLiteError) -> String? {
        let identifier = try connection.number("PRAGMA application_id")
        let found = try connection.number("PRAGMA user_version")
        if identifier == 0, try connection.isEmpty {
            try connection.run(script: creation)
            return nil
        }
        guard identifier == applicationIdentifier else { return "it is another program's database" }
        try DatabaseFile.checkVersion(found, isNew: false, latest: version)
        return found > version ? "it is of a newer version of Attache (\(found); this one knows \(version))" : nil
    }
}
