import Foundation
import GRDB

extension RunLedger {
    /// Finds an input, and takes it in when it is new.
    ///
    /// - Parameters:
    ///   - name: Its name below the run, as bytes.
    ///   - source: Its name as results show it.
    ///   - output: The name of its output below the output directory, as bytes, or `nil` when it has none.
    /// - Returns: What is known of it.
    /// - Throws: `LedgerError`.
    package func input(_ name: [UInt8], source: String, output: [UInt8]?) throws(LedgerError) -> Input {
        try run { database in
            let find = try database.cachedStatement(sql: "SELECT * FROM input WHERE name = ?")
            if let row = try Row.fetchOne(find, arguments: [name.databaseBlob]) { return Self.input(row) }
            let insert = try database.cachedStatement(
                sql: "INSERT INTO input VALUES (NULL, ?, ?, ?, 0, NULL, NULL, NULL, x'', 0, 0, 0, 0, 0, 0)"
            )
            try insert.execute(arguments: [name.databaseBlob, source, output?.databaseBlob])
            return Input(state: InputState(number: database.lastInsertedRowID), output: output)
        }
    }

    /// Forgets every item of an input that has changed.
    ///
    /// - Parameter number: The ledger's number of the input.
    /// - Throws: `LedgerError`.
    package func forgetItems(of number: Int64) throws(LedgerError) {
        try run { database in
            try database.execute(sql: "DELETE FROM item WHERE input = ?", arguments: [number])
            try database.execute(sql: "DELETE FROM waiting WHERE input = ?", arguments: [number])
            try Self.update(InputState(number: number), in: database)
        }
    }

    /// Goes through the inputs whose output has not got its final name yet.
    ///
    /// - Returns: The inputs, in the order in which they were taken in.
    /// - Throws: `LedgerError`.
    package func unnamedInputs() throws(LedgerError) -> [Input] {
        try run { database in
            try Row.fetchAll(
                database,
                sql: "SELECT * FROM input WHERE stage = ? ORDER BY number",
                arguments: [InputState.Stage.unnamed.rawValue]
            ).map(Self.input)
        }
    }

    /// Goes through the outputs of the run, those that are not there yet included.
    ///
    /// - Parameter body: Takes the name below the output directory, as bytes.
    /// - Throws: `LedgerError`.
    package func eachOutput(_ body: ([UInt8]) -> Void) throws(LedgerError) {
        try run { database in
            let rows = try Row.fetchCursor(database, sql: "SELECT output FROM input WHERE output IS NOT NULL")
            while let row = try rows.next() { body(row.bytes(0)) }
        }
    }

    private static func input(_ row: Row) -> Input {
        var state = InputState(number: row["number"])
        state.stage = InputState.Stage(rawValue: row["stage"]) ?? .open
        if let count: Int = row["bytes"], let modified: Int = row["modified"], let changed: Int = row["changed"] {
            state.stamp = InputStamp(byteCount: count, modified: modified, changed: changed)
        }
        let digest: Data = row["digest"]
        state.digest = [UInt8](digest)
        state.digestedCount = row["digested"]
        state.consumedCount = row["consumed"]
        state.line = row["line"]
        state.itemCount = row["items"]
        state.writtenCount = row["written"]
        state.hasFault = row["fault"]
        let output: Data? = row["output"]
        return Input(state: state, output: output.map { [UInt8]($0) })
    }
}
