import Foundation
import GRDB

extension RunLedger {
    /// Looks up an input as found by the walk, and adds it if it is new. Returns its state and the name of its output,
    /// which was assigned when the input was added.
    package func input(_ listing: InputListing) throws(DatabaseFailure) -> Input {
        try run { database in
            let find = try database.cachedStatement(sql: "SELECT * FROM input WHERE name = ?")
            let row = try Row.fetchOne(find, arguments: [listing.name.databaseBlob])
            var input = try row.map(Self.input) ?? Self.take(listing, into: database)
            let isLines: Bool? = try row?.value("lines")
            if let isLines, isLines != listing.isLines || (input.output == nil && listing.output != nil) {
                input.output =
                    try input.output ?? listing.output.map { try Self.freeOutput($0, of: listing.name, in: database) }
                try database.execute(
                    sql: "UPDATE input SET lines = ?, output = ? WHERE number = ?",
                    arguments: [listing.isLines, input.output?.databaseBlob, input.state.number]
                )
            }
            let meet = try database.cachedStatement(sql: "INSERT OR IGNORE INTO temp.met VALUES (?)")
            try meet.execute(arguments: [input.state.number])
            return input
        }
    }

    /// Deletes every item of an input that has changed.
    package func forgetItems(of number: Int64) throws(DatabaseFailure) {
        try run { database in
            try database.execute(sql: "DELETE FROM item WHERE input = ?", arguments: [number])
            try database.execute(sql: "DELETE FROM waiting WHERE input = ?", arguments: [number])
            try Self.update(InputState(number: number), in: database)
        }
    }

    /// Returns the inputs whose output is complete but not renamed into place, in the order in which they were added.
    package func unnamedInputs() throws(DatabaseFailure) -> [Input] {
        try run { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM input WHERE stage = ? ORDER BY number",
                arguments: [InputState.Stage.unnamed.rawValue]
            ).map(Self.input)
        }
    }

    /// Passes the name of every output of the run, as bytes below the output directory, to `body`; includes outputs
    /// that do not exist yet.
    package func eachOutput(_ body: ([UInt8]) -> Void) throws(DatabaseFailure) {
        try run { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT output FROM input WHERE output IS NOT NULL")
            while let row = try rows.next() { body(try row.bytes(0)) }
        }
    }

    private static func take(_ listing: InputListing, into database: Database) throws -> Input {
        let folder = [UInt8](listing.name.prefix(max(0, listing.name.lastIndex(of: UInt8(ascii: "/")) ?? 0)))
        let note = try database.cachedStatement(sql: "INSERT OR IGNORE INTO folder (name) VALUES (?)")
        try note.execute(arguments: [folder.databaseBlob])
        let output = try listing.output.map { try freeOutput($0, of: listing.name, in: database) }
        let insert = try database.cachedStatement(
            sql: """
                INSERT INTO input SELECT NULL, ?, ?, ?, number, ?, 0, NULL, NULL, NULL, x'', 0, 0, 0, 0, 0, 0, NULL, NULL
                FROM folder WHERE name = ?
                """
        )
        try insert.execute(arguments: [
            listing.name.databaseBlob, listing.source, output?.databaseBlob, listing.isLines, folder.databaseBlob,
        ])
        return Input(state: InputState(number: database.lastInsertedRowID), output: output)
    }

    /// Returns the requested name or, when another output has it, the input's own name with another extension.
    private static func freeOutput(_ wanted: [UInt8], of name: [UInt8], in database: Database) throws -> [UInt8] {
        let find = try database.cachedStatement(sql: "SELECT 1 FROM input WHERE output = ?")
        var output = wanted
        var longer = name
        while try Row.fetchOne(find, arguments: [output.databaseBlob]) != nil {
            longer += Array(".ndjson".utf8)
            output = longer
        }
        return output
    }

    private static func input(_ row: Row) throws -> Input {
        var state = InputState(number: try row.value("number"))
        state.stage = InputState.Stage(rawValue: try row.value("stage")) ?? .open
        if let count: Int = try row.value("bytes"), let modified: Int = try row.value("modified"),
            let changed: Int = try row.value("changed")
        {
            state.stamp = InputStamp(byteCount: count, modified: modified, changed: changed)
        }
        let digest: Data = try row.value("digest")
        state.digest = [UInt8](digest)
        state.digestedCount = try row.count("digested")
        state.consumedCount = try row.count("consumed")
        state.line = try row.count("line")
        state.itemCount = try row.count("items")
        state.writtenCount = try row.count("written")
        state.hasFault = try row.value("fault")
        if let items: Int = try row.value("kept_items"), let bytes: Int = try row.value("kept_bytes") {
            state.kept = InputState.KeptOutput(itemCount: max(0, items), byteCount: max(0, bytes))
        }
        let output: Data? = try row.value("output")
        return Input(state: state, output: output.map { [UInt8]($0) })
    }
}
