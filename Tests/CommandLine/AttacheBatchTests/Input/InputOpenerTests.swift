import AttacheCore
import AttacheDatabase
import AttacheTesting
import Foundation
import SystemPackage
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Opening inputs", .inProcess, .timeLimit(.minutes(1)))
struct InputOpenerTests {
    private static let unreadable = "/proc/self/mem"

    @Test("A finished value is skipped, a changed one is processed again", arguments: ["a.json", "a.ndjson"])
    func value(name: String) throws {
        let scratch = try InputScratch()
        for (text, done) in [("1\n", true), ("1\n", false), ("2\n", true), ("2\n", false)] {
            try scratch.write(text, to: "in/\(name)")
            let found = try #require(try scratch.found())
            #expect(try scratch.finish(found)?.count == (done ? 1 : 0))
        }
    }

    @Test("A file that vanishes after discovery becomes an item with that reason")
    func vanished() throws {
        let scratch = try InputScratch()
        try scratch.write("1", to: "in/a.json")
        let found = try #require(try scratch.found())
        try scratch.remove("in/a.json")
        let done = try #require(try scratch.finish(found))
        #expect(done.count == 1)
        let values = ["path": "a.json", "cause": "No such file or directory"]
        let sentence = GoldenMessages["file.cannot-be-read", values]
        #expect(done.allSatisfy { $0.contains(sentence) }, "\(done)")
    }

    @Test("A temporary read error keeps the existing results", arguments: ["in/a.json", "in/a.ndjson"])
    func machineFault(name: String) throws {
        let scratch = try InputScratch()
        try scratch.write("1\n", to: name)
        let found = try #require(try scratch.found())
        #expect(try scratch.finish(found)?.count == 1)
        let result = scratch.path + "/out/" + name
        let before = try String(contentsOfFile: result, encoding: .utf8)
        let broken = scratch.given(name, at: Self.unreadable)
        if case .fault(let sentence) = try scratch.opener.open(broken) {
            let values = ["path": name, "cause": "Input/output error"]
            #expect(sentence == GoldenMessages["file.cannot-be-read", values])
        } else {
            Issue.record("The item has no reason.")
        }
        #expect(try String(contentsOfFile: result, encoding: .utf8) == before)
        #expect(try scratch.finish(found)?.isEmpty == true)
    }

    @Test("A half-finished input whose next line changed is processed from the start")
    func changedAfterResumePoint() throws {
        let scratch = try InputScratch()
        try scratch.write("1\n2\n3\n", to: "in/a.ndjson")
        guard case .lines(let feed) = try scratch.opener.open(try #require(try scratch.found())),
            let unit = try feed.next()
        else { throw CancellationError() }
        // The first line is slow; the others are finished and wait for it.
        let group = CommitGroup(
            items: unit.items.dropFirst().map { .made(of: $0, "old", isFault: false) },
            checkpoints: unit.checkpoints
        )
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        try committer.commit(group)
        try scratch.write("1\nx\n3\n", to: "in/a.ndjson")
        #expect(try scratch.finish(try #require(try scratch.found())) == ["1", "x", "3"])
        #expect(try Self.output(scratch) == "result of 1\nresult of x\nresult of 3\n")
    }

    @Test("Lines removed from a half-finished input leave no items")
    func cutOff() throws {
        let scratch = try InputScratch()
        try scratch.write("1\n2\n3\n", to: "in/a.ndjson")
        guard case .lines(let feed) = try scratch.opener.open(try #require(try scratch.found())),
            let unit = try feed.next()
        else { throw CancellationError() }
        let group = CommitGroup(
            items: unit.items.dropFirst().map { .made(of: $0, "old", isFault: false) },
            checkpoints: unit.checkpoints
        )
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        try committer.commit(group)
        try scratch.write("1\n", to: "in/a.ndjson")
        #expect(try scratch.finish(try #require(try scratch.found())) == ["1"])
        var count = 0
        try scratch.ledger.eachItem { _ in count += 1 }
        #expect(count == 1)
    }

    @Test("Only lines that failed for a temporary reason are processed again")
    func faults() throws {
        let scratch = try InputScratch()
        let lines = (0..<3000).map { "\($0)" }
        try scratch.write(lines.joined(separator: "\n") + "\n", to: "in/a.ndjson")
        let found = try #require(try scratch.found())
        #expect(try scratch.finish(found) { $0.hasSuffix("7") }?.count == 3000)
        #expect(try Self.output(scratch).contains("\nno result of 2997\n"))
        let failed = lines.filter { $0.hasSuffix("7") }
        #expect(try scratch.finish(found) { $0.hasSuffix("17") } == failed)
        #expect(try scratch.finish(found) == failed.filter { $0.hasSuffix("17") })
        #expect(try scratch.finish(found) == [])
        #expect(try Self.output(scratch) == lines.map { "result of \($0)\n" }.joined())
    }

    @Test("An interrupted retry pass resumes, and the earlier output stays until it is complete")
    func faultsAndKill() throws {
        let scratch = try InputScratch()
        let lines = (0..<100).map { "\($0)" }
        try scratch.write(lines.joined(separator: "\n") + "\n", to: "in/a.ndjson")
        let found = try #require(try scratch.found())
        _ = try scratch.finish(found) { ["10", "50", "90"].contains($0) }
        let before = try Self.output(scratch)
        guard case .lines(let feed) = try scratch.opener.open(found), let unit = try feed.next() else {
            throw CancellationError()
        }
        #expect(unit.items.filter { !$0.isReused }.map(\.sequence) == [10, 50, 90])
        // The middle item is unfinished when the process is killed.
        let items: [CompletedItem] = unit.items.compactMap { item in
            if item.sequence == 50 { return nil }
            guard item.isReused, case .bytes(let line) = item.content else {
                return .made(of: item, "result of \(item.sequence)", isFault: false)
            }
            return CompletedItem(kept: line, of: item, readCount: 0)
        }
        let group = CommitGroup(items: items, checkpoints: unit.checkpoints)
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        try committer.commit(group)
        #expect(try Self.output(scratch) == before)
        let number = try #require(unit.items.first).input.state.number
        #expect(try scratch.ledger.pendingLines(of: number).map(\.sequence) == Array(51...99))
        #expect(try scratch.finish(found) == ["50"])
        #expect(try Self.output(scratch) == lines.map { "result of \($0)\n" }.joined())
        #expect(try scratch.finish(found) == [])
    }

    @Test("Without the earlier output, every line is processed again")
    func faultsWithoutOutput() throws {
        let scratch = try InputScratch()
        try scratch.write("1\n2\n", to: "in/a.ndjson")
        let found = try #require(try scratch.found())
        _ = try scratch.finish(found) { $0 == "2" }
        try scratch.write("other\n", to: "out/in/a.ndjson")
        #expect(try scratch.finish(found) == ["1", "2"])
        #expect(try Self.output(scratch) == "result of 1\nresult of 2\n")
    }

    private static func output(_ scratch: InputScratch) throws -> String {
        let file = try #require(try scratch.found()).entry.name
        return try String(contentsOfFile: "\(scratch.path)/out/\(file.string)", encoding: .utf8)
    }
}
