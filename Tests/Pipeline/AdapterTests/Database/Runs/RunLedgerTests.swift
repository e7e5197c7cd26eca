import AttacheCore
import AttacheDatabase
import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite("Run ledger", .inProcess, .timeLimit(.minutes(1)))
struct RunLedgerTests {
    private let scratch: ScratchDirectory
    private var path: String { scratch.path("ledger.sqlite") }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private static let record = ItemRecord(
        source: "in/a.ndjson#2",
        identifier: Array(#""id-\u00e4""#.utf8),
        outcome: .attached,
        isFallback: false,
        policy: "hive",
        network: "wifi",
        reasons: [Reason(.atsLocalHTTP, "http is admitted."), Reason(.fetchRetried, "Once more.", fix: "Wait.")],
        attachments: [
            Attachment(
                identifier: "1",
                file: StoredFile(path: "/store/aa", sha256: "aa", byteCount: 7),
                format: MediaFormat.all[0],
                fileExtension: "png",
                pixels: PixelSize(width: 2, height: 3),
                frameCount: 1,
                source: "https://example.com/a.png"
            )
        ],
        timing: ResultTiming(total: .microseconds(1234), inspection: .microseconds(55), device: .milliseconds(7)),
        traces: [
            TransferRecord(host: "example.com", supply: .cached, byteCount: 7, transfer: .microseconds(99)),
            TransferRecord(host: nil, supply: .shared, byteCount: 0, transfer: .zero),
        ]
    )

    /// The record of a repaired file, with secrets in its URL or without.
    private static func repaired(_ query: String = "") -> ItemRecord {
        var repair = RepairRecord(
            .recompress,
            .repaired,
            from: "image/webp",
            bytesBefore: 9,
            time: .microseconds(1234)
        )
        repair.to = "image/jpeg"
        repair.fileExtension = "jpg"
        repair.bytesAfter = 7
        repair.losses = [.firstFrame, .scaled]
        repair.url = "https://example.com/a.webp\(query)"
        var record = record
        record.traces[0].repair = repair
        return record
    }

    private static func listing(_ name: String, isLines: Bool = true) -> InputListing {
        InputListing(name: Array(name.utf8), source: name, isLines: isLines, output: Array(name.utf8))
    }

    private static func committed(_ ledger: RunLedger, _ state: InputState, _ record: ItemRecord) throws {
        var group = LedgerGroup()
        var entry = LedgerGroup.Entry(state: state)
        entry.items = [LedgerItem(sequence: 1, line: 2, record: record)]
        group.entries = [entry]
        try ledger.commit(group)
    }

    @Test("A record is read back unchanged, also by another process")
    func roundTrip() throws {
        var state = InputState(number: 0)
        do {
            let ledger = try RunLedger(path: path)
            state = try ledger.input(Self.listing("in/a.ndjson")).state
            state.stage = .unnamed
            state.stamp = InputStamp(byteCount: 5, modified: 6, changed: 7)
            state.digest = [1, 2]
            state.digestedCount = 8
            state.consumedCount = 9
            state.line = 2
            state.itemCount = 2
            state.writtenCount = 11
            state.hasFault = true
            state.kept = InputState.KeptOutput(itemCount: 3, byteCount: 44)
            try Self.committed(ledger, state, Self.record)
        }
        let ledger = try RunLedger(path: path)
        #expect(try ledger.input(Self.listing("in/a.ndjson")).state == state)
        #expect(try ledger.unnamedInputs().map(\.state) == [state])
        var records: [ItemRecord] = []
        try ledger.eachItem { item in
            records.append(item.record)
            #expect(item.output == Array("in/a.ndjson".utf8))
            #expect(item.isEarlier)
        }
        let found = try #require(records.first)
        #expect(records.count == 1)
        #expect(found.source == Self.record.source)
        #expect(found.identifier == Self.record.identifier)
        #expect(found.outcome == .attached)
        #expect(found.policy == "hive")
        #expect(found.reasons == Self.record.reasons)
        #expect(found.attachments == Self.record.attachments)
        #expect(found.timing == Self.record.timing)
        #expect(found.traces == Self.record.traces)
    }

    @Test("A record keeps its repair, without the query of its URL")
    func repair() throws {
        let ledger = try RunLedger(path: path)
        try Self.committed(ledger, try ledger.input(Self.listing("a")).state, Self.repaired("?key=secret"))
        var records: [ItemRecord] = []
        try ledger.eachItem { records.append($0.record) }
        #expect(records.first?.traces.map(\.repair?.kind) == [.recompress, nil])
        #expect(records.first?.traces.first?.repair?.url?.contains("secret") == false)
        let plain = try RunLedger(path: scratch.path("plain.sqlite"))
        try Self.committed(plain, try plain.input(Self.listing("a")).state, Self.repaired())
        records = []
        try plain.eachItem { records.append($0.record) }
        #expect(records.first?.traces == Self.repaired().traces)
    }

    @Test("Waiting results are stored until they are written")
    func waiting() throws {
        let ledger = try RunLedger(path: path)
        var state = try ledger.input(Self.listing("s")).state
        var group = LedgerGroup()
        var entry = LedgerGroup.Entry(state: state)
        entry.waiting = [3, 1].map { PendingLine(sequence: $0, line: $0 + 1, end: $0 * 10, bytes: [UInt8($0)]) }
        group.entries = [entry]
        try ledger.commit(group)
        #expect(try ledger.pendingLines(of: state.number).map(\.sequence) == [1, 3])
        #expect(try ledger.waitingCount(of: state.number) == 2)
        #expect(try ledger.pendingLines(of: state.number, from: 3, byteLimit: 1).map(\.bytes) == [[3]])
        #expect(try ledger.pendingLines(of: state.number, from: 1, byteLimit: 9).map(\.sequence) == [1])
        #expect(try ledger.pendingLines(of: state.number, from: 2, byteLimit: 9).isEmpty)
        state.itemCount = 2
        group.entries = [LedgerGroup.Entry(state: state)]
        try ledger.commit(group)
        #expect(try ledger.pendingLines(of: state.number).map(\.sequence) == [3])
        try ledger.forgetItems(of: state.number)
        #expect(try ledger.pendingLines(of: state.number).isEmpty)
    }

    @Test("Records with different details are kept separately, equal ones are counted")
    func manyRecords() throws {
        let ledger = try RunLedger(path: path)
        let state = try ledger.input(Self.listing("s")).state
        var group = LedgerGroup()
        var entry = LedgerGroup.Entry(state: state)
        entry.items = (0..<10_000).map { index in
            let reasons = index.isMultiple(of: 2) ? [Reason(.fetchStatus, "Status \(index % 6000).")] : []
            return LedgerItem(
                sequence: index,
                line: index + 1,
                record: ItemRecord(source: "s#\(index + 1)", outcome: .plain, reasons: reasons)
            )
        }
        group.entries = [entry]
        try ledger.commit(group)
        var index = 0
        try ledger.eachItem { item in
            let record = item.record
            #expect(!item.isEarlier)
            #expect(record.source == "s#\(index + 1)")
            #expect(record.reasons.first?.message == (index.isMultiple(of: 2) ? "Status \(index % 6000)." : nil))
            index += 1
        }
        #expect(index == 10_000)
    }

    @Test("A failed URL is stored without its query, so that items share their details")
    func queries() throws {
        let ledger = try RunLedger(path: path)
        let state = try ledger.input(Self.listing("s")).state
        var entry = LedgerGroup.Entry(state: state)
        entry.items = (0..<3).map { index in
            let reason = Reason(
                .fetchStatus,
                "Gone.",
                url: "https://u:PW@h.example/a.png?sig=\(index)",
                pointer: "/image"
            )
            return LedgerItem(
                sequence: index,
                line: index + 1,
                record: ItemRecord(source: "s#\(index + 1)", outcome: .plain, reasons: [reason])
            )
        }
        var group = LedgerGroup()
        group.entries = [entry]
        try ledger.commit(group)
        var urls: [String?] = []
        try ledger.eachItem { urls += $0.record.reasons.map(\.url) }
        #expect(urls == Array(repeating: "https://…@h.example/a.png?…", count: 3))
    }

    private static func attached(_ host: String) -> ItemRecord {
        var record = record
        record.source = ""
        record.identifier = nil
        record.attachments[0].file = StoredFile(path: "/store/\(host)", sha256: host, byteCount: 7)
        record.traces = [TransferRecord(host: host, supply: .shared, byteCount: 7, transfer: .microseconds(99))]
        record.timing = ResultTiming(total: .zero, device: .milliseconds(7))
        return record
    }

    /// Commits items whose details repeat.
    private static func commitItems(to ledger: RunLedger) throws -> InputState {
        var state = try ledger.input(listing("s")).state
        var entry = LedgerGroup.Entry(state: state)
        let records = [record, attached("b.example"), attached("a.example"), attached("b.example"), record]
        entry.items = records.enumerated().map { LedgerItem(sequence: $0, line: $0 + 1, record: $1) }
        state.itemCount = 5
        entry.state = state
        var group = LedgerGroup()
        group.entries = [entry]
        try ledger.commit(group)
        return state
    }

    @Test("A ledger of version 2 is continued, whose rows of consecutive items become one for each")
    func blocks() throws {
        _ = try Self.commitItems(to: try RunLedger(path: path))
        try SQLiteConnection(path: path, busyTimeout: 1000).run(
            script: """
                CREATE TABLE block (
                    input INTEGER NOT NULL, sequence INTEGER NOT NULL, line INTEGER NOT NULL, process INTEGER NOT NULL,
                    details TEXT NOT NULL, times TEXT NOT NULL, PRIMARY KEY (input, sequence)
                ) WITHOUT ROWID;
                INSERT INTO block SELECT input, 1, 2, 1, json_group_array(detail), json_group_array(times)
                    FROM (SELECT * FROM item WHERE sequence BETWEEN 1 AND 3 ORDER BY sequence);
                DELETE FROM item WHERE sequence BETWEEN 1 AND 3;
                PRAGMA user_version = 2;
                """
        )
        let ledger = try RunLedger(path: path)
        var records: [ItemRecord] = []
        try ledger.eachItem { item in
            #expect(item.isEarlier)
            records.append(item.record)
        }
        #expect(records.map(\.source) == (1...5).map { "s#\($0)" })
        #expect(
            records.map(\.traces.first?.host) == [
                "example.com", "b.example", "a.example", "b.example", "example.com",
            ]
        )
        #expect(records.map(\.identifier) == [Self.record.identifier, nil, nil, nil, Self.record.identifier])
        for (place, record) in records[1...3].enumerated() {
            let expected = Self.attached(place == 1 ? "a.example" : "b.example")
            #expect(record.timing == expected.timing)
            #expect(record.traces == expected.traces)
            #expect(record.attachments == expected.attachments)
            #expect(record.reasons == expected.reasons)
        }
    }

    @Test("Details of a group that could not be committed are stored with the next one")
    func rolledBack() throws {
        let ledger = try RunLedger(path: path)
        let state = try ledger.input(Self.listing("s")).state
        let records = ["a.example", "b.example"].map(Self.attached)
        func group(from first: Int, _ indices: [Int]) -> LedgerGroup {
            var entry = LedgerGroup.Entry(state: state)
            entry.items = indices.enumerated().map {
                LedgerItem(sequence: first + $0, line: first + $0 + 1, record: records[$1])
            }
            var group = LedgerGroup()
            group.entries = [entry]
            return group
        }
        let connection = try SQLiteConnection(path: path, busyTimeout: 1000)
        let trigger = "CREATE TRIGGER refusal BEFORE INSERT ON item BEGIN SELECT RAISE(ABORT, 'no'); END"
        try connection.run(script: trigger)
        #expect(throws: DatabaseFailure.self) { try ledger.commit(group(from: 0, [0])) }
        try connection.run(script: "DROP TRIGGER refusal")
        try ledger.commit(group(from: 0, [1, 0]))
        try ledger.commit(group(from: 2, [0, 1]))
        var hosts: [String?] = []
        try ledger.eachItem { hosts.append($0.record.traces.first?.host) }
        #expect(hosts == ["b.example", "a.example", "a.example", "b.example"])
    }

    @Test("The view has the items in order")
    func view() throws {
        let ledger = try RunLedger(path: path)
        let state = try Self.commitItems(to: ledger)
        let connection = try SQLiteConnection(path: path, busyTimeout: 1000)
        let query = try connection.statement("SELECT source, outcome, media FROM items")
        let read = { (row: SQLiteRow) throws(SQLiteError) in
            [try row.value(0) as String, try row.value(1), try row.value(2)]
        }
        #expect(
            try query.all(read: read) == [
                ["s#1", "attached", "aa"], ["s#2", "attached", "b.example"], ["s#3", "attached", "a.example"],
                ["s#4", "attached", "b.example"], ["s#5", "attached", "aa"],
            ]
        )
        try ledger.forgetItems(of: state.number)
        #expect(try query.all(read: read).isEmpty)
    }

    @Test("An identity lists its differences")
    func identity() throws {
        let ledger = try RunLedger(path: path)
        #expect(try ledger.identity() == nil)
        let known = RunIdentity(members: [.init(name: "a", value: "1"), .init(name: "b", value: "2")])
        try ledger.setIdentity(known)
        #expect(try ledger.identity() == known)
        let other = RunIdentity(members: [.init(name: "a", value: "1"), .init(name: "c", value: "2")])
        #expect(other.differences(from: known) == ["c", "b"])
        #expect(known.differences(from: known).isEmpty)
    }
}
