import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheDatabase

/// Files in `Fixtures` that earlier programs have written: `closed` are of programs that ended, `killed` of programs that
/// were killed, so that all content is in the write-ahead logs.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct EarlierFilesTests {
    enum Ending: String, CaseIterable, Sendable {
        case closed
        case killed
    }

    private static let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    private static let answer = StoredResponse(
        fingerprint: [UInt8](repeating: 7, count: 32),
        status: 200,
        mediaType: "application/json",
        body: Array("{}".utf8)
    )
    private static let key = [UInt8](repeating: 3, count: 32)
    private static let identity = RunIdentity(members: [.init(name: "--policy", value: "hive")])
    private static let record = ItemRecord(
        source: "a.ndjson#1",
        identifier: Array(#""id-\u00e4""#.utf8),
        outcome: .plain,
        policy: "hive",
        reasons: [Reason(.fetchStatus, "Status 404.")],
        timing: ResultTiming(total: .microseconds(1234))
    )

    private let scratch: ScratchIndex

    init() throws {
        scratch = try ScratchIndex()
    }

    private func copy(_ ending: Ending) throws {
        let folder = Self.fixtures.appending(path: ending.rawValue)
        for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
            let target = URL(filePath: "\(scratch.directory)/\(file.lastPathComponent)")
            try FileManager.default.copyItem(at: file, to: target)
        }
    }

    private func store() throws -> IdempotencyStore {
        let path = "\(scratch.directory)/answers.sqlite"
        return try IdempotencyStore(path: path, limits: IdempotencyLimits(), wall: ManualWallClock())
    }

    @Test(arguments: Ending.allCases)
    func anIndexIsContinued(_ ending: Ending) async throws {
        try copy(ending)
        for _ in 1...2 {
            try await scratch.with { index in
                #expect(await index.lookUp(ScratchIndex.key(1)).media == ScratchIndex.media())
                let failure = await index.lookUp(ScratchIndex.key(2)).failure
                #expect(failure == ScratchIndex.failure(isPermanent: true))
                index.save(ScratchIndex.media(3), as: ScratchIndex.key(3))
            }
        }
        #expect(try await scratch.with { try $0.statistics(at: 50).freshMediaCount } == 2)
    }

    @Test(arguments: Ending.allCases)
    func answersAreContinued(_ ending: Ending) async throws {
        try copy(ending)
        for number in 1...2 {
            let store = try store()
            defer { store.shutDown() }
            #expect(store.warning == nil)
            #expect(try await store.find(Self.key) == Self.answer)
            try await store.keep(Self.answer, as: [UInt8](repeating: UInt8(number), count: 32))
            #expect(store.totals == (1 + number, 2 * (1 + number)))
        }
    }

    @Test(arguments: Ending.allCases)
    func aLedgerIsContinued(_ ending: Ending) throws {
        try copy(ending)
        let ledger = try RunLedger(path: "\(scratch.directory)/ledger.sqlite")
        #expect(try ledger.identity() == Self.identity)
        var state = try ledger.input(Self.listing).state
        #expect(state == Self.state(state.number))
        #expect(try ledger.pendingLines(of: state.number, from: 3, byteLimit: 9) == [Self.waiting])
        state.itemCount = 6
        var group = Self.group(state, sequence: 1)
        group.entries[0].items += [4, 5].map { LedgerItem(sequence: $0, line: $0 + 1, record: Self.record) }
        try ledger.commit(group)
        var items: [(outcome: Outcome, reasons: [Reason], isEarlier: Bool)] = []
        try ledger.eachItem { items.append(($0.record.outcome, $0.record.reasons, $0.isEarlier)) }
        #expect(items.map(\.outcome) == [.plain, .plain, .plain, .plain])
        #expect(items.map(\.reasons) == Array(repeating: Self.record.reasons, count: 4))
        #expect(items.map(\.isEarlier) == [true, false, false, false])
    }

    private static let listing = InputListing(
        name: Array("a.ndjson".utf8),
        source: "a.ndjson",
        isLines: true,
        output: Array("a.ndjson".utf8)
    )
    private static let waiting = PendingLine(sequence: 3, line: 4, end: 40, bytes: Array("{}\n".utf8))

    private static func state(_ number: Int64) -> InputState {
        var state = InputState(number: number)
        state.stamp = InputStamp(byteCount: 5, modified: 6, changed: 7)
        state.digest = [1, 2]
        state.digestedCount = 8
        state.line = 1
        state.itemCount = 1
        state.hasFault = true
        return state
    }

    private static func group(_ state: InputState, sequence: Int) -> LedgerGroup {
        var entry = LedgerGroup.Entry(state: state)
        entry.items = [LedgerItem(sequence: sequence, line: sequence + 1, record: record, faultDigest: [9])]
        entry.waiting = sequence == 0 ? [waiting] : []
        var group = LedgerGroup()
        group.entries = [entry]
        return group
    }
}
