package import AttacheCore
import GRDB

extension RunLedger {
    /// Goes through every finished item: directory by directory, in each the values before the files of lines, and
    /// items of an input in their order.
    ///
    /// - Parameters:
    ///   - isLimitedToSeen: Whether items of inputs are left out that this process has not met.
    ///   - body: Takes what is kept of each.
    /// - Throws: `DatabaseFailure`, and what `body` throws as one.
    package func eachItem(
        onlySeen isLimitedToSeen: Bool = false,
        _ body: (StoredItem) throws -> Void
    ) throws(DatabaseFailure) {
        try run { database in
            // The inputs lead, in the order of their index, so that nothing has to be sorted.
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT input.source, input.output, item.line, item.id, item.process, item.times, item.detail
                    FROM input INDEXED BY input_order CROSS JOIN item ON item.input = input.number
                    \(isLimitedToSeen ? "WHERE input.number IN temp.met" : "")
                    ORDER BY input.folder, input.lines, input.number, item.sequence
                    """
            )
            var details = RecordDetailReader()
            while let row = try rows.next() {
                let line: Int = row[2]
                let source: String = row[0]
                let writer: Int64 = row[4]
                let detail = try details.detail(row[6], in: database)
                let (timing, supplies, transfers) = RecordTimes.read(row[5])
                var record = detail
                record.source = line == 0 ? source : "\(source)#\(line)"
                record.identifier = row[3] == nil ? nil : row.bytes(3)
                record.timing = timing
                for index in record.traces.indices where index < supplies.count {
                    record.traces[index].supply = supplies[index]
                    record.traces[index].transfer = transfers[index]
                }
                try body(
                    StoredItem(
                        record: record,
                        output: row[1] == nil ? nil : row.bytes(1),
                        isEarlier: writer != self.process
                    )
                )
            }
        }
    }

    /// Items of an input that are to be done again, in order.
    ///
    /// - Parameters:
    ///   - number: The ledger's number of the input.
    ///   - first: The first place that counts.
    ///   - limit: How many at most.
    /// - Returns: Their places, and SHA-256 of their payloads.
    /// - Throws: `DatabaseFailure`.
    package func faults(
        of number: Int64,
        from first: Int,
        limit: Int
    ) throws(DatabaseFailure) -> [(sequence: Int, digest: [UInt8])] {
        try run { database in
            let sql = """
                SELECT sequence, fault FROM item WHERE input = ? AND sequence >= ? AND fault IS NOT NULL
                ORDER BY sequence LIMIT ?
                """
            return try Row.fetchAll(database, sql: sql, arguments: [number, first, limit]).map { row in
                (row[0], row.bytes(1))
            }
        }
    }
}

/// A finished item as the ledger gives it back.
package struct StoredItem: Sendable {
    /// What is kept of the item.
    package var record: ItemRecord
    /// The name of its output below the output directory, as bytes; `nil` where it has none.
    package var output: [UInt8]?
    /// Whether an earlier process finished it.
    package var isEarlier: Bool
}
