import AttacheCore

/// The common sentences of the reports for people.
package enum SummaryText {
    /// Returns the notice for an interrupted run.
    package static func interruption(_ summary: RunSummary) -> String {
        (["Interrupted before the end"] + [summary.resumeAdvice.clause].compactMap(\.self)).map { $0 + "." }
            .joined(separator: " ")
    }

    /// Returns the number of items and the duration, without a full stop.
    package static func headline(_ summary: RunSummary) -> String {
        var words = "\(CountText.grouped(summary.itemCount)) \(summary.itemCount == 1 ? "item" : "items")"
        words += " in \(DurationText.text(summary.wallTime))"
        if summary.itemsPerSecond > 0 { words += ", \(CountText.rate(summary.itemsPerSecond))/s" }
        if summary.resumedCount > 0 { words += ", \(CountText.grouped(summary.resumedCount)) from an earlier run" }
        return words
    }

    /// Returns a note when not every host is listed exactly, otherwise an empty text.
    package static func hosts(_ summary: RunSummary) -> String {
        if !summary.areHostsComplete {
            return "There were too many hosts to count each one: only those with a large share of all transfer time "
                + "are certain to be listed."
        }
        guard summary.hostCount > summary.hosts.count else { return "" }
        return
            "The slowest \(summary.hosts.count) of \(CountText.grouped(summary.hostCount)) hosts, by their 95th percentile."
    }

    /// Returns the rows of a table about media; none when no item requested media.
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
                "distinct files",
                "\(atLeast)\(CountText.grouped(media.fileCount)), \(ByteText.text(media.fileByteCount)) in the store"
            ),
            ("downloaded", ByteText.text(summary.transferredByteCount)),
        ]
        if summary.repairedCount + summary.unrepairedCount > 0 {
            let counts = [(summary.repairedCount, ""), (summary.unrepairedCount, " not")].filter { $0.0 > 0 }
            rows.append(("repaired", counts.map { CountText.grouped($0) + $1 }.joined(separator: ", ")))
        }
        if !supplies.isEmpty { rows.append(("verdicts", supplies.joined(separator: ", "))) }
        if summary.timeSaved > .zero {
            rows.append(("time saved", "\(DurationText.text(summary.timeSaved)) of transfers avoided"))
        }
        return rows
    }
}
