package import AttacheCore
import AttacheSystem
import GRDB

/// Remembers answers by idempotency key in a SQLite file, so that the same request gets the same answer after a restart.
///
/// Reading runs on two threads of its own and writing on one, so nobody waits for the disk on Swift's threads.
package final class IdempotencyStore: Sendable {
    /// What is to be said of a damaged file that was put aside.
    package let warning: String?
    private let file: IdempotencyDatabase
    private let pool: DatabasePool
    private let lifetime: Int
    private let wall: any WallTimeSource
    private let readers: WorkerPool
    private let writer: IdempotencyWriter

    /// Opens the file, and makes it where there is none.
    ///
    /// - Parameters:
    ///   - path: The file, in a directory that exists.
    ///   - limits: How long and how many answers are kept.
    ///   - wall: The time of day.
    /// - Throws: `DatabaseFailure` when it cannot be used; a damaged file is put aside instead.
    package init(path: String, limits: IdempotencyLimits, wall: any WallTimeSource) throws(DatabaseFailure) {
        file = IdempotencyDatabase(path: path)
        self.wall = wall
        lifetime = max(1, Int(limits.lifetime.components.seconds))
        (pool, warning) = try file.open()
        do {
            readers = try WorkerPool(threadCount: 2)
            writer = try IdempotencyWriter(pool, limits: limits, lifetime: lifetime)
        } catch let error as SystemCallError {
            let cause = error.message
            throw DatabaseFailure(
                sentence: "No thread for remembered answers could be started: \(cause).",
                isPermanent: false
            )
        } catch {
            throw file.unusable(error)
        }
    }

    /// Looks an answer up.
    ///
    /// - Parameter key: 32 bytes that stand for client and key.
    /// - Returns: The answer, or `nil` when there is none or its time is over.
    /// - Throws: `DatabaseFailure` when the file cannot be read.
    package func find(_ key: [UInt8]) async throws(DatabaseFailure) -> StoredResponse? {
        let oldest = wall.secondsSinceEpoch - lifetime
        let found = await readers.run { [pool, file] () -> Result<StoredResponse?, DatabaseFailure> in
            do {
                return .success(try pool.unsafeRead { try Self.answer(key, keptAfter: oldest, in: $0) })
            } catch {
                return .failure(file.unusable(error))
            }
        }
        return try (found ?? .success(nil)).get()
    }

    /// Keeps an answer; it is on the disk when this returns, together with those that others keep at the same time.
    ///
    /// - Parameters:
    ///   - answer: The answer.
    ///   - key: 32 bytes that stand for client and key; what was kept under it goes.
    /// - Throws: `DatabaseFailure` when the file does not take it.
    package func keep(_ answer: StoredResponse, as key: [UInt8]) async throws(DatabaseFailure) {
        let failure = await writer.add(IdempotencyWriter.Entry(key: key, time: wall.secondsSinceEpoch, answer: answer))
        if let failure { throw file.unusable(failure) }
    }

    /// How many answers are kept, and the bytes of their bodies.
    package var totals: (count: Int, byteCount: Int) { writer.totals }

    /// Writes what waits and closes the file; call it once.
    package func shutDown() {
        writer.shutDown()
        readers.shutDown()
        // Else the log beside the file stays: GRDB closes its readers last, and they may not write.
        try? pool.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
        try? pool.close()
    }

    private static func answer(_ key: [UInt8], keptAfter time: Int, in database: Database) throws -> StoredResponse? {
        let statement = try database.cachedStatement(
            sql: "SELECT fingerprint, status, type, body FROM answer WHERE key = ? AND kept > ?"
        )
        return try Row.fetchOne(statement, arguments: [key.databaseBlob, time]).map { row in
            StoredResponse(fingerprint: row.bytes(0), status: row[1], mediaType: row[2], body: row.bytes(3))
        }
    }
}

/// An answer that was given under an idempotency key.
package struct StoredResponse: Sendable, Equatable {
    /// SHA-256 of what was asked.
    package let fingerprint: [UInt8]
    /// The status of the response, such as 200.
    package let status: Int
    /// The response's `Content-Type`.
    package let mediaType: String
    /// The response's body.
    package let body: [UInt8]

    /// Creates an answer.
    ///
    /// - Parameters:
    ///   - fingerprint: SHA-256 of what was asked.
    ///   - status: The status of the response.
    ///   - mediaType: The response's `Content-Type`.
    ///   - body: The response's body.
    package init(fingerprint: [UInt8], status: Int, mediaType: String, body: [UInt8]) {
        self.fingerprint = fingerprint
        self.status = status
        self.mediaType = mediaType
        self.body = body
    }
}

/// How long and how many answers are kept; beyond a limit the oldest go.
package struct IdempotencyLimits: Sendable, Equatable {
    /// How long an answer is kept, at least one second.
    package var lifetime = Duration.seconds(24 * 3600)
    /// How many are kept, at least 1.
    package var count = 100_000
    /// How many bytes their bodies have together, at least 1.
    package var byteCount = 256 << 20

    /// Creates the limits that hold unless something else is said.
    package init() {}
}
