import AttacheCore
import GRDB

/// One change of the index.
enum MediaIndexOperation: Sendable {
    case media(CachedMedia, CacheKey)
    case failure(CachedFailure, CacheKey)
    case remove(CacheKey)

    /// Makes the change, within the transaction of its group.
    func apply(to database: Database) throws {
        switch self {
        case .media(let media, let key):
            let file = media.attachment.file
            try database.cachedStatement(
                sql: """
                    INSERT OR REPLACE INTO media
                    (key, sha256, extension, bytes, can_ask, fresh_from, fresh_until, record)
                    VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                    """
            ).execute(arguments: [
                key.text, file.sha256, media.attachment.fileExtension, file.byteCount,
                media.response.validators != nil, media.response.window.from, media.response.window.until,
                CacheEntryCoding.text(media),
            ])
            try Self.delete("failure", key, in: database)
        case .failure(let failure, let key):
            try database.cachedStatement(
                sql: "INSERT OR REPLACE INTO failure (key, fresh_from, fresh_until, record) VALUES (?, ?, ?, ?)"
            ).execute(arguments: [
                key.text, failure.window.from, failure.window.until, CacheEntryCoding.text(failure),
            ])
            if failure.isPermanent { try Self.delete("media", key, in: database) }
        case .remove(let key):
            try Self.delete("media", key, in: database)
            try Self.delete("failure", key, in: database)
        }
    }

    private static func delete(_ table: String, _ key: CacheKey, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM \(table) WHERE key = ?").execute(arguments: [key.text])
    }
}
