import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

extension BatchPrograms {
    /// Unusable output directories, and machines short of resources.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchOutputTests {
        /// A directory that a row prepares, and the key of the expected message.
        struct Row: CustomTestStringConvertible, Sendable {
            let name: String
            var inputs = ["in"]
            var out = "out"
            /// Shell commands that run in the scratch directory first.
            var before = "true"
            let status: Int32
            let messageKey: String

            var testDescription: String { name }
        }

        static let rows = [
            Row(name: "output is the input", out: "in", status: 2, messageKey: "batch.output-in-input"),
            Row(name: "output within the input", out: "in/deeper/out", status: 2, messageKey: "batch.output-in-input"),
            Row(name: "output contains the input", out: ".", status: 2, messageKey: "batch.input-in-output"),
            Row(
                name: "link into the input",
                out: "link/out",
                before: "ln -s in link",
                status: 2,
                messageKey: "batch.output-in-input"
            ),
            Row(name: "not writable", out: "/proc/attache/out", status: 1, messageKey: "batch.output-not-created"),
            Row(name: "a file", before: "touch out", status: 2, messageKey: "batch.output-no-directory"),
            Row(
                name: "another program's",
                before: "mkdir out && touch out/thesis.txt",
                status: 2,
                messageKey: "batch.output-not-ours"
            ),
            Row(
                name: "ledger of a newer version",
                before:
                    "mkdir -p out/.attache && python3 -c \"import sqlite3; c = sqlite3.connect('out/.attache/ledger.sqlite');"
                    + " c.executescript('PRAGMA user_version = 99; PRAGMA application_id = 0x41544352; CREATE TABLE item (a)')\"",
                status: 2,
                messageKey: "ledger.newer"
            ),
            Row(
                name: "damaged ledger",
                before: "mkdir -p out/.attache && head -c 8192 /dev/zero | tr '\\\\0' x > out/.attache/ledger.sqlite",
                status: 2,
                messageKey: "index.damaged"
            ),
            Row(
                name: "another program's database",
                before:
                    "mkdir -p out/.attache && python3 -c \"import sqlite3; c = sqlite3.connect('out/.attache/ledger.sqlite');"
                    + " c.executescript('PRAGMA application_id = 7; CREATE TABLE item (a)')\"",
                status: 2,
                messageKey: "ledger.other"
            ),
            Row(
                name: "duplicate base name",
                inputs: ["in", "other/in"],
                before: "cp -r in other/in 2>/dev/null || (mkdir other && cp -r in other/in)",
                status: 2,
                messageKey: "batch.same-name"
            ),
            Row(name: "missing input", inputs: ["in", "nowhere"], status: 2, messageKey: ""),
        ]

        @Test(arguments: rows)
        func unusableOutputIsReported(_ row: Row) async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.shell(row.before))
            let (end, standardError) = try await site.run(site.arguments(row.inputs, out: row.out))
            #expect(end == .exited(row.status), "\(standardError)")
            #expect(
                row.messageKey.isEmpty || standardError.contains(GoldenMessages[row.messageKey]),
                "\(standardError)"
            )
            #expect(standardError.split(separator: "\n").count <= 1, "\(standardError)")
        }

        @Test func freshRunReplacesDamagedLedger() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            try site.scratch.write(String(repeating: "x", count: 9000), to: "out/.attache/ledger.sqlite")
            #expect(try await site.run(site.arguments()).end == .exited(2))
            #expect(try await site.run(site.arguments(["in"], out: "out", ["--fresh"])).end == .exited(0))
        }

        @Test func outputOfOtherInputsIsRejected() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            try site.scratch.write(site.payload("a"), to: "other/a.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            let (end, standardError) = try await site.run(site.arguments(["other"]))
            #expect(end == .exited(2))
            #expect(standardError.contains("PATH"), "\(standardError)")
        }

        @Test func outputDirectoryIsUsedByOneRun() async throws {
            let site = try BatchSite()
            let program = try PipedProgram(site.arguments(["-"]))
            program.write(site.payload("a") + "\n")
            try await waitUntil { site.origin.requestCount > 0 }
            let (end, standardError) = try await site.run(site.arguments(["-"]))
            #expect(end == .exited(2))
            #expect(standardError.contains(GoldenMessages["batch.output-in-use"]), "\(standardError)")
            program.closeInput()
            #expect(await program.wait() == .exited(0))
        }

        @Test(.enabled(if: TestMachine.isRoot))
        func fullDiskEndsRunAndFreedSpaceLetsItResume() async throws {
            let site = try BatchSite()
            let lines = (0..<2000).map { _ in site.payload("a") + "\n" }
            try site.scratch.write(lines.joined(), to: "in/a.ndjson")
            let disk = site.scratch.path + "/disk"
            #expect(try await site.shell("mkdir \(disk) && mount -t tmpfs -o size=700k tmpfs \(disk)"))
            defer { _ = unsafe umount2(disk, Int32(MNT_DETACH)) }
            let arguments = site.arguments(["in"], out: "disk/out")
            let (end, standardError) = try await site.run(arguments)
            #expect(end == .exited(1))
            #expect(standardError.contains("No space left on device"), "\(standardError)")
            #expect(!site.scratch.exists("disk/out/in/a.ndjson"))
            #expect(try await site.shell("mount -o remount,size=64m \(disk)"))
            #expect(try await site.run(arguments).end == .exited(0))
            #expect(site.outcomes("disk/out/in/a.ndjson").count == 2000)
            #expect(site.outcomes("disk/out/in/a.ndjson").allSatisfy { $0 == "attached" })
        }

        @Test(.enabled(if: TestMachine.isRoot))
        func fullStoreIsMachineFaultAndItemsAreRetried() async throws {
            let site = try BatchSite()
            for index in 0..<40 { try site.scratch.write(site.payload("\(index)"), to: "in/\(index).json") }
            let disk = site.scratch.path + "/store"
            #expect(try await site.shell("mkdir \(disk) && mount -t tmpfs -o size=4k,nr_inodes=12 tmpfs \(disk)"))
            defer { _ = unsafe umount2(disk, Int32(MNT_DETACH)) }
            #expect(try await site.run(site.arguments()).end == .exited(1))
            #expect(site.outcomes("out/in/7.json") == ["plain"])
            #expect(try await site.shell("mount -o remount,size=64m,nr_inodes=10k \(disk)"))
            #expect(try await site.run(site.arguments()).end == .exited(0))
            for index in 0..<40 { #expect(site.outcomes("out/in/\(index).json") == ["attached"]) }
        }

        @Test func fewDescriptorsAreEnough() async throws {
            let site = try BatchSite()
            let lines = (0..<300).map { site.payload("\($0)") + "\n" }
            try site.scratch.write(lines.joined(), to: "in/a.ndjson")
            let words =
                ["-c", "ulimit -n 64; exec \"$0\" \"$@\"", PipedProgram.path]
                + site.arguments(["in"], out: "out", ["--jobs", "256", "--per-host", "256"])
            let program = try ChildProcess("/bin/sh", words, output: "\(site.scratch.path)/talk")
            #expect(await program.wait() == 0, "\(site.scratch.read("talk"))")
            #expect(site.outcomes("out/in/a.ndjson").allSatisfy { $0 == "attached" })
        }
    }
}
