import AttacheCore
import GRDB

/// Finds the number under which a detail is kept, and keeps it when it is new.
///
/// Only the last few thousand are remembered: the same detail may be kept more than once, which costs space alone.
struct RecordDetailWriter {
    private static let capacity = 4096

    private var numbers: [DetailKey: Int64] = [:]

    /// The number of a record's detail.
    mutating func number(of record: ItemRecord, in database: Database) throws -> Int64 {
        let text = RecordDetail.text(record)
        let key = DetailKey(text: text)
        if let number = numbers[key] { return number }
        let statement = try database.cachedStatement(
            sql: "INSERT INTO detail (outcome, reason, media, text) VALUES (?, ?, ?, ?)"
        )
        let media = record.attachments.map(\.file.sha256)
        try statement.execute(arguments: [
            record.outcome.rawValue, record.headline?.code.rawValue,
            media.isEmpty ? nil : media.joined(separator: " "), text.databaseBlob,
        ])
        if numbers.count >= Self.capacity { numbers.removeAll(keepingCapacity: true) }
        let number = database.lastInsertedRowID
        numbers[key] = number
        return number
    }
}
