import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

extension BatchFaults {
    /// Disk and file errors before and during a run.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchDiskTests {
        /// A site with an in-memory disk mounted below its scratch directory.
        private static func site(disk: String, size: String = "64m") async throws -> BatchSite {
            let site = try BatchSite()
            let mounted = try await site.shell("mkdir -p \(disk) && mount -t tmpfs -o size=\(size) tmpfs \(disk)")
            try #require(mounted)
            return site
        }

        private static func unmount(_ disk: String, of site: BatchSite) {
            _ = unsafe umount2(site.scratch.path + "/" + disk, Int32(MNT_DETACH))
        }

        /// Waits until an origin has received this many requests.
        private static func wait(for count: Int, at site: BatchSite) async throws {
            try await waitUntil { site.origin.requestCount >= count }
        }

        @Test(.enabled(if: TestMachine.isRoot), arguments: [true, false])
        func readOnlyDiskIsReported(isNew: Bool) async throws {
            let site = try await Self.site(disk: "disk")
            defer { Self.unmount("disk", of: site) }
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            let arguments = site.arguments(["in"], out: "disk/out")
            if !isNew { #expect(try await site.run(arguments).end == .exited(0)) }
            try site.scratch.write(site.payload("b"), to: "in/b.json")
            #expect(try await site.shell("mount -o remount,ro disk"))
            let (end, standardError) = try await site.run(arguments)
            #expect(end == .exited(1))
            #expect(standardError.contains("Read-only file system"), "\(standardError)")
            #expect(standardError.split(separator: "\n").count == 1, "\(standardError)")
            #expect(try await site.shell("mount -o remount,rw disk"))
            #expect(try await site.run(arguments).end == .exited(0))
            #expect(site.outcomes("disk/out/in/b.json") == ["attached"])
        }

        @Test(.enabled(if: TestMachine.isRoot))
        func outputsAreWrittenToMountedDisk() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(try await site.shell("mount -t tmpfs tmpfs out/in"))
            defer { Self.unmount("out/in", of: site) }
            let lines = (0..<500).map { _ in site.payload("b") + "\n" }
            try site.scratch.write(lines.joined(), to: "in/deep/b.ndjson")
            let (end, standardError) = try await site.run(site.arguments())
            #expect(end == .exited(0), "\(standardError)")
            #expect(site.outcomes("out/in/deep/b.ndjson").count == 500)
            // The mount hides the earlier directory.
            #expect(site.outcomes("out/in/a.json") == ["attached"])
            #expect(try await site.shell("[ -z \"$(find out -name '.attache-part')$(ls out/.attache/parts)\" ]"))
            let asked = site.origin.requestCount
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(site.origin.requestCount == asked)
        }

        @Test(.enabled(if: TestMachine.isRoot))
        func diskErrorEndsRunWithIdleStandardInput() async throws {
            let site = try await Self.site(disk: "disk", size: "2m")
            defer { Self.unmount("disk", of: site) }
            let program = try PipedProgram(site.arguments(["-"], out: "disk/out"))
            program.write(site.payload("a") + "\n")
            try await Self.wait(for: 1, at: site)
            // dd exits when the disk is full.
            #expect(try await site.shell("dd if=/dev/zero of=disk/filling bs=4096 2>/dev/null || true"))
            program.write((0..<200).map { "\(site.payload("b-\($0)"))\n" }.joined())
            // Standard input stays open.
            #expect(await program.wait() == .exited(1))
            #expect(await program.standardError.contains("No space left on device"))
        }

        @Test func ledgerDamageDuringRunIsReported() async throws {
            let site = try BatchSite()
            let plain = (0..<20_000).map { #"{"aps":{"alert":"\#($0)"}}"# + "\n" }
            try site.scratch.write(plain.joined(), to: "in/a.ndjson")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            let held = (0..<300).map { site.payload("held-\($0)") + "\n" }
            site.gate.release(next: 5)
            try site.scratch.write(held.joined(), to: "in/b.ndjson")
            let program = try PipedProgram(site.arguments(["in"], out: "out", ["--jobs", "4"]))
            try await Self.wait(for: 9, at: site)
            let size = "$(stat -c %s out/.attache/ledger.sqlite)"
            let damage = "head -c $((\(size) - 8192)) /dev/zero | tr '\\0' x | dd of=out/.attache/ledger.sqlite "
            #expect(try await site.shell(damage + "bs=8192 seek=1 conv=notrunc 2>/dev/null"))
            site.gate.open()
            #expect(await program.wait() == .exited(1))
            let standardError = await program.standardError
            #expect(
                standardError.contains(GoldenMessages["ledger.damaged", ["path": "ledger.sqlite"]]),
                "\(standardError)"
            )
            #expect(try await site.run(site.arguments(["in"], out: "out", ["--fresh"])).end == .exited(0))
            #expect(site.outcomes("out/in/b.ndjson").count == 300)
        }

        @Test func unfinishedOutputShorterThanLedgerRecordIsReported() async throws {
            let site = try BatchSite()
            // The first lines wait for nothing, so that their results are written whatever is held back.
            let ready = (0..<100).map { #"{"aps":{"alert":"\#($0)"}}"# + "\n" }
            let lines = (0..<900).map { site.payload("held-\($0)") + "\n" }
            site.gate.release(next: 20)
            try site.scratch.write((ready + lines).joined(), to: "in/a.ndjson")
            let stopped = site.arguments(["in"], out: "out", ["--jobs", "2"])
            let (status, words) = try await site.stop(stopped, after: 22, by: SIGTERM)
            #expect(status == 5, "\(words)")
            #expect(site.scratch.byteCount(of: "out/.attache/parts/1") > 10)
            #expect(try await site.shell("truncate -s 10 out/.attache/parts/1"))
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", ["--jobs", "64"]))
            #expect(end == .exited(1))
            #expect(standardError.contains(GoldenMessages["batch.short-output"]), "\(standardError)")
            let fresh = site.arguments(["in"], out: "out", ["--fresh", "--jobs", "64", "--per-host", "64"])
            #expect(try await site.run(fresh).end == .exited(0))
            #expect(site.outcomes("out/in/a.ndjson").count == 1000)
        }

        @Test func stateFilesArePrivateToOwner() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.shell("umask 022; mkdir -p out/.attache; touch out/.attache/ledger.sqlite"))
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(try await site.shell("[ $(stat -c %a out/.attache) = 700 ]"))
            #expect(try await site.shell("[ -z \"$(find out/.attache -type f -perm /077)\" ]"))
        }

        @Test func manyOpenInputsNeedFewDescriptors() async throws {
            let site = try BatchSite()
            for index in 0..<120 {
                try site.scratch.write(
                    #"{"aps":{"alert":"x"}}"# + "\n" + site.payload("slow-\(index)") + "\n",
                    to: "in/\(index).ndjson"
                )
            }
            let words =
                ["-c", "ulimit -n 64; exec \"$0\" \"$@\"", PipedProgram.path]
                + site.arguments(["in"], out: "out", ["--jobs", "1"])
            let program = try ChildProcess("/bin/sh", words, output: "\(site.scratch.path)/talk")
            #expect(await program.wait() == 0, "\(site.scratch.read("talk"))")
            for index in 0..<120 { #expect(site.outcomes("out/in/\(index).ndjson") == ["untouched", "attached"]) }
        }
    }
}
