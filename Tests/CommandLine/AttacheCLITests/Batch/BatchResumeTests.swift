import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

extension BatchPrograms {
    /// Repeating the same command.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchResumeTests {
        @Test func finishedInputsAreNotProcessedAgain() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("b") + "\n" + site.payload("c") + "\n", to: "in/b.ndjson")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.origin.requestCount == 3)
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.origin.requestCount == 3)
        }

        @Test func touchedInputIsSkippedAndChangedInputIsProcessed() async throws {
            let site = try BatchSite()
            for name in ["a.json", "b.json", "c.ndjson", "d.ndjson"] {
                try site.scratch.write(site.payload(name) + "\n", to: "in/\(name)")
            }
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.origin.requestCount == 4)
            try site.scratch.write(site.payload("a.json") + "\n", to: "in/a.json")
            try site.scratch.write(site.payload("c.ndjson") + "\n", to: "in/c.ndjson")
            try site.scratch.write(site.payload("new-b") + "\n", to: "in/b.json")
            try site.scratch.write(site.payload("d.ndjson") + "\n" + site.payload("new-d") + "\n", to: "in/d.ndjson")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.origin.requestCount == 7)
            #expect(site.scratch.read("out/in/b.json").contains("new-b"))
            #expect(site.outcomes("out/in/d.ndjson") == ["attached", "attached"])
        }

        @Test func onlyNewInputIsProcessed() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            try site.scratch.write(site.payload("b"), to: "in/b.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.origin.requestCount == 2)
        }

        @Test(arguments: [
            ("rm out/in/a.ndjson", 2), (": > out/in/a.ndjson", 2), ("truncate -s -1 out/in/a.ndjson", 2),
            ("touch out/in/a.ndjson", 1), ("echo >> out/in/a.ndjson", 1),
        ])
        func outputThatLostBytesIsWrittenAgain(command: String, runCount: Int) async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a") + "\n", to: "in/a.ndjson")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(try await site.shell(command))
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.origin.requestCount == runCount)
            #expect(site.outcomes("out/in/a.ndjson") == ["attached"])
            #expect(site.scratch.read("out/in/a.ndjson").hasSuffix("\n"))
        }

        @Test func removedUnfinishedOutputIsWrittenAgain() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a") + "\n", to: "in/a.ndjson")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            let ledger = site.scratch.path + "/out/.attache/ledger.sqlite"
            let script =
                "import sqlite3; c = sqlite3.connect('\(ledger)'); c.execute('UPDATE input SET stage = 1'); c.commit()"
            #expect(try await site.shell("rm out/in/a.ndjson; python3 -c \"\(script)\""))
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.outcomes("out/in/a.ndjson") == ["attached"])
        }

        @Test(arguments: [
            ["--emit", "payload"], ["--policy", "hive"], ["--network", "lte"], ["--deny-host", "example.com"],
            ["--store", "SCRATCH/other"], ["--dns-server", "192.0.2.1"],
        ])
        func optionsThatAffectResultsMayNotChange(typed: [String]) async throws {
            let site = try BatchSite()
            let options = typed.map { $0.replacing("SCRATCH", with: site.scratch.path) }
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", options))
            #expect(end == .exited(2))
            #expect(standardError.contains(GoldenMessages["batch.other-options"]), "\(standardError)")
            #expect(standardError.contains("\(options[0])"), "\(standardError)")
            #expect(standardError.contains("--fresh"), "\(standardError)")
            let fresh = try await site.run(site.arguments(["in"], out: "out", options + ["--fresh"]))
            #expect(fresh.end == .exited(0), "\(fresh.standardError)")
        }

        @Test func freshRunRemovesEarlierOutputs() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("b"), to: "in/b.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            try FileManager.default.removeItem(atPath: site.scratch.path + "/in/b.json")
            #expect(try await site.run(site.arguments(["in"], out: "out", ["--fresh"])).end == .exited(0))
            #expect(site.scratch.exists("out/in/a.json"))
            #expect(!site.scratch.exists("out/in/b.json"))
        }

        @Test(arguments: StopSignalKind.allCases)
        func signalLeavesRemainingItemsForNextRun(_ signal: StopSignalKind) async throws {
            let site = try BatchSite()
            let lines = (0..<2000).map { site.payload("held-\($0)") + "\n" }
            site.gate.release(next: 20)
            try site.scratch.write(lines.joined(), to: "in/a.ndjson")
            let arguments = site.arguments(["in"], out: "out", ["--jobs", "2"])
            // Two of them are held back.
            let (status, standardError) = try await site.stop(arguments, after: 22, by: signal.number)
            #expect(status == 5, "\(standardError)")
            #expect(site.origin.requestCount < 2000)
            #expect(!site.scratch.exists("out/in/a.ndjson"))
            #expect(
                try await site.run(site.arguments(["in"], out: "out", ["--jobs", "64", "--per-host", "64"])).end
                    == .exited(0)
            )
            #expect(site.origin.requestCount == 2000, "An item in progress at the signal was not finished.")
            #expect(site.outcomes("out/in/a.ndjson").count == 2000)
        }
    }
}
