import AttacheCore
import AttacheDatabase
import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite("Inputs in a run ledger", .inProcess, .timeLimit(.minutes(1)))
struct RunLedgerInputTests {
    private let scratch: ScratchDirectory
    private var path: String { scratch.path("ledger.sqlite") }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private static func listing(_ name: String, output: String? = nil) -> InputListing {
        InputListing(
            name: Array(name.utf8),
            source: name,
            isLines: name.contains("ndjson"),
            output: Array((output ?? name).utf8)
        )
    }

    private static func finish(_ names: [String], in ledger: RunLedger, fault: [UInt8]? = nil) throws {
        for name in names {
            var entry = LedgerGroup.Entry(state: try ledger.input(listing(name)).state)
            let record = ItemRecord(source: name, outcome: .untouched)
            entry.items = (0..<2).map {
                LedgerItem(
                    sequence: $0,
                    line: name.contains("ndjson") ? $0 + 1 : 0,
                    record: record,
                    faultDigest: $0 == 1 ? fault : nil
                )
            }
            var group = LedgerGroup()
            group.entries = [entry]
            try ledger.commit(group)
        }
    }

    private static func sources(_ ledger: RunLedger, onlySeen: Bool = false) throws -> [String] {
        var sources: [String] = []
        try ledger.eachItem(onlySeen: onlySeen) { sources.append($0.record.source) }
        return sources
    }

    @Test("Items are listed by the names of their inputs, in any order of discovery")
    func order() throws {
        let ledger = try RunLedger(path: path)
        try Self.finish(["in/b.json", "in/l.ndjson", "in/sub/x.json", "in/a.json", "top.json"], in: ledger)
        let expected = ["top.json", "in/a.json", "in/b.json", "in/l.ndjson#1", "in/l.ndjson#2", "in/sub/x.json"]
        var found: [String] = []
        for source in try Self.sources(ledger) where found.last != source { found.append(source) }
        #expect(found == expected)
    }

    @Test("Inputs that this process has not discovered can be left out")
    func met() throws {
        try Self.finish(["in/a.json", "in/b.json"], in: try RunLedger(path: path))
        let ledger = try RunLedger(path: path)
        _ = try ledger.input(Self.listing("in/b.json"))
        #expect(try Self.sources(ledger, onlySeen: true) == ["in/b.json", "in/b.json"])
        #expect(try Self.sources(ledger).count == 4)
    }

    @Test("No two inputs share an output, and each keeps its output name")
    func outputs() throws {
        let ledger = try RunLedger(path: path)
        func output(_ name: String) throws -> String {
            let output = try ledger.input(Self.listing(name, output: "in/x.ndjson")).output
            return String(decoding: output ?? [], as: UTF8.self)
        }
        for _ in 0..<2 {
            #expect(try output("in/x.ndjson.gz") == "in/x.ndjson")
            #expect(try output("in/x.ndjson.zst") == "in/x.ndjson.zst.ndjson")
            #expect(try output("in/x.ndjson") == "in/x.ndjson.ndjson")
        }
    }

    @Test("An input without an output gets one when it becomes readable")
    func laterOutput() throws {
        let ledger = try RunLedger(path: path)
        var listing = Self.listing("in/a.ndjson")
        listing.isLines = false
        listing.output = nil
        #expect(try ledger.input(listing).output == nil)
        for _ in 0..<2 { #expect(try ledger.input(Self.listing("in/a.ndjson")).output == Array("in/a.ndjson".utf8)) }
    }

    @Test("Items to retry are listed in order, from any of them on")
    func faults() throws {
        let ledger = try RunLedger(path: path)
        try Self.finish(["in/a.ndjson"], in: ledger, fault: [7])
        let number = try ledger.input(Self.listing("in/a.ndjson")).state.number
        #expect(try ledger.faults(of: number, from: 0, limit: 9).map(\.sequence) == [1])
        #expect(try ledger.faults(of: number, from: 0, limit: 9).map(\.digest) == [[7]])
        #expect(try ledger.faults(of: number, from: 2, limit: 9).isEmpty)
        try Self.finish(["in/a.ndjson"], in: ledger)
        #expect(try ledger.faults(of: number, from: 0, limit: 9).isEmpty)
    }
}
