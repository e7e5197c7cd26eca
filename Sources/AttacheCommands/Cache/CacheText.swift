import Attache

/// Tells people what the cache commands found.
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
            ("evicted", "\(pruning.evictedByteCount) bytes, \(pruning.byteCount) are left"),
            ("failures", "\(pruning.failureCount) expired"),
            ("entries", "\(pruning.entryCount) of no more use"),
            ("leftovers", count(pruning.leftoverCount, "unfinished file")),
        ])
    }

    private static func text(_ rows: [(name: String, words: String)]) -> [UInt8] {
        let width = rows.map(\.name.count).max() ?? 0
        let lines = rows.map { $0.name.padded(to: width) + "  " + TerminalText.escaped($0.words) + "\n" }
        return Array(lines.joined().utf8)
    }

    private static func amount(_ amount: CacheAmount) -> String {
        "\(count(amount.fileCount, "file")), \(amount.byteCount) bytes"
    }

    private static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
        "\(count) \(count == 1 ? one : many ?? one + "s")"
    }
}
