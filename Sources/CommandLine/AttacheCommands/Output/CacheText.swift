import Attache
import AttacheCore
import CommandSupport
import MediaStore

enum CacheText {
    static func lines(_ statistics: CacheStatistics) -> [UInt8] {
        var rows = [("store", statistics.directory), ("files", amount(statistics.files))]
        rows.append(("pinned", amount(statistics.pinned) + " by \(count(statistics.runCount, "run"))"))
        if statistics.hasIndex {
            rows.append(("media", "\(statistics.freshMediaCount) fresh, \(statistics.staleMediaCount) stale"))
            rows.append(
                ("failures", "\(statistics.freshFailureCount) fresh, \(statistics.expiredFailureCount) expired")
            )
        } else {
            rows.append(("index", "none; --cache disk makes one"))
        }
        return text(rows)
    }

    static func lines(_ verification: CacheVerification) -> [UInt8] {
        text([
            ("verified", amount(verification.files)),
            ("damaged", "\(verification.damages.count)"),
            ("dropped", count(verification.droppedEntryCount, "entry", "entries") + " without a file"),
        ])
    }

    static func lines(_ pruning: CachePruning) -> [UInt8] {
        text([
            ("evicted", "\(size(pruning.evictedByteCount)), \(size(pruning.byteCount)) remain"),
            ("failures", "\(pruning.failureCount) expired"),
            ("entries", "\(pruning.entryCount) obsolete"),
            ("leftovers", count(pruning.leftoverCount, "unfinished file")),
        ])
    }

    static func lines(_ pruning: BucketPruning) -> [UInt8] {
        let verb = pruning.isDryRun ? "would be removed" : "removed"
        var rows = [
            ("copies", "\(count(pruning.objectCount, "file")), \(size(pruning.byteCount))"),
            ("old", "\(count(pruning.oldCount, "file")), \(size(pruning.oldByteCount)), \(verb)"),
            ("uploads", "\(pruning.uploadCount) unfinished, \(verb)"),
        ]
        if let age = pruning.oldestAge { rows.append(("oldest", "written \(count(age / 86_400, "day")) ago")) }
        if pruning.foreignCount > 0 { rows.append(("foreign", "\(count(pruning.foreignCount, "object")) not touched")) }
        return text(rows)
    }

    private static func text(_ rows: [(name: String, words: String)]) -> [UInt8] {
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { $0.name.padded(to: width) + "  " + $0.words.escapedForTerminal + "\n" }
        return Array(lines.joined().utf8)
    }

    private static func amount(_ amount: CacheAmount) -> String {
        "\(count(amount.fileCount, "file")), \(size(amount.byteCount))"
    }

    private static func size(_ byteCount: Int) -> String { ByteSize(byteCount: byteCount).text }

    private static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(count == 1 ? one : many ?? one + "s")"
    }
}

enum CacheEncoder {
    static func line(_ statistics: CacheStatistics) -> [UInt8] {
        object { writer in
            writer.member("store", statistics.directory)
            write(statistics.files, to: &writer)
            writer.member("oldest_use", statistics.oldestUse)
            writer.object("pinned") { writer in
                write(statistics.pinned, to: &writer)
                writer.member("runs", statistics.runCount)
            }
            guard statistics.hasIndex else { return }
            writer.object("media") { writer in
                writer.member("fresh", statistics.freshMediaCount)
                writer.member("stale", statistics.staleMediaCount)
            }
            writer.object("failures") { writer in
                writer.member("fresh", statistics.freshFailureCount)
                writer.member("expired", statistics.expiredFailureCount)
            }
        }
    }

    static func line(_ verification: CacheVerification) -> [UInt8] {
        object { writer in
            write(verification.files, to: &writer)
            writer.strings("damaged", verification.damages)
            writer.strings("foreign", verification.foreign)
            writer.member("dropped_entries", verification.droppedEntryCount)
        }
    }

    static func line(_ pruning: CachePruning) -> [UInt8] {
        object { writer in
            writer.member("failures", pruning.failureCount)
            writer.member("entries", pruning.entryCount)
            writer.member("leftovers", pruning.leftoverCount)
            writer.member("evicted_bytes", pruning.evictedByteCount)
            writer.member("bytes", pruning.byteCount)
        }
    }

    static func line(_ pruning: BucketPruning) -> [UInt8] {
        object { writer in
            writer.member("files", pruning.objectCount)
            writer.member("bytes", pruning.byteCount)
            writer.member("oldest_age_seconds", pruning.oldestAge)
            writer.member("old_files", pruning.oldCount)
            writer.member("old_bytes", pruning.oldByteCount)
            writer.member("uploads", pruning.uploadCount)
            writer.member("foreign", pruning.foreignCount)
            writer.member("dry_run", pruning.isDryRun)
        }
    }

    private static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.object(write)
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ amount: CacheAmount, to writer: inout JSONWriter) {
        writer.member("files", amount.fileCount)
        writer.member("bytes", amount.byteCount)
    }
}
