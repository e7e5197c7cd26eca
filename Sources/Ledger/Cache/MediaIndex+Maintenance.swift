import GRDB

/// What the commands that look after a cache need; each waits for the disk.
extension MediaIndex {
    /// Counts what is remembered.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: The counts.
    /// - Throws: `DatabaseFailure` when the index cannot be read.
    package func statistics(at now: Int) throws(DatabaseFailure) -> MediaIndexStatistics {
        try perform { database in
            func counts(_ table: String) throws -> (fresh: Int, stale: Int) {
                let all = try Int.fetchOne(database, sql: "SELECT count(*) FROM \(table)") ?? 0
                let fresh = try Int.fetchOne(
                    database,
                    sql: "SELECT count(*) FROM \(table) WHERE fresh_from <= ? AND fresh_until > ?",
                    arguments: [now, now]
                )
                return (fresh ?? 0, all - (fresh ?? 0))
            }
            var statistics = MediaIndexStatistics()
            (statistics.freshMediaCount, statistics.staleMediaCount) = try counts("media")
            (statistics.freshFailureCount, statistics.expiredFailureCount) = try counts("failure")
            return statistics
        }
    }

    /// Forgets files that are not stored any more.
    ///
    /// - Parameter isStored: Told digest, extension and length of each; says whether that file is there.
    /// - Returns: How many entries are gone.
    /// - Throws: `DatabaseFailure` when the index cannot be read or written.
    package func forgetMedia(unless isStored: (String, String, Int) -> Bool) throws(DatabaseFailure) -> Int {
        var last = ""
        var count = 0
        while true {
            let after = last
            // Page by page, so that neither memory nor the other processes' patience is used up.
            let page = try perform { database in
                try Row.fetchAll(
                    database,
                    sql: "SELECT key, sha256, extension, bytes FROM media WHERE key > ? ORDER BY key LIMIT 1000",
                    arguments: [after]
                ).map { row -> (key: String, sha256: String, name: String, byteCount: Int) in
                    (row[0], row[1], row[2], row[3])
                }
            }
            guard let end = page.last else { return count }
            last = end.key
            let gone = page.filter { !isStored($0.sha256, $0.name, $0.byteCount) }.map(\.key)
            try perform { database in
                for key in gone {
                    try database.cachedStatement(sql: "DELETE FROM media WHERE key = ?").execute(arguments: [key])
                }
            }
            count += gone.count
        }
    }

    /// Forgets what is of no more use: failures whose time is over, and stale files that cannot be asked about.
    ///
    /// - Parameter now: Seconds since 1970.
    /// - Returns: How many of each are gone.
    /// - Throws: `DatabaseFailure` when the index cannot be written.
    package func prune(at now: Int) throws(DatabaseFailure) -> (failures: Int, media: Int) {
        try perform { database in
            try database.execute(sql: "DELETE FROM failure WHERE fresh_until <= ?", arguments: [now])
            let failures = database.changesCount
            try database.execute(sql: "DELETE FROM media WHERE can_ask = 0 AND fresh_until <= ?", arguments: [now])
            return (failures, database.changesCount)
        }
    }

    /// Has SQLite look for damage; a damaged file is put aside when it is closed.
    ///
    /// - Returns: One sentence, or `nil` when it is whole.
    /// - Throws: `DatabaseFailure` when the index cannot be read for another reason.
    package func findDamage() throws(DatabaseFailure) -> String? {
        do throws(DatabaseFailure) {
            let words = try perform { database in try String.fetchOne(database, sql: "PRAGMA integrity_check(1)") }
            if words == "ok" { return nil }
        } catch {
            guard error.isPermanent else { throw error }
        }
        noteDamage()
        return file.damaged
    }

    private func perform<Value>(_ work: (Database) throws -> Value) throws(DatabaseFailure) -> Value {
        do {
            return try pool.write(work)
        } catch {
            let isDamaged = MediaIndexDatabase.isDamage(error)
            throw DatabaseFailure(sentence: file.unusable(error), isPermanent: isDamaged)
        }
    }
}
