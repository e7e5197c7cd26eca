import AttacheCore

/// The part of a record that many items share, stored once: everything except source, name and times.
enum RecordDetail {
    static func text(_ record: ItemRecord, urls: URLForm) -> [UInt8] {
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
        // Without queries unless reports show them: they differ between items that share the rest.
        ReasonEncoder.write(record.reasons, shownURL: urls.text, to: &writer)
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
            if var repair = trace.repair {
                repair.url = repair.url.map(urls.text)
                writer.key("repair")
                repair.write(to: &writer)
            }
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
                var trace = TransferRecord(
                    host: value["host"]?.string,
                    supply: .transferred,
                    byteCount: value["bytes"]?.integer ?? 0,
                    transfer: .zero,
                    status: value["status"]?.integer
                )
                // Ledgers of earlier versions have none.
                trace.repair = value["repair"].flatMap(RepairRecord.init)
                return trace
            } ?? []
    }
}

/// Reads details of records and caches them, since many items share one.
struct RecordDetailReader {
    private static let capacity = 4096

    private var known: [Int64: ItemRecord] = [:]

    /// Returns the record of a detail with the supplies and transfer times of its media, without source, name and times.
    mutating func detail(
        _ number: Int64,
        _ supplies: [MediaSupply],
        _ transfers: [Duration],
        in connection: SQLiteConnection
    ) throws(SQLiteError) -> ItemRecord {
        var record = try detail(number, in: connection)
        var traces = record.traces
        var isChanged = false
        for index in traces.indices where index < supplies.count {
            guard traces[index].supply != supplies[index] || traces[index].transfer != transfers[index] else {
                continue
            }
            traces[index].supply = supplies[index]
            traces[index].transfer = transfers[index]
            isChanged = true
        }
        guard isChanged else { return record }
        record.traces = traces
        // The next item with the detail probably has the same ones.
        known[number] = record
        return record
    }

    /// Returns the record of a detail, without source, name and times.
    private mutating func detail(_ number: Int64, in connection: SQLiteConnection) throws(SQLiteError) -> ItemRecord {
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

    let urls: URLForm
    private var numbers: [DetailKey: Int64] = [:]
    /// The numbers of details that records have in common, without their text. The object is held, so that no other one
    /// gets its identity.
    private var shared: [ObjectIdentifier: (object: any AnyObject & Sendable, number: Int64)] = [:]

    init(urls: URLForm) { self.urls = urls }

    mutating func number(of record: ItemRecord, in connection: SQLiteConnection) throws(SQLiteError) -> Int64 {
        guard let common = record.common else { return try storedNumber(of: record, in: connection) }
        if let known = shared[ObjectIdentifier(common)] { return known.number }
        let number = try storedNumber(of: record, in: connection)
        if shared.count >= Self.capacity { shared.removeAll(keepingCapacity: true) }
        shared[ObjectIdentifier(common)] = (common, number)
        return number
    }

    private mutating func storedNumber(
        of record: ItemRecord,
        in connection: SQLiteConnection
    ) throws(SQLiteError) -> Int64 {
        let text = RecordDetail.text(record, urls: urls)
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
    /// media file, all separated by spaces.
    static func text(_ record: ItemRecord) -> String {
        let (timing, transfer, traces) = (record.timing, record.timing.transfer, record.traces)
        var text: [UInt8] = []
        text.reserveCapacity(48 + 24 * traces.count)
        append(timing.total, to: &text)
        append(transfer.resolve, to: &text)
        append(transfer.connect, to: &text)
        append(transfer.tls, to: &text)
        append(transfer.firstByte, to: &text)
        append(transfer.body, to: &text)
        append(timing.inspection, to: &text)
        if let device = timing.device { append(device, to: &text) } else { text += "- ".utf8 }
        for trace in traces {
            text.append(contentsOf: trace.supply.rawValue.utf8)
            text.append(space)
            append(trace.transfer, to: &text)
        }
        text.removeLast()
        return String(decoding: text, as: UTF8.self)
    }

    static func read(_ text: String) -> (timing: ResultTiming, supplies: [MediaSupply], transfers: [Duration]) {
        var rest = text.utf8[...]
        func duration() -> Duration? { number(&rest).map { .microseconds($0) } }
        let total = duration() ?? .zero
        var transfer = TransferTiming()
        transfer.resolve = duration() ?? .zero
        transfer.connect = duration() ?? .zero
        transfer.tls = duration() ?? .zero
        transfer.firstByte = duration() ?? .zero
        transfer.body = duration() ?? .zero
        let inspection = duration() ?? .zero
        // A hyphen stands for none.
        let device = duration()
        var supplies: [MediaSupply] = []
        var transfers: [Duration] = []
        while let name = word(&rest), !rest.isEmpty {
            supplies.append(supply(name))
            transfers.append(duration() ?? .zero)
        }
        let timing = ResultTiming(total: total, transfer: transfer, inspection: inspection, device: device)
        return (timing, supplies, transfers)
    }

    private static let space = UInt8(ascii: " ")

    /// Appends a duration and a space.
    private static func append(_ duration: Duration, to text: inout [UInt8]) {
        if duration == .zero {
            text.append(UInt8(ascii: "0"))
        } else {
            text.append(contentsOf: String(microseconds(duration)).utf8)
        }
        text.append(space)
    }

    /// Removes the next word and the space behind it; returns `nil` at the end.
    private static func word(_ rest: inout Substring.UTF8View) -> Substring.UTF8View? {
        guard !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: space) ?? rest.endIndex
        let word = rest[..<end]
        rest = end < rest.endIndex ? rest[rest.index(after: end)...] : rest[end...]
        return word
    }

    /// The next word as a number; `nil` when it is none.
    private static func number(_ rest: inout Substring.UTF8View) -> Int64? {
        guard let word = word(&rest), let first = word.first else { return nil }
        if word.count == 1, first == UInt8(ascii: "0") { return 0 }
        return Int64(Substring(word))
    }

    private static func supply(_ name: Substring.UTF8View) -> MediaSupply {
        for supply in MediaSupply.allCases where name.elementsEqual(supply.rawValue.utf8) { return supply }
        return .transferred
    }

    private static func microseconds(_ duration: Duration) -> Int64 {
        let (seconds, attoseconds) = duration.components
        return seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    }
}
