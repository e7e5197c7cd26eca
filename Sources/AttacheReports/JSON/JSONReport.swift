import AttacheCore

/// The run as one JSON document in the schema `attache-report/1`.
///
/// The first line has `schema` and `summary` and opens `items`; each further line is one item, members in a fixed order,
/// absent when empty: `id`, `source`, `output`, `outcome`, `fallback`, `policy`, `network`, `reasons`, `attachments`,
/// `media` (each with `host`, `supply`, `bytes`, `transfer_ms`), `timing`. Queries of URLs are redacted.
package struct JSONReport: RunReport {
    /// The schema's name, the first member.
    package static let schema = "attache-report/1"

    /// Creates the report.
    package init() {}

    package func write(_ summary: RunSummary, items: ItemFeed, to sink: inout ByteSink) throws {
        var writer = JSONWriter()
        writer.key("schema")
        writer.string(Self.schema)
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
        if record.isFallback {
            writer.key("fallback")
            writer.boolean(true)
        }
        writer.member("policy", record.policy)
        writer.member("network", record.network)
        ReasonEncoder.write(record.reasons, to: &writer)
        if !record.attachments.isEmpty {
            writer.key("attachments")
            writer.beginArray()
            for var attachment in record.attachments {
                attachment.source = RedactedURL.text(attachment.source)
                AttachmentEncoder.write(attachment, to: &writer)
            }
            writer.endArray()
        }
        write(record.traces, to: &writer)
        TimingEncoder.write(record.timing, to: &writer)
        writer.endObject()
    }

    private static func write(_ traces: [TransferRecord], to writer: inout JSONWriter) {
        guard !traces.isEmpty else { return }
        writer.key("media")
        writer.beginArray()
        for trace in traces {
            writer.beginObject()
            writer.member("host", trace.host)
            writer.member("supply", trace.supply.rawValue)
            writer.member("bytes", trace.byteCount)
            writer.member("transfer_ms", trace.transfer)
            writer.endObject()
        }
        writer.endArray()
    }
}
