import AttacheCore

/// The part of a record that many items share, stored once: everything except source, name and times.
enum RecordDetail {
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
        // Without queries: they differ between items that share the rest, and may contain signatures.
        ReasonEncoder.write(record.reasons, shownURL: RedactedURL.text, to: &writer)
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
            writer.member("status", trace.status)
            writer.endObject()
        }
        writer.endArray()
        writer.endObject()
        return writer.bytes
    }

    /// Decodes a detail into a record with source, name and times; codes unknown to this version are left out.
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
                    transfer: .zero,
                    status: value["status"]?.integer
                )
            } ?? []
    }
}

/// Reads details of records and caches them, since many items share one.
struct RecordDetailReader {
    private static let capacity = 4096

    private var known: [Int64: ItemRecord] = [:]

    /// Returns the record of a detail, without source, name and times.
    mutating func detail(_ number: Int64, in connection: SQLiteConnection) throws(SQLiteError) -> ItemRecord {
        if let record = known[number] { return record }
        let statement = try connection.statement("SELECT outcome, text FROM detail WHERE number = ?")
        let found = try statement.first(number) { row throws(SQLiteError) in
            var record = ItemRecord(source: "", outcome: Outcome(rawValue: try row.value(0)) ?? .rejected)
            RecordDetail.fill(&record, from: try row.value(1))
            return record
        }
        let record = found ?? ItemRecord(source: "", outcome: .rejected)
        if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
        known[number] = record
        return record
    }
}

/// Finds the number of a stored detail, and stores a new one.
///
/// Only the last few thousand are cached; a detail that is stored more than once only costs space.
struct RecordDetailWriter {
    private static let capacity = 4096

    private var numbers: [DetailKey: Int64] = [:]

    mutating func number(of record: ItemRecord, in connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        let text = RecordDetail.text(record)
        let key = DetailKey(text: text)
        if let number = numbers[key] { return number }
        let media = record.attachments.map(\.file.sha256)
        try connection.statement("INSERT INTO detail (outcome, reason, media, text) VALUES (?, ?, ?, ?)").run(
            record.outcome.rawValue,
            record.headline?.code.rawValue,
            media.isEmpty ? nil : media.joined(separator: " "),
            text
        )
        if numbers.count >= Self.capacity { numbers.removeAll(keepingCapacity: true) }
        let number = connection.lastInsertedRow
        numbers[key] = number
        return number
    }
}

/// The text of a detail as a dictionary key; hashes its bytes at once, where an array hashes them one by one.
struct DetailKey: Hashable {
    let text: [UInt8]

    func hash(into hasher: inout Hasher) {
        unsafe text.withUnsafeBytes { unsafe hasher.combine(bytes: $0) }
    }
}

/// The times of a record in the ledger: one text of microseconds, in a fixed order.
enum RecordTimes {
    /// Encodes total, resolve, connect, tls, first byte, body, inspection and device, then supply and transfer of each
    /// medium, all separated by spaces.
    static func text(_ record: ItemRecord) -> String {
        let timing = record.timing
        let transfer = timing.transfer
        var parts = [
            timing.total, transfer.resolve, transfer.connect, transfer.tls, transfer.firstByte, transfer.body,
            timing.inspection,
        ].map { String(microseconds($0)) }
        parts.append(timing.device.map { String(microseconds($0)) } ?? "-")
        for trace in record.traces { parts += [trace.supply.rawValue, String(microseconds(trace.transfer))] }
        return parts.joined(separator: " ")
    }

    static func read(_ text: String) -> (timing: ResultTiming, supplies: [MediaSupply], transfers: [Duration]) {
        let parts = text.split(separator: " ")
        func duration(_ index: Int) -> Duration {
            .microseconds(index < parts.count ? Int64(parts[index]) ?? 0 : 0)
        }
        var transfer = TransferTiming()
        transfer.resolve = duration(1)
        transfer.connect = duration(2)
        transfer.tls = duration(3)
        transfer.firstByte = duration(4)
        transfer.body = duration(5)
        let device = parts.count > 7 && parts[7] != "-" ? duration(7) : nil
        var supplies: [MediaSupply] = []
        var transfers: [Duration] = []
        for index in stride(from: 8, to: parts.count - 1, by: 2) {
            supplies.append(MediaSupply(rawValue: String(parts[index])) ?? .transferred)
            transfers.append(duration(index + 1))
        }
        let timing = ResultTiming(total: duration(0), transfer: transfer, inspection: duration(6), device: device)
        return (timing, supplies, transfers)
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
