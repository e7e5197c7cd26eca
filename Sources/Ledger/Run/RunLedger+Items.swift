import AttacheCore
import GRDB

extension RunLedger {
    /// Goes through every finished item, in the order of the inputs and of the items in them.
    ///
    /// - Parameter body: Takes what is kept of each.
    /// - Throws: `LedgerError`, and what `body` throws as one.
    package func eachItem(_ body: (FinishedRecord) throws -> Void) throws(LedgerError) {
        try run { database in
            let rows = try Row.fetchCursor(
                database,
                sql: """
                    SELECT input.source, input.output, item.line, item.id, item.process, item.times, item.detail
                    FROM item JOIN input ON input.number = item.input ORDER BY item.input, item.sequence
                    """
            )
            var details = RecordDetails()
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
                    FinishedRecord(
                        record: record,
                        output: row[1] == nil ? nil : row.bytes(1),
                        isEarlier: writer != self.process
                    )
                )
            }
        }
    }
}
