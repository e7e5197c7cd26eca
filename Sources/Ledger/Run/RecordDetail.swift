import AttacheCore

/// What many items have in common, as the ledger keeps it once: everything of a record but its source, name and times.
enum RecordDetail {
    /// Writes the detail of a record.
    static func text(_ record: ItemRecord) -> [UInt8] {
        var writer = JSONWriter(capacity: 512)
        writer.beginObject()
        if let policy = record.policy {
            writer.key("policy")
            writer.string(policy)
        }
        if let network = record.network {
            writer.key("network")
            writer.string(network)
        }
        if record.isFallback {
            writer.key("fallback")
            writer.boolean(true)
        }
        ReasonEncoder.write(record.reasons, to: &writer)
        writer.key("attachments")
        writer.beginArray()
        for attachment in record.attachments { AttachmentRecord.write(attachment, to: &writer) }
        writer.endArray()
        writer.key("media")
        writer.beginArray()
        for trace in record.traces {
            writer.beginObject()
            if let host = trace.host {
                writer.key("host")
                writer.string(host)
            }
            writer.key("bytes")
            writer.integer(trace.byteCount)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// Reads a detail into a record whose source, name and times are known; what this version does not know is left out.
    static func fill(_ record: inout ItemRecord, from text: [UInt8]) {
        guard let root = try? JSONDocument(parsing: text).root else { return }
        record.policy = root["policy"]?.string
        record.network = root["network"]?.string
        record.isFallback = root["fallback"]?.boolean ?? false
        record.reasons = root["reasons"].flatMap(ReasonDecoder.reasons) ?? []
        record.attachments = root["attachments"]?.elements.compactMap(AttachmentRecord.read) ?? []
        record.traces =
            root["media"]?.elements.map { value in
                TransferRecord(
                    host: value["host"]?.string,
                    supply: .transferred,
                    byteCount: value["bytes"]?.integer ?? 0,
                    transfer: .zero
                )
            } ?? []
    }
}
