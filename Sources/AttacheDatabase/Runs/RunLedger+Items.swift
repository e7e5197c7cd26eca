package import AttacheCore

extension RunLedger {
    /// Passes every finished item to `body`: by directory, in each single values before files of lines, and items in
    /// the order of their input. `isLimitedToSeen` leaves out inputs that this process has not seen; an error of `body`
    /// is wrapped in `DatabaseFailure`.
    package func eachItem(
        onlySeen isLimitedToSeen: Bool = false,
        _ body: (StoredItem) throws -> Void
    ) throws(DatabaseFailure) {
        var stop: (any Error)?
        try run { connection throws(SQLiteError) in
            var details = RecordDetailReader()
            // The inputs lead, in the order of their index, so that nothing has to be sorted.
            try connection.statement(
                """
                SELECT input.source, input.output, item.line, item.id, item.process, item.times, item.detail
                FROM input INDEXED BY input_order CROSS JOIN item ON item.input = input.number
                \(isLimitedToSeen ? "WHERE input.number IN temp.met" : "")
                ORDER BY input.folder, input.lines, input.number, item.sequence
                """
            ).each { row throws(SQLiteError) in
                let item = try item(row, &details, connection)
                do {
                    try body(item)
                    return true
                } catch {
                    stop = error
                    return false
                }
            }
        }
        if let failure = stop as? DatabaseFailure { throw failure }
        if let stop { throw DatabaseFailure(sentence: "\(path) cannot be used: \(stop).", isPermanent: false) }
    }

    private func item(
        _ row: SQLiteRow,
        _ details: inout RecordDetailReader,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> StoredItem {
        let line: Int = try row.value(2)
        let source: String = try row.value(0)
        let writer: Int64 = try row.value(4)
        var record = try details.detail(try row.value(6), in: connection)
        let (timing, supplies, transfers) = RecordTimes.read(try row.value(5))
        record.source = line == 0 ? source : "\(source)#\(line)"
        record.identifier = try row.value(3)
        record.timing = timing
        for index in record.traces.indices where index < supplies.count {
            record.traces[index].supply = supplies[index]
            record.traces[index].transfer = transfers[index]
        }
        return StoredItem(record: record, output: try row.value(1), isEarlier: writer != process)
    }

    /// Returns up to `limit` items of an input that must be retried, in order and from the sequence number `first` on,
    /// with the SHA-256 of their payloads.
    package func faults(
        of number: Int64,
        from first: Int,
        limit: Int
    ) throws(DatabaseFailure) -> [(sequence: Int, digest: [UInt8])] {
        try run { connection throws(SQLiteError) in
            let sql = """
                SELECT sequence, fault FROM item WHERE input = ? AND sequence >= ? AND fault IS NOT NULL
                ORDER BY sequence LIMIT ?
                """
            typealias Fault = (sequence: Int, digest: [UInt8])
            return try connection.statement(sql).all(number, first, limit) { row throws(SQLiteError) -> Fault in
                (try row.value(0), try row.value(1))
            }
        }
    }
}

package struct StoredItem: Sendable {
    package var record: ItemRecord
    /// The name of its output below the output directory, as bytes; `nil` without an output.
    package var output: [UInt8]?
    package var isEarlier: Bool
}
