import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import Testing

extension BatchPrograms {
    /// Standard error of a batch: progress, warnings and the summary.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchStandardErrorTests {
        /// The lines of `--progress json`, parsed.
        private func lines(_ standardError: String) throws -> [[String: Any]] {
            try standardError.split(separator: "\n").map { line in
                try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
            }
        }

        @Test func jsonProgressIsOneObjectPerLineAndEndsWithSummary() async throws {
            let site = try BatchSite()
            let text = (0..<100).map { site.payload("slow-\($0)") + "\n" }.joined() + site.payload("missing") + "\n"
            try site.scratch.write(text, to: "in/a.ndjson")
            let options = ["--progress", "json", "--jobs", "2"]
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", options))
            #expect(end == .exited(0))
            let lines = try lines(standardError)
            let progress = lines.dropLast()
            #expect(progress.count > 2)
            #expect(progress.allSatisfy { $0["state"] as? String == "run" })
            let items = progress.compactMap { $0["items"] as? Int }
            #expect(items == items.sorted() && (items.last ?? 0) > 0)
            #expect(progress.last?["input_bytes_total"] as? Int == text.utf8.count)
            #expect((progress.last?["slowest_host"] as? [String: Any])?["host"] as? String == "127.0.0.1")
            let last = try #require(lines.last)
            #expect(last["state"] as? String == "end")
            let summary = try #require(last["summary"] as? [String: Any])
            #expect(summary["items"] as? Int == 101)
            let outcomes = try #require(summary["outcomes"] as? [String: Int])
            #expect(outcomes["attached"] == 100 && outcomes["plain"] == 1)
        }

        @Test func itemsOfEarlierRunDoNotCountForThroughput() async throws {
            let site = try BatchSite()
            let line = #"{"aps":{"alert":"\#(String(repeating: "x", count: 3000))"}}"# + "\n"
            let earlier = String(repeating: line, count: 500)
            try site.scratch.write(earlier, to: "in/a.ndjson")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            let later = (0..<40).map { site.payload("held-\($0)") + "\n" }.joined()
            site.gate.release(next: 20)
            try site.scratch.write(later, to: "in/b.ndjson")
            let options = ["--progress", "json", "--jobs", "1"]
            let program = try ChildProcess(
                PipedProgram.path,
                site.arguments(["in"], out: "out", options),
                errors: "\(site.scratch.path)/errors"
            )
            // Some items have a result, the others are held back, and there is an estimate.
            let seen = try await waitFor {
                let text = site.scratch.read("errors")
                let whole = text.lastIndex(of: "\n").map { String(text[...$0]) } ?? ""
                return try lines(whole).last { ($0["items"] as? Int ?? 0) > 0 && $0["remaining_ms"] != nil }
            }
            let (bytes, total) = (seen["input_bytes"] as? Int ?? 0, seen["input_bytes_total"] as? Int ?? 0)
            #expect(total == earlier.utf8.count + later.utf8.count)
            let (done, left) = (Double(bytes - earlier.utf8.count), Double(total - bytes))
            #expect(done > 0 && left > 0, "\(seen)")
            let fraction = try #require(seen["fraction"] as? Double)
            #expect(abs(fraction - done / (done + left)) < 0.01, "\(seen)")
            // What is done was done since the start, of which the meter counts ten seconds and a part of those before.
            let elapsed = try #require(seen["elapsed_ms"] as? Double)
            let counted = 10_000 * (1 - exp(-elapsed / 10_000))
            #expect(try #require(seen["remaining_ms"] as? Double) > 0.99 * counted * left / done, "\(seen)")
            site.gate.open()
            #expect(await program.wait() == 0)
        }

        /// Whether each message begins a line, or a line whose progress bar was erased before.
        private func isApart(_ message: String, in standardError: String) -> Bool {
            let parts = standardError.components(separatedBy: message)
            return parts.count > 1
                && parts.dropLast().allSatisfy { $0.isEmpty || $0.hasSuffix("\n") || $0.hasSuffix("\r\u{1B}[K") }
        }

        @Test func warningIsNotWrittenIntoProgressBar() async throws {
            let site = try BatchSite()
            try site.scratch.write((0..<50).map { site.payload("slow-\($0)") + "\n" }.joined(), to: "in/a.ndjson")
            try site.scratch.write(String(repeating: "no database", count: 900), to: "store/index.sqlite")
            let options = ["--progress", "bar", "--color", "never", "--jobs", "2"]
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", options))
            #expect(end == .exited(0))
            #expect(isApart("attache: warning: ", in: standardError), "\(standardError)")
            #expect(standardError.contains("index.sqlite"), "\(standardError)")
        }

        @Test(.enabled(if: TestMachine.isRoot))
        func errorIsNotWrittenIntoProgressBar() async throws {
            let site = try BatchSite()
            try site.scratch.write((0..<400).map { site.payload("slow-\($0)") + "\n" }.joined(), to: "in/a.ndjson")
            let disk = site.scratch.path + "/disk"
            #expect(try await site.shell("mkdir \(disk) && mount -t tmpfs -o size=400k tmpfs \(disk)"))
            defer { _ = unsafe umount2(disk, Int32(MNT_DETACH)) }
            let options = ["--progress", "bar", "--color", "never"]
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "disk/out", options))
            #expect(end == .exited(1))
            #expect(standardError.contains(" items"), "\(standardError)")
            #expect(isApart("attache: ", in: standardError), "\(standardError)")
            // Nothing is written after it.
            #expect(standardError.hasSuffix(".\n"), "\(standardError)")
        }

        @Test(arguments: StopSignalKind.allCases)
        func secondSignalExitsImmediately(_ signal: StopSignalKind) async throws {
            let site = try BatchSite()
            let silent = try LoopbackOrigin.start { $0.path == "/a.png" ? .silent : .status(404) }
            defer { silent.stop() }
            let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"\#(silent.url("/a.png"))"}"# + "\n"
            try site.scratch.write(payload, to: "in/a.ndjson")
            let arguments = site.arguments(["in"], out: "out", ["--allow-address", "127.0.0.0/8:\(silent.port)"])
            let program = try PipedProgram(arguments)
            try await waitUntil { silent.requestCount > 0 }
            // Sends without end, since two signals that arrive before the first is handled count as one.
            #expect(await program.wait(sending: signal.number) == .exited(128 + signal.number))
            // The directory stays resumable.
            silent.stop()
            #expect(try await site.run(arguments).end == .exited(0))
            #expect(site.outcomes("out/in/a.ndjson") == ["plain"])
        }
    }
}
