import TestWidth
import Testing

@testable import AttacheDatabase

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct SQLiteConnectionTests {
    private let connection: SQLiteConnection

    init() throws {
        connection = try SQLiteConnection(path: ":memory:", busyTimeout: 0)
        try connection.run(script: "CREATE TABLE cell (value)")
    }

    /// Stores a value and reads it back as the same type, and as an optional.
    private func roundTrip<Value: SQLiteValue & Equatable>(_ value: Value) throws {
        try connection.run(script: "DELETE FROM cell")
        try connection.statement("INSERT INTO cell VALUES (?)").run(value)
        let select = try connection.statement("SELECT value FROM cell")
        #expect(try select.first { row throws(SQLiteError) -> Value in try row.value(0) } == value)
        #expect(try select.first { row throws(SQLiteError) -> Value? in try row.value(0) } == value)
    }

    @Test func valuesComeBackAsTheyWere() throws {
        for number in [0, -1, Int.max, Int.min] { try roundTrip(number) }
        try roundTrip(Int64.min)
        for flag in [false, true] { try roundTrip(flag) }
        for text in ["", "a", "\u{0}b", "\u{1F600}é", String(repeating: "x", count: 100_000)] { try roundTrip(text) }
        for bytes in [[], [0], [UInt8](repeating: 0xFF, count: 100_000)] { try roundTrip(bytes) }
    }

    @Test func nullIsReadAsAnOptionalOnly() throws {
        try connection.statement("INSERT INTO cell VALUES (?)").run(Int?.none)
        let select = try connection.statement("SELECT value FROM cell")
        #expect(try select.first { row throws(SQLiteError) -> Int? in try row.value(0) } == .some(.none))
        #expect(throws: SQLiteError.self) { try select.first { row throws(SQLiteError) -> Int in try row.value(0) } }
        #expect(throws: SQLiteError.self) {
            try select.first { row throws(SQLiteError) -> [UInt8] in try row.value(0) }
        }
    }

    @Test(arguments: ["1.5", "NULL", "'1'", "x'31'"])
    func anotherTypeIsDamageAndNotConverted(_ literal: String) throws {
        let select = try connection.statement("SELECT \(literal)")
        let error = #expect(throws: SQLiteError.self) {
            try select.first { row throws(SQLiteError) -> Int in try row.value(0) }
        }
        #expect(error?.isDamage == true)
    }

    @Test func aStatementIsPreparedOnceAndResetAfterAnError() throws {
        try connection.run(script: "CREATE UNIQUE INDEX one ON cell (value)")
        let insert = try connection.statement("INSERT INTO cell VALUES (?)")
        try insert.run(1)
        #expect(throws: SQLiteError.self) { try insert.run(1) }
        try insert.run(2)
        #expect(connection.lastInsertedRow == 2)
        #expect(try connection.statement("INSERT INTO cell VALUES (?)") === insert)
        #expect(throws: SQLiteError.self) { try insert.run(3, 4) }
        #expect(try connection.number("SELECT count(*) FROM cell") == 2)
    }

    @Test func rowsEndWhereTheBodyEndsThem() throws {
        try connection.run(script: "INSERT INTO cell VALUES (1), (2), (3)")
        var seen: [Int] = []
        let select = try connection.statement("SELECT value FROM cell ORDER BY value")
        try select.each { row throws(SQLiteError) in
            seen.append(try row.value(0))
            return seen.count < 2
        }
        #expect(seen == [1, 2])
        #expect(try select.all { row throws(SQLiteError) -> Int in try row.value(0) } == [1, 2, 3])
    }

    @Test func aFailedTransactionChangesNothing() throws {
        let failure = SQLiteError.damage("x")
        let error = #expect(throws: SQLiteError.self) {
            try connection.transaction(writes: true) { connection throws(SQLiteError) in
                try connection.run(script: "INSERT INTO cell VALUES (1)")
                throw failure
            }
        }
        #expect(error == failure)
        #expect(try connection.number("SELECT count(*) FROM cell") == 0)
        try connection.transaction(writes: true) { connection throws(SQLiteError) in
            try connection.run(script: "INSERT INTO cell VALUES (1)")
        }
        #expect(try connection.number("SELECT count(*) FROM cell") == 1)
    }

    @Test func aTextInDoubleQuotesIsAColumn() {
        #expect(throws: SQLiteError.self) { try connection.run(script: #"SELECT "absent" FROM cell"#) }
    }
}
