import AttacheCore

/// What the reports for people say in the same words.
package enum SummaryText {
    /// What is said of a run that did not come to its end.
    package static let interruption = "Interrupted: work is left. Run the same command again to go on."

    /// How many items, and how long it took.
    ///
    /// - Parameter summary: What the run came to.
    /// - Returns: A phrase without a full stop.
    package static func headline(_ summary: RunSummary) -> String {
        var words = "\(CountText.grouped(summary.itemCount)) \(summary.itemCount == 1 ? "item" : "items")"
        words += " in \(DurationText.text(summary.wallTime))"
        if summary.itemsPerSecond > 0 { words += ", \(CountText.rate(summary.itemsPerSecond))/s" }
        if summary.resumedCount > 0 { words += ", \(CountText.grouped(summary.resumedCount)) of an earlier run" }
        return words
    }

    /// What is not told of hosts.
    ///
    /// - Parameter summary: What the run came to.
    /// - Returns: Sentences, or nothing where every host is told of exactly.
    package static func hosts(_ summary: RunSummary) -> String {
        if !summary.areHostsComplete {
            return "There were more hosts than are counted apart: only those with a large share of all transfer time "
                + "are sure to be here."
        }
        guard summary.hostCount > summary.hosts.count else { return "" }
        return
            "The slowest \(summary.hosts.count) of \(CountText.grouped(summary.hostCount)) hosts, by their 95th percentile."
    }

    /// What there is to say about media, by name.
    ///
    /// - Parameter summary: What the run came to.
    /// - Returns: Rows of a table; none where no media were asked for.
    package static func media(_ summary: RunSummary) -> [(name: String, value: String)] {
        guard summary.supplies.total > 0 || summary.media.attachmentCount > 0 else { return [] }
        let media = summary.media
        let atLeast = media.isFileCountExact ? "" : "at least "
        let supplies = summary.supplies.all.filter { $0.count > 0 }
            .map { "\(CountText.grouped($0.count)) \($0.supply.rawValue)" }
        var rows = [
            (
                "attached",
                "\(CountText.grouped(media.attachmentCount)), \(ByteText.text(media.attachedByteCount)) on all devices"
            ),
            (
                "different files",
                "\(atLeast)\(CountText.grouped(media.fileCount)), \(ByteText.text(media.fileByteCount)) in the store"
            ),
            ("downloaded", ByteText.text(summary.transferredByteCount)),
        ]
        if !supplies.isEmpty { rows.append(("verdicts", supplies.joined(separator: ", "))) }
        if summary.timeSaved > .zero {
            rows.append(("time saved", "\(DurationText.text(summary.timeSaved)) of transfers that were not made again"))
        }
        return rows
    }
}
