import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

extension BatchFaults {
    /// Output files that cannot be renamed, were removed, or are left from an interrupted `--fresh`.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchNameTests {
        @Test func unnamableOutputIsReportedAndOthersAreWritten() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(try await site.shell("rm in/a.json && mkdir in/a.json"))
            try site.scratch.write(site.payload("b"), to: "in/a.json/b.json")
            try site.scratch.write(site.payload("c") + "\n", to: "in/a.json/c.ndjson")
            try site.scratch.write(site.payload("d"), to: "in/d.json")
            for _ in 0..<2 {
                let (end, standardError) = try await site.run(site.arguments())
                #expect(end == .exited(1))
                let values = ["path": "out/in/a.json", "cause": "Not a directory"]
                #expect(standardError.contains(GoldenMessages["file.cannot-be-written", values]), "\(standardError)")
                #expect(standardError.split(separator: "\n").count == 2, "\(standardError)")
                #expect(site.outcomes("out/in/d.json") == ["attached"])
            }
            // A single value is processed again for this; lines are not.
            #expect(site.origin.requestCount == 5)
            #expect(try await site.shell("rm out/in/a.json"))
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.outcomes("out/in/a.json/b.json") == ["attached"])
            #expect(site.outcomes("out/in/a.json/c.ndjson") == ["attached"])
        }

        @Test func directoryAtOutputPathIsReported() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("b"), to: "in/b.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(try await site.shell("rm out/in/a.json && mkdir -p out/in/a.json/full"))
            let (end, standardError) = try await site.run(site.arguments())
            #expect(end == .exited(1))
            let values = ["path": "out/in/a.json", "cause": "Is a directory"]
            #expect(standardError.contains(GoldenMessages["file.cannot-be-written", values]), "\(standardError)")
        }

        @Test func removedOutputIsWrittenAgain() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("b") + "\n", to: "in/b.ndjson")
            try site.scratch.write(site.payload("c"), to: "in/c.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(try await site.shell("rm out/in/a.json out/in/b.ndjson"))
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.outcomes("out/in/a.json") == ["attached"])
            #expect(site.outcomes("out/in/b.ndjson") == ["attached"])
        }

        @Test func killedFreshRunLosesNothing() async throws {
            let site = try BatchSite()
            let count = 400
            for index in 0..<count { try site.scratch.write(#"{"aps":{"alert":"\#(index)"}}"#, to: "in/\(index).json") }
            #expect(try await site.run(site.arguments()).end == .exited(0))
            var random = SystemRandomNumberGenerator()
            for _ in 0..<12 {
                let program = try PipedProgram(site.arguments(["in"], out: "out", ["--fresh"]))
                _ = await program.end(killedAfter: UInt32.random(in: 5_000...90_000, using: &random))
                let (end, standardError) = try await site.run(site.arguments())
                #expect(end == .exited(0), "\(standardError)")
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: site.scratch.path + "/out/in").count == count
                )
            }
        }

        @Test func interruptedFreshRunIsCompleted() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("b"), to: "in/b.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            // The state after a kill: the intention is stored, some outputs are removed, the ledger is not.
            #expect(try await site.shell("touch out/.attache/discarded && rm in/b.json out/in/a.json"))
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.scratch.exists("out/in/a.json"))
            #expect(!site.scratch.exists("out/in/b.json"))
            #expect(!site.scratch.exists("out/.attache/discarded"))
        }
    }
}
