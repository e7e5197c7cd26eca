import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheDatabase

/// What all three databases do with a file that no version of Attache has written, and with a link in its place.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct DatabaseFileTests {
    enum Kind: String, CaseIterable, Sendable {
        case index = "index.sqlite"
        case answers = "answers.sqlite"
        case ledger = "ledger.sqlite"

        /// Opens the database as the programs do and closes it; returns the warning.
        func open(in scratch: ScratchIndex) throws -> String? {
            switch self {
            case .index:
                try scratch.open().shutDown()
                return nil
            case .answers:
                let path = "\(scratch.directory)/\(rawValue)"
                let store = try IdempotencyStore(path: path, limits: IdempotencyLimits(), wall: ManualWallClock())
                defer { store.shutDown() }
                return store.warning
            case .ledger:
                _ = try RunLedger(path: "\(scratch.directory)/\(rawValue)").identity()
                return nil
            }
        }

        /// What follows from damage: the index and the answers are renamed and made again, a ledger is refused.
        func expectDamage(in scratch: ScratchIndex) throws {
            switch self {
            case .index:
                let error = #expect(throws: DatabaseFailure.self) { try open(in: scratch) }
                #expect(error?.sentence.contains(GoldenMessages["index.damaged"]) == true)
                #expect(error?.isPermanent == true)
                #expect(scratch.names.contains("\(rawValue).damaged"))
                #expect(try open(in: scratch) == nil)
            case .answers:
                #expect(try open(in: scratch)?.contains("\(rawValue).damaged") == true)
                #expect(try open(in: scratch) == nil)
            case .ledger:
                let error = #expect(throws: DatabaseFailure.self) { try open(in: scratch) }
                let path = "\(scratch.directory)/\(rawValue)"
                #expect(error?.sentence == GoldenMessages["ledger.damaged", ["path": path]])
                #expect(error?.isPermanent == true)
            }
        }
    }

    private let scratch: ScratchIndex

    init() throws {
        scratch = try ScratchIndex()
    }

    private func set(_ version: Int32, of kind: Kind) throws {
        try ScratchIndex.run("PRAGMA user_version = \(version)", on: "\(scratch.directory)/\(kind.rawValue)")
    }

    @Test(arguments: Kind.allCases, [-1, .min, 0, 1001, .max] as [Int32])
    func aVersionThatNobodyHasWrittenIsDamage(_ kind: Kind, version: Int32) throws {
        #expect(try kind.open(in: scratch) == nil)
        try set(version, of: kind)
        try kind.expectDamage(in: scratch)
    }

    @Test(arguments: Kind.allCases, [4, 1000] as [Int32])
    func aVersionThatIsToComeIsLeftAsItIs(_ kind: Kind, version: Int32) throws {
        #expect(try kind.open(in: scratch) == nil)
        try set(version, of: kind)
        let error = #expect(throws: DatabaseFailure.self) { try kind.open(in: scratch) }
        #expect(error?.sentence.contains("newer") == true)
        #expect(!scratch.names.contains { $0.contains("damaged") })
    }

    @Test(arguments: Kind.allCases)
    func aLinkToNothingIsNotFollowed(_ kind: Kind) throws {
        let path = "\(scratch.directory)/\(kind.rawValue)"
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(scratch.directory)/target")
        #expect(throws: DatabaseFailure.self) { try kind.open(in: scratch) }
        #expect(scratch.names == [kind.rawValue])
        // A link to a file is the user's own arrangement.
        try FileManager.default.removeItem(atPath: path)
        #expect(FileManager.default.createFile(atPath: "\(scratch.directory)/target", contents: nil))
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "\(scratch.directory)/target")
        #expect(try kind.open(in: scratch) == nil)
    }

    @Test(arguments: [
        "stage", "bytes", "modified", "changed", "digested", "consumed", "line", "items", "written", "fault",
        "kept_items", "kept_bytes", "lines",
    ])
    func aLedgersCellOfAnotherTypeIsDamage(_ column: String) throws {
        let ledger = try RunLedger(path: "\(scratch.directory)/ledger.sqlite")
        let listing = InputListing(name: [97], source: "a", isLines: true, output: [98])
        _ = try ledger.input(listing)
        let whole = "UPDATE input SET bytes = 1, modified = 1, changed = 1, kept_items = 1, kept_bytes = 1"
        try ScratchIndex.run("\(whole); UPDATE input SET \(column) = 'x'", on: "\(scratch.directory)/ledger.sqlite")
        let error = #expect(throws: DatabaseFailure.self) { try ledger.input(listing) }
        #expect(error?.isPermanent == true)
    }

    @Test(arguments: ["consumed", "items", "written", "digested", "line"], [0, -1])
    func aNegativeCountIsDamage(_ column: String, count: Int) throws {
        let ledger = try RunLedger(path: "\(scratch.directory)/ledger.sqlite")
        let listing = InputListing(name: [97], source: "a", isLines: true, output: [98])
        _ = try ledger.input(listing)
        try ScratchIndex.run("UPDATE input SET \(column) = \(count)", on: "\(scratch.directory)/ledger.sqlite")
        let found = try? ledger.input(listing)
        #expect((found != nil) == (count == 0))
    }

    @Test(arguments: ["record = 7", "fresh_from = 'x'", "fresh_until = x'00'"])
    func anEntryOfAnotherTypeEndsTheUseOfTheIndex(_ change: String) async throws {
        let key = ScratchIndex.key(1)
        try await scratch.with { $0.save(ScratchIndex.media(), as: key) }
        // Only a schema that is not strict takes such a value.
        try scratch.run("PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, 'STRICT', '')")
        try scratch.run("UPDATE media SET \(change)")
        let problem = try await scratch.with { index in
            #expect(await index.lookUp(key).media == nil)
            return index.healthProblem
        }
        #expect(problem?.isPermanent == true || change == "record = 7")
        #expect(scratch.names.contains("index.sqlite.damaged") == (problem != nil))
    }

    @Test(
        "A status that is none never becomes one",
        arguments: [(200, true), (99, false), (600, false), (1 << 40, false)]
    )
    func status(_ status: Int, isKnown: Bool) async throws {
        let path = "\(scratch.directory)/answers.sqlite"
        do {
            let store = try IdempotencyStore(path: path, limits: IdempotencyLimits(), wall: ManualWallClock())
            defer { store.shutDown() }
            let answer = StoredResponse(fingerprint: [1], status: 200, mediaType: "text/plain", body: [2])
            try await store.keep(answer, as: [3])
        }
        try ScratchIndex.run("UPDATE answer SET status = \(status)", on: path)
        let store = try IdempotencyStore(path: path, limits: IdempotencyLimits(), wall: ManualWallClock())
        defer { store.shutDown() }
        let found = try? await store.find([3])
        #expect((found?.status == 200) == isKnown)
    }

    /// SQLite maps the file `-shm` of a shared database, and a program that truncates it ends all others.
    @Test func theAnswersHaveNoSharedMemoryAndOneProcess() async throws {
        let path = "\(scratch.directory)/answers.sqlite"
        let store = try IdempotencyStore(path: path, limits: IdempotencyLimits(), wall: ManualWallClock())
        defer { store.shutDown() }
        let answer = StoredResponse(fingerprint: [1], status: 200, mediaType: "text/plain", body: [2])
        try await store.keep(answer, as: [3])
        #expect(!scratch.names.contains("answers.sqlite-shm"))
        let error = #expect(throws: SQLiteError.self) { try ScratchIndex.run("SELECT 1 FROM answer", on: path) }
        #expect(error?.isBusy == true)
        #expect(try await store.find([3]) == answer)
    }
}
