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
            try site.scratch.write(String(repeating: line, count: 500), to: "in/a.ndjson")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            let slow = (0..<160).map { site.payload("slow-\($0)") + "\n" }.joined()
            try site.scratch.write(slow, to: "in/b.ndjson")
            let options = ["--progress", "json", "--jobs", "1"]
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", options))
            #expect(end == .exited(0))
            let early = try lines(standardError).filter { (1000...1500).contains($0["elapsed_ms"] as? Double ?? 0) }
            for line in early where (line["items"] as? Int ?? 0) < 110 {
                // Seven tenths took a second at most, so the remaining three take at least three tenths of a second.
                #expect(line["remaining_ms"] as? Double ?? 0 > 300, "\(line)")
            }
            #expect(!early.isEmpty)
        }

        @Test func warningIsNotWrittenIntoProgressBar() async throws {
            let site = try BatchSite()
            try site.scratch.write((0..<50).map { site.payload("slow-\($0)") + "\n" }.joined(), to: "in/a.ndjson")
            try site.scratch.write(String(repeating: "no database", count: 900), to: "store/index.sqlite")
            let options = ["--progress", "bar", "--color", "never", "--jobs", "2"]
            let (end, standardError) = try await site.run(site.arguments(["in"], out: "out", options))
            #expect(end == .exited(0))
            #expect(standardError.contains("\r\u{1B}[Kattache: warning: "), "\(standardError)")
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
            #expect(standardError.contains("\r\u{1B}[Kattache: "), "\(standardError)")
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
            while silent.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
            // Sends without end, since two signals that arrive before the first is handled count as one.
            #expect(await program.wait(sending: signal.number) == .exited(128 + signal.number))
            // The directory stays resumable.
            silent.stop()
            #expect(try await site.run(arguments).end == .exited(0))
            #expect(site.outcomes("out/in/a.ndjson") == ["plain"])
        }
    }
}
