import GRDB
import Glibc

/// Opens and checks the file of stored responses, and renames a damaged one.
struct IdempotencyDatabase: Sendable {
    let path: String

    /// Opens the file and creates it if it does not exist; a damaged file is renamed and replaced, which the warning
    /// reports. Throws `DatabaseFailure` when the file cannot be used.
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
                "The stored responses \(path) are damaged and were renamed to \(path).damaged; a new file was created."
            return (try openOnce(), warning)
        } catch let error as DatabaseFailure {
            throw error
        } catch {
            throw unusable(error)
        }
    }

    func unusable(_ error: any Error) -> DatabaseFailure {
        let cause = (error as? DatabaseError).map { $0.message ?? "\($0.resultCode)" } ?? "\(error)"
        return DatabaseFailure(
            sentence: "The stored responses \(path) cannot be used (\(cause)). Use another directory with --state.",
            isPermanent: Self.isDamage(error)
        )
    }

    private func openOnce() throws -> DatabasePool {
        // Readable only by the owner, since responses may be private; SQLite gives the files beside it the same
        // permissions.
        let number = unsafe Glibc.open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if number >= 0 { close(number) }
        var configuration = Configuration()
        configuration.label = "attached-answers"
        configuration.busyMode = .timeout(5)
        configuration.maximumReaderCount = 2
        let pool = try DatabasePool(path: path, configuration: configuration)
        do {
            // A returned response must survive a power failure.
            try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            let schemaState = try pool.write(IdempotencySchema.prepare)
            // Reading a row reveals a file that is damaged at its root.
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
            let sentence = "\(path) is another program's database. Use another directory with --state."
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
