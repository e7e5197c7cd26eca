import GRDB

/// The database of stored responses.
struct IdempotencyDatabase: Sendable {
    private let file: DatabaseFile

    init(path: String) {
        file = DatabaseFile(path: path, label: "attached-answers")
    }

    /// Opens the file and creates it if it does not exist; a damaged file is renamed, replaced and reported as a warning.
    func open() throws(DatabaseFailure) -> (queue: DatabaseQueue, warning: String?) {
        do {
            do {
                return (try openOnce(), nil)
            } catch  where DatabaseFile.isDamage(error) {
                file.quarantine()
                let warning =
                    "The stored responses \(file.path) are damaged and were renamed to \(file.path).damaged; a new file "
                    + "was created."
                return (try openOnce(), warning)
            }
        } catch let error as DatabaseFailure {
            throw error
        } catch {
            throw unusable(error)
        }
    }

    func unusable(_ error: any Error) -> DatabaseFailure {
        DatabaseFailure(
            sentence: "The stored responses \(file.path) cannot be used (\(DatabaseFile.cause(error))). Use another "
                + "directory with --state.",
            isPermanent: DatabaseFile.isDamage(error)
        )
    }

    private func openOnce() throws -> DatabaseQueue {
        try file.openExclusively { queue in
            // A response that was sent must survive a loss of power.
            try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            let schemaState = try queue.write(IdempotencySchema.prepare)
            if schemaState == .ready {
                try queue.read { _ = try Row.fetchOne($0, sql: "SELECT * FROM answer LIMIT 1") }
            }
            if let refusal = refusal(schemaState) { throw refusal }
        }
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
                    "\(file.path) is of a newer version of Attache (\(version); this one knows \(IdempotencySchema.version)). "
                    + "Use that version, or another directory with --state.",
                isPermanent: true
            )
        }
    }
}

enum IdempotencySchema {
    /// `ATID`, to reject the databases of other programs.
    static let applicationIdentifier: Int32 = 0x4154_4944
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

    enum SchemaState: Equatable {
        case ready
        case foreign
        case newer(Int32)
    }

    /// Creates the table in an empty database, within the caller's transaction; returns the database's state.
    static func prepare(_ database: Database) throws -> SchemaState {
        let identifier = try Int32.fetchOne(database, sql: "PRAGMA application_id") ?? 0
        let found = try Int32.fetchOne(database, sql: "PRAGMA user_version") ?? 0
        if identifier == 0, try DatabaseFile.isEmpty(database) {
            try database.execute(sql: creation)
            return .ready
        }
        guard identifier == applicationIdentifier else { return .foreign }
        try DatabaseFile.checkVersion(Int(found), isNew: false, latest: Int(version))
        return found > version ? .newer(found) : .ready
    }
}
