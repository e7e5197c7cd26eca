package import AttacheCore

extension RunLedger {
    /// Passes every finished item to `body`: by the names of directories, in each single values before files of
    /// lines and both by their names, and items in the order of their input. `isLimitedToSeen` leaves out inputs that this process has not seen; an error of `body`
    /// is wrapped in `DatabaseFailure`.
    package func eachItem(
        onlySeen isLimitedToSeen: Bool = false,
        _ body: (StoredItem) throws -> Void
    ) throws(DatabaseFailure) {
        var stop: (any Error)?
        try run { connection throws(SQLiteError) in
            var details = RecordDetailReader()
            var input: StoredInput?
            // Only the names of inputs are sorted, on the disk where they are many. Their positions lead, so that the items
            // need no sorting.
            try connection.run(
                script: """
                    DELETE FROM temp.sorted;
                    INSERT INTO temp.sorted (input)
                        SELECT input.number FROM input JOIN folder ON folder.number = input.folder
                        \(isLimitedToSeen ? "WHERE input.number IN temp.met" : "")
                        ORDER BY folder.name, input.lines, input.name
                    """
            )
            let items = """
                SELECT place.sequence, input.number, input.source, input.output, place.line, place.process, place.times,
                    place.id, place.detail
                FROM temp.sorted CROSS JOIN input ON input.number = sorted.input
                    CROSS JOIN item AS place ON place.input = sorted.input
                ORDER BY sorted.position, place.sequence
                """
            try connection.statement(items).each { row throws(SQLiteError) in
                if input?.number != (try row.value(1)) {
                    input = StoredInput(number: try row.value(1), source: try row.value(2), output: try row.value(3))
                }
                let item = try self.item(row, input, &details, connection)
                do {
                    try body(item)
                } catch {
                    stop = error
                    return false
                }
                return true
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
        _ input: StoredInput?,
        _ details: inout RecordDetailReader,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> StoredItem {
        let line: Int = try row.value(4)
        let (timing, supplies, transfers) = RecordTimes.read(try row.value(6))
        var record = try details.detail(try row.value(8), supplies, transfers, in: connection)
        record.source = ItemSource(input?.source ?? "", line: line == 0 ? nil : line).description
        record.identifier = try row.value(7)
        record.timing = timing
        return StoredItem(record: record, output: input?.output, isEarlier: try row.value(5) != process)
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
