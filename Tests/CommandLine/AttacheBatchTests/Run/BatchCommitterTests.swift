import AttacheCore
import AttacheDatabase
import AttacheTesting
import Foundation
import SystemPackage
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Committing groups", .inProcess, .timeLimit(.minutes(1)))
struct BatchCommitterTests {
    /// An output directory with its ledger.
    private final class Scratch {
        let output: OutputDirectory
        let ledger: RunLedger
        private let directory: ScratchDirectory

        init() throws {
            directory = try ScratchDirectory()
            output = try OutputDirectory(directory.path("out"))
            ledger = try RunLedger(path: output.ledgerPath)
        }

        var path: String { directory.path("out") }

        /// An input as the ledger stores it.
        func input(_ number: Int) throws -> BatchInput {
            let name = Array("in/\(number).ndjson".utf8)
            let listing = InputListing(name: name, source: "in/\(number).ndjson", isLines: true, output: name)
            let known = try ledger.input(listing).state
            #expect(known.number == number)
            return BatchSamples.input(known.number, state: known)
        }

        func text(_ name: String) -> String? { try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8) }

        var openCount: Int {
            let own = "/proc/self/fd"
            let numbers = (try? FileManager.default.contentsOfDirectory(atPath: own)) ?? []
            return numbers.count { number in
                let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(own)/\(number)")
                return target?.hasPrefix("\(path)/.attache/parts/") ?? false
            }
        }
    }

    private static func group(_ items: [CompletedItem], _ checkpoints: [BatchChunk.Checkpoint] = [])
        -> CommitGroup
    {
        CommitGroup(items: items, checkpoints: checkpoints)
    }

    @Test("Results are written in order, and the output is renamed when its input ends")
    func order() throws {
        let scratch = try Scratch()
        let input = try scratch.input(1)
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        try committer.commit(Self.group([2, 0].map { BatchSamples.finished($0, of: input) }))
        #expect(scratch.text(".attache/parts/1") == "0\n")
        #expect(committer.waitingCount == 1)
        #expect(try scratch.ledger.waitingCount(of: 1) == 1)
        try committer.commit(Self.group([BatchSamples.finished(1, of: input)], [BatchSamples.checkpoint(3, of: input)]))
        #expect(scratch.text("in/1.ndjson") == "0\n1\n2\n")
        #expect(scratch.text(".attache/parts/1") == nil)
        #expect(committer.waitingCount == 0)
        #expect(try scratch.ledger.unnamedInputs().map(\.state.number) == [1])
        try committer.finish()
        #expect(try scratch.ledger.unnamedInputs().isEmpty)
    }

    @Test("Waiting results are written in pieces, however many there are")
    func pieces() throws {
        let scratch = try Scratch()
        let input = try scratch.input(1)
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        let size = 100_000
        for start in stride(from: 1, to: 101, by: 20) {
            let items = (start..<(start + 20)).map { BatchSamples.finished($0, of: input, size: size) }
            try committer.commit(Self.group(items))
        }
        #expect(committer.waitingCount == 100)
        #expect(try scratch.ledger.waitingCount(of: 1) == 100)
        try committer.commit(
            Self.group([BatchSamples.finished(0, of: input)], [BatchSamples.checkpoint(101, of: input)])
        )
        #expect(committer.waitingCount == 0)
        let lines = try #require(scratch.text("in/1.ndjson")).split(separator: "\n")
        #expect(lines.map { $0.prefix { $0 != "x" } } == (0...100).map { "\($0)" })
        #expect(lines.dropFirst().allSatisfy { $0.utf8.count >= size })
    }

    @Test("A resumed process finds the results that were waiting")
    func resumed() throws {
        let scratch = try Scratch()
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        let before = try scratch.input(1)
        try committer.commit(Self.group([0, 2, 3].map { BatchSamples.finished($0, of: before) }))
        // The ledger does not know bytes written after the last commit.
        let part = try #require(FileHandle(forWritingAtPath: "\(scratch.path)/.attache/parts/1"))
        part.seekToEndOfFile()
        part.write(Data("half a li".utf8))
        try part.close()
        committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        try committer.recover()
        let input = try scratch.input(1)
        #expect(input.state.itemCount == 1)
        try committer.commit(Self.group([BatchSamples.finished(1, of: input)], [BatchSamples.checkpoint(4, of: input)]))
        #expect(scratch.text("in/1.ndjson") == "0\n1\n2\n3\n")
    }

    @Test("Few outputs are open at once, however many grow, and none without bytes")
    func descriptors() throws {
        let scratch = try Scratch()
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        let inputs = try (1...100).map { try scratch.input($0) }
        try committer.commit(Self.group(inputs.map { BatchSamples.finished(1, of: $0) }))
        #expect(scratch.openCount == 0)
        try committer.commit(Self.group(inputs.map { BatchSamples.finished(0, of: $0) }))
        #expect(scratch.openCount == OutputFiles.capacity)
        try committer.commit(
            Self.group(
                inputs.map { BatchSamples.finished(2, of: $0) },
                inputs.map { BatchSamples.checkpoint(3, of: $0) }
            )
        )
        #expect(scratch.openCount == 0)
        for number in 1...100 { #expect(scratch.text("in/\(number).ndjson") == "0\n1\n2\n") }
    }

    @Test("An output that cannot be renamed is reported, and renamed later")
    func names() throws {
        let scratch = try Scratch()
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        let inputs = [try scratch.input(1), try scratch.input(2)]
        try FileManager.default.createDirectory(
            atPath: "\(scratch.path)/in/1.ndjson",
            withIntermediateDirectories: true
        )
        let items = inputs.map { BatchSamples.finished(0, of: $0) }
        try committer.commit(Self.group(items, inputs.map { BatchSamples.checkpoint(1, of: $0) }))
        try committer.finish()
        let path = scratch.path + "/in/1.ndjson"
        let values = ["path": path, "cause": "Is a directory"]
        #expect(committer.problems.sentences == [GoldenMessages["file.cannot-be-written", values]])
        #expect(scratch.text("in/2.ndjson") == "0\n")
        #expect(try scratch.ledger.unnamedInputs().map(\.state.number) == [1])
        try FileManager.default.removeItem(atPath: path)
        committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        try committer.recover()
        #expect(scratch.text("in/1.ndjson") == "0\n")
        #expect(try scratch.ledger.unnamedInputs().isEmpty)
    }

    @Test("An empty input produces an empty output")
    func empty() throws {
        let scratch = try Scratch()
        let input = try scratch.input(1)
        var committer = BatchCommitter(ledger: scratch.ledger, output: scratch.output)
        try committer.commit(Self.group([], [BatchSamples.checkpoint(0, of: input)]))
        #expect(scratch.text("in/1.ndjson")?.isEmpty == true)
    }
}
