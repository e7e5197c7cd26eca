package import AttacheCore
import AttacheSystem

/// Stores responses by idempotency key in a SQLite file, so that a repeated request gets the same response after a
/// restart.
///
/// Reads and writes run on threads of its own, so that Swift's threads never wait for the disk. One process uses the file
/// at a time.
package final class IdempotencyStore: Sendable {
    /// A warning about a damaged file that was renamed.
    package let warning: String?
    private let file: IdempotencyDatabase
    private let database: SQLiteDatabase
    private let lifetime: Int
    private let wall: any WallTimeSource
    private let readers: WorkerPool
    private let writer: IdempotencyWriter

    /// Opens the file in an existing directory and creates it if it does not exist. Throws `DatabaseFailure` when the
    /// file cannot be used; a damaged file is renamed instead.
    package init(path: String, limits: IdempotencyLimits, wall: any WallTimeSource) throws(DatabaseFailure) {
        file = IdempotencyDatabase(path: path)
        self.wall = wall
        lifetime = max(1, Int(limits.lifetime.components.seconds))
        (database, warning) = try file.open()
        let table: IdempotencyTable
        do throws(SQLiteError) {
            table = try IdempotencyTable(database, limits: limits, lifetime: lifetime)
        } catch {
            throw file.unusable(error)
        }
        do throws(SystemCallError) {
            writer = try IdempotencyWriter(table)
            readers = try WorkerPool(threadCount: 1)
        } catch {
            let cause = error.message
            throw DatabaseFailure(
                sentence: "No thread for stored responses could be started: \(cause).",
                isPermanent: false
            )
        }
    }

    /// Looks up the response of `key`, 32 bytes of which 8 identify the client; returns `nil` when there is
    /// none or it has expired.
    package func find(_ key: [UInt8]) async throws(DatabaseFailure) -> StoredResponse? {
        let oldest = wall.secondsSinceEpoch - lifetime
        let found = await readers.run { [database, file] () -> Result<StoredResponse?, DatabaseFailure> in
            do throws(SQLiteError) {
                return .success(
                    try database.read { connection throws(SQLiteError) in
                        try Self.answer(key, keptAfter: oldest, in: connection)
                    }
                )
            } catch {
                return .failure(file.unusable(error))
            }
        }
        return try (found ?? .success(nil)).get()
    }

    /// Stores a response and returns when it is on the disk; concurrent calls share a transaction. An earlier response
    /// of `key`, 32 bytes of which 8 identify the client, is replaced.
    package func keep(_ answer: StoredResponse, as key: [UInt8]) async throws(DatabaseFailure) {
        let failure = await writer.add(IdempotencyWriter.Entry(key: key, time: wall.secondsSinceEpoch, answer: answer))
        if let failure { throw file.unusable(failure) }
    }

    /// The number of stored responses, and the bytes of their bodies.
    package var totals: (count: Int, byteCount: Int) { writer.totals }

    /// Writes pending responses and closes the file; call it once.
    package func shutDown() {
        writer.shutDown()
        readers.shutDown()
        database.close()
    }

    private static func answer(
        _ key: [UInt8],
        keptAfter time: Int,
        in connection: SQLiteConnection
    ) throws(SQLiteError) -> StoredResponse? {
        let sql = "SELECT fingerprint, status, type, body FROM answer WHERE key = ? AND kept > ?"
        return try connection.statement(sql).first(key, time) { row throws(SQLiteError) in
            let status: Int = try row.value(1)
            guard (100...599).contains(status) else { throw SQLiteError.damage("\(status) is not a status") }
            return StoredResponse(
                fingerprint: try row.value(0),
                status: status,
                mediaType: try row.value(2),
                body: try row.value(3)
            )
        }
    }
}

/// A response that was sent for an idempotency key.
package struct StoredResponse: Sendable, Equatable {
    /// The SHA-256 of the request.
    package let fingerprint: [UInt8]
    package let status: Int
    package let mediaType: String
    package let body: [UInt8]

    package init(fingerprint: [UInt8], status: Int, mediaType: String, body: [UInt8]) {
        self.fingerprint = fingerprint
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}

/// The limits of stored responses; beyond a limit the oldest are deleted, first those of a client with much more than its
/// share.
package struct IdempotencyLimits: Sendable, Equatable {
    /// The time that a response is kept, at least one second.
    package var lifetime = Duration.seconds(24 * 3600)
    /// The number of responses, at least 1.
    package var count = 100_000
    /// The total bytes of their bodies, at least 1.
    package var byteCount = 256 << 20

    package init() {}
}
