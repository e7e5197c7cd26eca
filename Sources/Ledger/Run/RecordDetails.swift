import AttacheCore
import GRDB

/// Details of records, read once each as long as they are few: many items share one.
struct RecordDetailReader {
    private static let capacity = 4096

    private var known: [Int64: ItemRecord] = [:]

    /// The record of a detail, without source, name and times.
    mutating func detail(_ number: Int64, in database: Database) throws -> ItemRecord {
        if let record = known[number] { return record }
        let statement = try database.cachedStatement(sql: "SELECT outcome, text FROM detail WHERE number = ?")
        var record = ItemRecord(source: "", outcome: .rejected)
        if let row = try Row.fetchOne(statement, arguments: [number]) {
            record.outcome = Outcome(rawValue: row[0]) ?? .rejected
            RecordDetail.fill(&record, from: row.bytes(1))
        }
        if known.count >= Self.capacity { known.removeAll(keepingCapacity: true) }
        known[number] = record
        return record
    }
}
