extension RunLedger {
    /// Looks up an input as found by the walk, and adds it if it is new. Returns its state and the name of its output,
    /// which was assigned when the input was added.
    package func input(_ listing: InputListing) throws(DatabaseFailure) -> Input {
        try run { connection throws(SQLiteError) in
            let find = try connection.statement("SELECT \(Self.inputColumns) FROM input WHERE name = ?")
            let found = try find.first(listing.name) { row throws(SQLiteError) in
                (input: try Self.input(row), isLines: try row.value(Self.linesColumn) as Bool)
            }
            var input: Input
            if let found { input = found.input } else { input = try Self.take(listing, into: connection) }
            if let found, found.isLines != listing.isLines || (input.output == nil && listing.output != nil) {
                if input.output == nil, let wanted = listing.output {
                    input.output = try Self.freeOutput(wanted, of: listing.name, in: connection)
                }
                try connection.statement("UPDATE input SET lines = ?, output = ? WHERE number = ?")
                    .run(listing.isLines, input.output, input.state.number)
            }
            try connection.statement("INSERT OR IGNORE INTO temp.met VALUES (?)").run(input.state.number)
            return input
        }
    }

    /// Deletes every item of an input that has changed.
    package func forgetItems(of number: Int64) throws(DatabaseFailure) {
        try run { connection throws(SQLiteError) in
            try connection.statement("DELETE FROM item WHERE input = ?").run(number)
            try connection.statement("DELETE FROM waiting WHERE input = ?").run(number)
            try Self.update(InputState(number: number), in: connection)
        }
    }

    /// Returns the inputs whose output is complete but not renamed into place, in the order in which they were added.
    package func unnamedInputs() throws(DatabaseFailure) -> [Input] {
        try run { connection throws(SQLiteError) in
            try connection.statement("SELECT \(Self.inputColumns) FROM input WHERE stage = ? ORDER BY number")
                .all(InputState.Stage.unnamed.rawValue, read: Self.input)
        }
    }

    /// Passes the name of every output of the run, as bytes below the output directory, to `body`; includes outputs
    /// that do not exist yet.
    package func eachOutput(_ body: ([UInt8]) -> Void) throws(DatabaseFailure) {
        try run { connection throws(SQLiteError) in
            try connection.statement("SELECT output FROM input WHERE output IS NOT NULL").each {
                row throws(SQLiteError) in
                body(try row.value(0))
                return true
            }
        }
    }

    private static func take(_ listing: InputListing, into connection: SQLiteConnection) throws(SQLiteError) -> Input {
        let folder = [UInt8](listing.name.prefix(max(0, listing.name.lastIndex(of: UInt8(ascii: "/")) ?? 0)))
        try connection.statement("INSERT OR IGNORE INTO folder (name) VALUES (?)").run(folder)
        var output: [UInt8]?
        if let wanted = listing.output { output = try freeOutput(wanted, of: listing.name, in: connection) }
        let sql = """
            INSERT INTO input SELECT NULL, ?, ?, ?, number, ?, 0, NULL, NULL, NULL, x'', 0, 0, 0, 0, 0, 0, NULL, NULL
            FROM folder WHERE name = ?
            """
        try connection.statement(sql).run(listing.name, listing.source, output, listing.isLines, folder)
        return Input(state: InputState(number: connection.lastInsertedRow), output: output)
    }

    /// Returns the requested name or, when another output has it, the input's own name with another extension.
    private static func freeOutput(
        _ wanted: [UInt8],
        of name: [UInt8],
        in connection: SQLiteConnection
    ) throws(SQLiteError) -> [UInt8] {
        let find = try connection.statement("SELECT 1 FROM input WHERE output = ?")
        var output = wanted
        var longer = name
        while try find.first(output, read: { _ in true }) != nil {
            longer += Array(".ndjson".utf8)
            output = longer
        }
        return output
    }

    /// The columns that `input` reads, and the place of one that it does not.
    private static let inputColumns = """
        number, stage, bytes, modified, changed, digest, digested, consumed, line, items, written, fault, kept_items, \
        kept_bytes, output, lines
        """
    private static let linesColumn: Int32 = 15

    private static func input(_ row: SQLiteRow) throws(SQLiteError) -> Input {
        var state = InputState(number: try row.value(0))
        state.stage = InputState.Stage(rawValue: try row.value(1)) ?? .open
        let stamp: (Int?, Int?, Int?) = (try row.value(2), try row.value(3), try row.value(4))
        if case (let count?, let modified?, let changed?) = stamp {
            state.stamp = InputStamp(byteCount: count, modified: modified, changed: changed)
        }
        state.digest = try row.value(5)
        state.digestedCount = try row.count(6)
        state.consumedCount = try row.count(7)
        state.line = try row.count(8)
        state.itemCount = try row.count(9)
        state.writtenCount = try row.count(10)
        state.hasFault = try row.value(11)
        let kept: (Int?, Int?) = (try row.value(12), try row.value(13))
        if case (let items?, let bytes?) = kept {
            state.kept = InputState.KeptOutput(itemCount: max(0, items), byteCount: max(0, bytes))
        }
        return Input(state: state, output: try row.value(14))
    }
}
