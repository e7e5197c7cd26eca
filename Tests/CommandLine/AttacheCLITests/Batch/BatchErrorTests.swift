import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

extension BatchPrograms {
    /// Temporary errors, and how the next run handles them.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchErrorTests {
        /// Runs `body` while the store has no room for media.
        private static func withFullStore(_ site: BatchSite, _ body: () async throws -> Void) async throws {
            let disk = site.scratch.path + "/store"
            #expect(try await site.shell("mkdir \(disk) && mount -t tmpfs -o size=4k,nr_inodes=12 tmpfs \(disk)"))
            defer { _ = unsafe umount2(disk, Int32(MNT_DETACH)) }
            try await body()
        }

        private static let makeRoom = "mount -o remount,size=64m,nr_inodes=10k store"

        @Test(.enabled(if: TestMachine.isRoot), arguments: ["in", "-"])
        func onlyFailedLinesAreProcessedAgain(path: String) async throws {
            let site = try BatchSite()
            let names = (0..<40).map { $0.isMultiple(of: 4) ? "missing-\($0)" : "\($0)" }
            let lines = names.map { site.payload($0) + "\n" }.joined()
            if path == "in" { try site.scratch.write(lines, to: "in/a.ndjson") }
            let output = path == "in" ? "out/in/a.ndjson" : "out/stdin.ndjson"
            let input = path == "in" ? "" : lines
            try await Self.withFullStore(site) {
                let arguments = site.arguments([path], out: "out", ["--cache", "run"])
                #expect(try await site.run(arguments, input: input).end == .exited(1))
                let failed = site.scratch.read(output).matches(of: /attach\.store-full/).count
                #expect(failed > 0)
                #expect(failed <= 30)
                #expect(site.outcomes(output).count == 40)
                let asked = site.origin.requestCount
                #expect(try await site.shell(Self.makeRoom))
                if path == "-" {
                    let wrong = try await site.run(arguments, input: site.payload("wrong") + "\n")
                    #expect(wrong.end == .exited(1))
                    #expect(site.outcomes(output).count == 40)
                }
                let (end, standardError) = try await site.run(arguments, input: input)
                #expect(end == .exited(0), "\(standardError)")
                #expect(site.origin.requestCount == asked + failed)
                #expect(site.outcomes(output) == names.map { $0.hasPrefix("missing") ? "plain" : "attached" })
                #expect(try await site.run(arguments, input: input).end == .exited(0))
                #expect(site.origin.requestCount == asked + failed)
            }
        }

        @Test(.enabled(if: TestMachine.isRoot))
        func killsDuringRetryPassLoseNothing() async throws {
            let site = try BatchSite()
            let names = (0..<200).map { "held-\($0)" }
            try site.scratch.write(names.map { site.payload($0) + "\n" }.joined(), to: "in/a.ndjson")
            try await Self.withFullStore(site) {
                let arguments = site.arguments(["in"], out: "out", ["--cache", "run"])
                site.gate.open()
                #expect(try await site.run(arguments).end == .exited(1))
                let asked = site.origin.requestCount
                #expect(try await site.shell(Self.makeRoom))
                var killed = 0
                let origin = site.origin
                site.gate.close()
                for round in 0..<12 {
                    // A kill that comes late finds no more work done.
                    site.gate.release(next: 10)
                    let due = origin.requestCount + 10
                    let program = try PipedProgram(arguments)
                    let end = await program.end(killedAfter: UInt32(2_000 * round)) { origin.requestCount >= due }
                    if end == .killed(signal: SIGKILL) { killed += 1 }
                    #expect(site.outcomes("out/in/a.ndjson").count == 200, "A half-written file is visible.")
                }
                #expect(killed == 12)
                site.gate.open()
                // A killed process does not count the item it had started.
                var end = try await site.run(arguments).end
                if end == .exited(1) { end = try await site.run(arguments).end }
                #expect(end == .exited(0))
                let results = site.scratch.read("out/in/a.ndjson").split(separator: "\n")
                for (name, result) in zip(names, results) {
                    #expect(result.contains(#""body":"\#(name)""#) && result.contains(#""outcome":"attached""#))
                }
                #expect(site.origin.requestCount <= asked + 200 + killed * 64)
            }
        }

        @Test func unreadableInputIsLeftForNextRun() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            // This is a regular file, and reading it fails with an input/output error.
            let broken = "/proc/self/mem"
            let arguments = site.arguments().map { $0 == site.scratch.path + "/in" ? broken : $0 }
            let (end, standardError) = try await site.run(arguments + [site.scratch.path + "/in"])
            #expect(end == .exited(1))
            let values = ["path": broken, "cause": "Input/output error"]
            #expect(standardError == "attache: \(GoldenMessages["file.cannot-be-read", values])\n")
            #expect(!site.scratch.exists("out/mem"))
            #expect(site.outcomes("out/in/a.json") == ["attached"])
        }

        @Test func changedLineAfterSlowLineIsProcessedAgain() async throws {
            let site = try BatchSite()
            var names = ["held"] + (1..<50).map { "\($0)" }
            func write() throws {
                try site.scratch.write(names.map { site.payload($0) + "\n" }.joined(), to: "in/a.ndjson")
            }
            try write()
            let program = try PipedProgram(site.arguments())
            let script = """
                import sqlite3, time
                while True:
                    try:
                        c = sqlite3.connect('file:out/.attache/ledger.sqlite?mode=ro', uri=True)
                        if c.execute('SELECT count(*) FROM waiting').fetchone()[0] == 49: break
                    except sqlite3.OperationalError: pass
                    time.sleep(0.01)
                """
            try site.scratch.write(script, to: "wait.py")
            #expect(try await site.shell("timeout 500 python3 wait.py"))
            program.send(SIGKILL)
            #expect(await program.wait() == .killed(signal: SIGKILL))
            site.gate.open()
            names[1] = "changed"
            try write()
            #expect(try await site.run(site.arguments()).end == .exited(0))
            let results = site.scratch.read("out/in/a.ndjson").split(separator: "\n")
            #expect(results.count == 50)
            for (name, result) in zip(names, results) { #expect(result.contains(#""body":"\#(name)""#), "\(result)") }
        }

        @Test func removedInputIsNotCounted() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write("no payload", to: "in/bad.json")
            let arguments = site.arguments(["in"], out: "out", ["--report", "csv=\(site.scratch.path)/report.csv"])
            #expect(try await site.run(arguments).end == .exited(3))
            #expect(site.scratch.read("report.csv").contains("bad.json"))
            try FileManager.default.removeItem(atPath: site.scratch.path + "/in/bad.json")
            #expect(try await site.run(arguments).end == .exited(0))
            #expect(!site.scratch.read("report.csv").contains("bad.json"))
            #expect(site.scratch.read("report.csv").contains("a.json"))
        }

        @Test func directoryIsOneTestSuite() async throws {
            let site = try BatchSite()
            for name in ["b.json", "sub/x.json", "c.json"] {
                try site.scratch.write(site.payload("a"), to: "in/\(name)")
            }
            let arguments = site.arguments(["in"], out: "out", ["--report", "junit=\(site.scratch.path)/report.xml"])
            #expect(try await site.run(arguments).end == .exited(0))
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("a") + "\n", to: "in/a.ndjson")
            #expect(try await site.run(arguments).end == .exited(0))
            let suites = site.scratch.read("report.xml").matches(of: /<testsuite name="([^"]*)"/).map { String($0.1) }
            #expect(suites.count == 3)
            #expect(Set(suites).count == 3, "\(suites)")
        }

        @Test(.enabled(if: TestMachine.isRoot))
        func unreadableFilesAreReportedAndOthersAreProcessed() async throws {
            let site = try BatchSite()
            for name in ["good.json", "locked.json", "locked.ndjson", "shut/in.json"] {
                try site.scratch.write(site.payload("a") + "\n", to: "in/\(name)")
            }
            // Runs as another user, since root may read every file.
            let before = "cp \(PipedProgram.path) program; chmod 777 .; chmod 0 in/locked.json in/locked.ndjson in/shut"
            #expect(try await site.shell(before))
            let words = ["--reuid=65534", "--regid=65534", "--clear-groups", site.scratch.path + "/program"]
            func run() async throws -> Int32 {
                try await ChildProcess(
                    "/usr/bin/setpriv",
                    words + site.arguments(),
                    output: "\(site.scratch.path)/talk"
                ).wait()
            }
            #expect(try await run() == 3, "\(site.scratch.read("talk"))")
            #expect(site.outcomes("out/in/good.json") == ["attached"])
            for name in ["locked.json", "locked.ndjson"] {
                #expect(site.outcomes("out/in/\(name)") == ["rejected"])
                let values = ["path": name, "cause": "Permission denied"]
                let sentence = GoldenMessages["file.cannot-be-read", values]
                #expect(site.scratch.read("out/in/\(name)").contains(sentence))
            }
            #expect(!site.scratch.exists("out/in/shut"))
            #expect(try await site.shell("chmod 644 in/locked.json in/locked.ndjson; chmod 755 in/shut"))
            #expect(try await run() == 0, "\(site.scratch.read("talk"))")
            for name in ["locked.json", "locked.ndjson", "shut/in.json"] {
                #expect(site.outcomes("out/in/\(name)") == ["attached"])
            }
        }
    }
}
