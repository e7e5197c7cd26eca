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
            // need no sorting. A block has an array of details in place of one.
            try connection.run(
                script: """
                    DELETE FROM temp.sorted;
                    INSERT INTO temp.sorted (input)
                        SELECT input.number FROM input JOIN folder ON folder.number = input.folder
                        \(isLimitedToSeen ? "WHERE input.number IN temp.met" : "")
                        ORDER BY folder.name, input.lines, input.name
                    """
            )
            func query(_ columns: String, from table: String) -> String {
                """
                SELECT sorted.position, place.sequence, input.number, input.source, input.output, place.line, place.process,
                    \(columns)
                FROM temp.sorted CROSS JOIN input ON input.number = sorted.input
                    CROSS JOIN \(table) AS place ON place.input = sorted.input
                """
            }
            try connection.statement(
                """
                \(query("place.times, place.id, place.detail, NULL", from: "item"))
                UNION ALL
                \(query("place.times, NULL, NULL, place.details", from: "block"))
                ORDER BY 1, 2
                """
            ).each { row throws(SQLiteError) in
                if input?.number != (try row.value(2)) {
                    input = StoredInput(number: try row.value(2), source: try row.value(3), output: try row.value(4))
                }
                for item in try items(row, input, &details, connection) {
                    do {
                        try body(item)
                    } catch {
                        stop = error
                        return false
                    }
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

    /// The items of a row: one, or those of a block.
    private func items(
        _ row: SQLiteRow,
        _ input: StoredInput?,
        _ details: inout RecordDetailReader,
        _ connection: SQLiteConnection
    ) throws(SQLiteError) -> [StoredItem] {
        let line: Int = try row.value(5)
        let isEarlier = try row.value(6) != process
        let block: String? = try row.value(10)
        let parts: [(detail: Int64, times: String)] =
            if let block { try LedgerBlockText(details: block, times: try row.value(7)).parts() } else {
                [(try row.value(9), try row.value(7))]
            }
        let source = input?.source ?? ""
        var items: [StoredItem] = []
        for (index, part) in parts.enumerated() {
            let (timing, supplies, transfers) = RecordTimes.read(part.times)
            var record = try details.detail(part.detail, supplies, transfers, in: connection)
            record.source = line == 0 ? source : "\(source)#\(line &+ index)"
            record.identifier = try row.value(8)
            record.timing = timing
            items.append(StoredItem(record: record, output: input?.output, isEarlier: isEarlier))
        }
        return items
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
