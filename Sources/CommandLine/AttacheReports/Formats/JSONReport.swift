package import AttacheCore

/// The run as one JSON document in the schema `attache-report/1`.
///
/// The first line contains `schema` and `summary` and opens `items`; each further line is one item, members in a fixed
/// order, absent when empty: `id`, `source`, `output`, `outcome`, `fallback`, `policy`, `network`, `reasons`,
/// `attachments`, `media` (each with `host`, `supply`, `status`, `bytes`, `transfer_ms`, `repair`), `timing`. Queries of URLs are redacted unless the run shows them.
package struct JSONReport: RunReport {
    package static let schema = "attache-report/1"

    package func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws {
        var writer = JSONWriter()
        writer.member("schema", Self.schema)
        writer.key("summary")
        SummaryEncoder.write(summary, to: &writer)
        writer.key("items")
        try sink.append("{")
        try sink.append(writer.bytes)
        try sink.append("[")
        var separator = "\n"
        try items.forEach { item in
            writer.removeAll()
            Self.write(item, to: &writer)
            try sink.append(separator)
            try sink.append(writer.bytes)
            separator = ",\n"
        }
        try sink.append("\n]}\n")
    }

    private static func write(_ item: ReportedItem, to writer: inout JSONWriter) {
        let record = item.record
        writer.beginObject()
        writer.member("id", raw: record.identifier)
        writer.member("source", record.source)
        writer.member("output", item.output)
        writer.member("outcome", record.outcome.rawValue)
        if record.isFallback { writer.member("fallback", true) }
        writer.member("policy", record.policy)
        writer.member("network", record.network)
        ReasonEncoder.write(record.reasons, shownURL: item.urls.text, to: &writer)
        if !record.attachments.isEmpty {
            writer.array("attachments", record.attachments) { attachment, writer in
                var attachment = attachment
                attachment.source = item.urls.text(attachment.source)
                AttachmentEncoder.write(attachment, to: &writer)
            }
        }
        write(record.traces, item.urls, to: &writer)
        TimingEncoder.write(record.timing, to: &writer)
        writer.endObject()
    }

    private static func write(_ traces: [TransferRecord], _ urls: URLForm, to writer: inout JSONWriter) {
        guard !traces.isEmpty else { return }
        writer.array("media", traces) { trace, writer in
            writer.beginObject()
            writer.member("host", trace.host)
            writer.member("supply", trace.supply.rawValue)
            writer.member("status", trace.status)
            writer.member("bytes", trace.byteCount)
            writer.member("transfer_ms", trace.transfer)
            if var repair = trace.repair {
                repair.url = repair.url.map(urls.text)
                writer.key("repair")
                repair.write(to: &writer)
            }
            writer.endObject()
        }
    }
}

/// The JSON encoder of run summaries, members in a fixed order.
package enum SummaryEncoder {
    package static func write(_ summary: RunSummary, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("items", summary.itemCount)
        writer.member("interrupted", summary.isInterrupted)
        writer.member("resumed", summary.resumedCount)
        writer.member("wall_ms", summary.wallTime)
        writer.member("items_per_second", decimal: summary.itemsPerSecond)
        writer.key("outcomes")
        write(summary.outcomes, to: &writer)
        writer.member("fallbacks", summary.fallbackCount)
        writer.array("reasons", summary.reasons, write)
        writer.array("hosts", summary.hosts, write)
        writer.member("host_count", summary.hostCount)
        writer.member("hosts_complete", summary.areHostsComplete)
        media(summary, to: &writer)
        writer.object("item_time") { members(summary.items, to: &$0) }
        writer.array("stages", summary.stages, write)
        writer.endObject()
    }

    /// Writes the counts by outcome as one object, zero counts included.
    package static func write(_ outcomes: OutcomeCounts, to writer: inout JSONWriter) {
        writer.beginObject()
        for (outcome, count) in outcomes.all { writer.member(outcome.rawValue, count) }
        writer.endObject()
    }

    private static func write(_ tally: ReasonTally, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("code", tally.code.rawValue)
        writer.member("severity", tally.severity.rawValue)
        writer.member("status", tally.status)
        writer.member("permanent", tally.isPermanent)
        writer.member("items", tally.itemCount)
        writer.member("decided", tally.headlineCount)
        writer.object("example") { writer in
            writer.member("source", tally.exampleSource)
            writer.member("message", tally.exampleMessage)
            writer.member("fix", tally.exampleFix)
            writer.member("url", tally.exampleURL)
        }
        writer.endObject()
    }

    private static func write(_ tally: HostTally, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("host", tally.host)
        writer.member("failures", tally.failureCount)
        members(tally.transfers, to: &writer)
        writer.endObject()
    }

    private static func write(_ stage: StageSummary, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("stage", stage.stage.rawValue)
        members(stage.durations, to: &writer)
        writer.endObject()
    }

    private static func members(_ durations: DurationSummary, to writer: inout JSONWriter) {
        writer.member("count", durations.count)
        writer.member("median_ms", durations.median)
        writer.member("p95_ms", durations.percentile95)
        writer.member("longest_ms", durations.longest)
        writer.member("total_ms", durations.total)
    }

    private static func media(_ summary: RunSummary, to writer: inout JSONWriter) {
        let media = summary.media
        writer.object("media") { writer in
            writer.member("attachments", media.attachmentCount)
            writer.member("attached_bytes", media.attachedByteCount)
            writer.member("files", media.fileCount)
            writer.member("file_bytes", media.fileByteCount)
            writer.member("files_exact", media.isFileCountExact)
            writer.member("transferred_bytes", summary.transferredByteCount)
            for (supply, count) in summary.supplies.all { writer.member(supply.rawValue, count) }
            if summary.repairedCount + summary.unrepairedCount > 0 {
                writer.member("repaired", summary.repairedCount)
                writer.member("unrepaired", summary.unrepairedCount)
            }
            writer.member("saved_ms", summary.timeSaved)
        }
    }
}
