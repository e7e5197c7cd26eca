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
            var input: StoredInput?
            // The inputs lead, in the order of their index, so that nothing has to be sorted.
            try connection.statement(
                """
                SELECT item.input, item.line, item.id, item.process, item.times, item.detail, input.source, input.output
                FROM input INDEXED BY input_order CROSS JOIN item ON item.input = input.number
                \(isLimitedToSeen ? "WHERE input.number IN temp.met" : "")
                ORDER BY input.folder, input.lines, input.number, item.sequence
                """
            ).each { row throws(SQLiteError) in
                let item = try item(row, &input, &details, connection)
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

    /// What all items of an input have in common.
    private struct StoredInput {
        let number: Int64
        let source: String
        let output: [UInt8]?
    }

    private func item(
        _ row: SQLiteRow,
        _ input: inout StoredInput?,
        _ details: inout RecordDetailReader,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> StoredItem {
        let number: Int64 = try row.value(0)
        if input?.number != number {
            input = StoredInput(number: number, source: try row.value(6), output: try row.value(7))
        }
        let line: Int = try row.value(1)
        let source = input?.source ?? ""
        let writer: Int64 = try row.value(3)
        let (timing, supplies, transfers) = RecordTimes.read(try row.value(4))
        var record = try details.detail(try row.value(5), supplies, transfers, in: connection)
        record.source = line == 0 ? source : "\(source)#\(line)"
        record.identifier = try row.value(2)
        record.timing = timing
        return StoredItem(record: record, output: input?.output, isEarlier: writer != process)
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
