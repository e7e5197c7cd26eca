import AttacheCore

/// The run as Markdown for the summary of a CI job: outcomes, reasons with fixes and examples, failed URLs, hosts, media.
///
/// Its size is bounded for any run, since it lists no items but the examples and the most frequent failed URLs.
package struct MarkdownReport: RunReport {
    static let reasonLimit = 50
    static let urlLimit = 50

    package func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws {
        try sink.append("# Attache: \(SummaryText.headline(summary))\n")
        if summary.isInterrupted { try sink.append("\n**\(SummaryText.interruption(summary))**\n") }
        try sink.append(Self.outcomes(summary))
        try sink.append(Self.reasons(summary))
        var failures = FailedURLTable()
        try items.forEach { failures.add($0.record, $0.urls) }
        try sink.append(Self.failures(failures))
        try sink.append(Self.hosts(summary))
        try sink.append(Self.media(summary))
        try sink.append(Self.stages(summary))
    }

    private static func outcomes(_ summary: RunSummary) -> String {
        var text = "\n| outcome | items | share |\n|---|---:|---:|\n"
        for (outcome, count) in summary.outcomes.all where count > 0 {
            let share = escape(CountText.percent(count, of: summary.itemCount))
            text += "| \(outcome.rawValue) | \(CountText.grouped(count)) | \(share) |\n"
        }
        return text
    }

    private static func reasons(_ summary: RunSummary) -> String {
        guard !summary.reasons.isEmpty else { return "" }
        var text = "\n## Reasons\n\n| reason | severity | items | example | fix |\n|---|---|---:|---|---|\n"
        for tally in summary.reasons.prefix(reasonLimit) {
            text += "| `\(tally.title)` | \(tally.severity.rawValue) | \(CountText.grouped(tally.itemCount)) "
            let url = tally.exampleURL.map { " " + escape($0) } ?? ""
            text += "| \(escape(tally.exampleSource)): \(escape(tally.exampleMessage))\(url) "
            text += "| \(tally.exampleFix.map(escape) ?? "") |\n"
        }
        let more = summary.reasons.count - reasonLimit
        return more > 0 ? text + "\nand \(more) more.\n" : text
    }

    private static func failures(_ failures: FailedURLTable) -> String {
        guard !failures.isEmpty else { return "" }
        var text = "\n## Media URLs that failed\n\n| URL | reason | items | key |\n|---|---|---:|---|\n"
        for tally in failures.sorted.prefix(urlLimit) {
            text += "| \(escape(tally.url)) | `\(tally.reason)` | \(CountText.grouped(tally.itemCount)) "
            text += "| \(tally.pointer.map(escape) ?? "") |\n"
        }
        let more = failures.count - urlLimit
        guard more > 0 else { return text }
        let count = failures.isComplete ? CountText.grouped(more) : "more than \(CountText.grouped(more))"
        return text + "\nand \(count) more, which the CSV report lists.\n"
    }

    private static func hosts(_ summary: RunSummary) -> String {
        guard !summary.hosts.isEmpty else { return "" }
        var text =
            "\n## Slowest hosts\n\n| host | transfers | median | p95 | failed |\n|---|---:|---:|---:|---:|\n"
        for tally in summary.hosts {
            let times = tally.transfers
            text += "| \(escape(tally.host)) | \(CountText.grouped(times.count)) | \(DurationText.text(times.median)) "
            text += "| \(DurationText.text(times.percentile95)) | \(CountText.grouped(tally.failureCount)) |\n"
        }
        let note = SummaryText.hosts(summary)
        return note.isEmpty ? text : text + "\n\(escape(note))\n"
    }

    private static func media(_ summary: RunSummary) -> String {
        let rows = SummaryText.media(summary)
        guard !rows.isEmpty else { return "" }
        let lines = rows.map { "| \(escape($0.name)) | \(escape($0.value)) |\n" }.joined()
        return "\n## Media\n\n| | |\n|---|---|\n" + lines
    }

    private static func stages(_ summary: RunSummary) -> String {
        let stages = summary.stages.filter { $0.durations.count > 0 }
        guard !stages.isEmpty else { return "" }
        var text =
            "\n## Time per stage\n\n| stage | timed | median | p95 | longest |\n|---|---:|---:|---:|---:|\n"
        for stage in stages {
            let times = stage.durations
            text += "| \(stage.stage.title) | \(CountText.grouped(times.count)) | \(DurationText.text(times.median)) "
            text += "| \(DurationText.text(times.percentile95)) | \(DurationText.text(times.longest)) |\n"
        }
        return text
    }

    private static func escape(_ text: String) -> String { MarkdownText.escaping(text) }
}
