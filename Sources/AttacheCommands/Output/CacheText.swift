import Attache
import AttacheCore
import ObjectStore

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
            ("uploads", "\(pruning.uploadCount) without an end, \(verb)"),
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
            writer.key("store")
            writer.string(statistics.directory)
            write(statistics.files, to: &writer)
            if let oldest = statistics.oldestUse { number("oldest_use", oldest, &writer) }
            writer.key("pinned")
            writer.beginObject()
            write(statistics.pinned, to: &writer)
            number("runs", statistics.runCount, &writer)
            writer.endObject()
            guard statistics.hasIndex else { return }
            writer.key("media")
            writer.beginObject()
            number("fresh", statistics.freshMediaCount, &writer)
            number("stale", statistics.staleMediaCount, &writer)
            writer.endObject()
            writer.key("failures")
            writer.beginObject()
            number("fresh", statistics.freshFailureCount, &writer)
            number("expired", statistics.expiredFailureCount, &writer)
            writer.endObject()
        }
    }

    static func line(_ verification: CacheVerification) -> [UInt8] {
        object { writer in
            write(verification.files, to: &writer)
            list("damaged", verification.damages, &writer)
            list("foreign", verification.foreign, &writer)
            number("dropped_entries", verification.droppedEntryCount, &writer)
        }
    }

    static func line(_ pruning: CachePruning) -> [UInt8] {
        object { writer in
            number("failures", pruning.failureCount, &writer)
            number("entries", pruning.entryCount, &writer)
            number("leftovers", pruning.leftoverCount, &writer)
            number("evicted_bytes", pruning.evictedByteCount, &writer)
            number("bytes", pruning.byteCount, &writer)
        }
    }

    static func line(_ pruning: BucketPruning) -> [UInt8] {
        object { writer in
            number("files", pruning.objectCount, &writer)
            number("bytes", pruning.byteCount, &writer)
            if let age = pruning.oldestAge { number("oldest_age_seconds", age, &writer) }
            number("old_files", pruning.oldCount, &writer)
            number("old_bytes", pruning.oldByteCount, &writer)
            number("uploads", pruning.uploadCount, &writer)
            number("foreign", pruning.foreignCount, &writer)
            writer.key("dry_run")
            writer.boolean(pruning.isDryRun)
        }
    }

    private static func object(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        write(&writer)
        writer.endObject()
        writer.endLine()
        return writer.bytes
    }

    private static func write(_ amount: CacheAmount, to writer: inout JSONWriter) {
        number("files", amount.fileCount, &writer)
        number("bytes", amount.byteCount, &writer)
    }

    private static func number(_ name: String, _ value: Int, _ writer: inout JSONWriter) {
        writer.key(name)
        writer.integer(value)
    }

    private static func list(_ name: String, _ values: [String], _ writer: inout JSONWriter) {
        writer.key(name)
        writer.beginArray()
        for value in values { writer.string(value) }
        writer.endArray()
    }
}
