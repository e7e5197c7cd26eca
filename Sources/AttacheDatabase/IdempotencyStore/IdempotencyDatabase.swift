import GRDB
import Glibc

/// The file of kept answers: opened, judged and, when it is damaged, put aside.
struct IdempotencyDatabase: Sendable {
    /// The file's path.
    let path: String

    /// Opens the file, and makes it where there is none; a damaged one is put aside and a new one begun.
    ///
    /// - Returns: The database, and what is to be said of a damaged file.
    /// - Throws: `DatabaseFailure` when it cannot be used.
    func open() throws(DatabaseFailure) -> (pool: DatabasePool, warning: String?) {
        do {
            return (try openOnce(), nil)
        } catch let error as DatabaseFailure {
            throw error
        } catch {
            guard Self.isDamage(error) else { throw unusable(error) }
        }
        quarantine()
        do {
            let warning =
                "The remembered answers \(path) are damaged and were renamed to \(path).damaged; a new file begins."
            return (try openOnce(), warning)
        } catch let error as DatabaseFailure {
            throw error
        } catch {
            throw unusable(error)
        }
    }

    /// What is said when the file cannot be used.
    func unusable(_ error: any Error) -> DatabaseFailure {
        let cause = (error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(error)"
        return DatabaseFailure(
            sentence: "The remembered answers \(path) cannot be used (\(cause)). Name another directory with --state.",
            isPermanent: Self.isDamage(error)
        )
    }

    private func openOnce() throws -> DatabasePool {
        // Only the owner may read what clients were answered; SQLite makes the files beside it alike.
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if number >= 0 { close(number) }
        var configuration = Configuration()
        configuration.label = "attached-answers"
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 2
        let pool = try DatabasePool(path: path, configuration: configuration)
        do {
            // An answer that was given must come again after a loss of power too.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            let schemaState = try pool.write(IdempotencySchema.prepare)
            // A file that is damaged at its root shows it here.
            if schemaState == .ready { try pool.read { _ = try Row.fetchOne($0, sql: "SELECT * FROM answer LIMIT 1") } }
            if let refusal = refusal(schemaState) { throw refusal }
            return pool
        } catch {
            try? pool.close()
            throw error
        }
    }

    private func refusal(_ schemaState: IdempotencySchema.SchemaState) -> DatabaseFailure? {
        switch schemaState {
        case .ready: return nil
        case .foreign:
            let sentence = "\(path) is another program's database. Name another directory with --state."
            return DatabaseFailure(sentence: sentence, isPermanent: true)
        case .newer(let version):
            return DatabaseFailure(
                sentence:
                    "\(path) is of a newer version of Attache (\(version); this one knows \(IdempotencySchema.version)). "
                    + "Use that version, or another directory with --state.",
                isPermanent: true
            )
        }
    }

    private func quarantine() {
        for suffix in ["", "-wal", "-shm"] { _ = unsafe rename(path + suffix, "\(path).damaged\(suffix)") }
    }

    private static func isDamage(_ error: any Error) -> Bool {
        guard let code = (error as? DatabaseError)?.resultCode else { return false }
        return code == .SQLITE_CORRUPT || code == .SQLITE_NOTADB
    }
}

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
