import Glibc
import LoopbackOrigin
import Testing

extension BatchPrograms {
    /// What a person sees after Ctrl-C while downloads are in progress, on a real terminal.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchStopTests {
        private static let resume = "Run the same command again to resume"

        /// A site with one medium that never arrives, and another one behind it.
        private func site() throws -> BatchSite {
            let site = try BatchSite()
            // The first request gets no answer.
            for name in ["stuck-1", "stuck-2"] { try site.scratch.write(site.payload(name), to: "in/\(name).json") }
            return site
        }

        private func arguments(_ site: BatchSite, _ options: [String]) -> [String] {
            site.arguments().filter { !["--progress", "off"].contains($0) } + options
        }

        @Test func secondInterruptPrintsHowToResume() async throws {
            let site = try site()
            let program = try TerminalProgram(arguments(site, ["--jobs", "1"]))
            while site.origin.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
            program.interrupt()
            #expect(await program.waits(for: "finishing 1 download; press Ctrl-C again to stop"))
            #expect(await program.waits(for: "stopping: 1 download left"))
            program.interrupt()
            #expect(await program.wait() == .exited(128 + SIGINT))
            #expect(await program.waits(for: Self.resume), "\(program.output)")
        }

        @Test(arguments: [SIGTERM, SIGINT])
        func signalReportsWhatIsInProgressAndEndsWithTheSummary(_ signal: Int32) async throws {
            let site = try site()
            let program = try PipedProgram(arguments(site, ["--deadline", "2s", "--jobs", "1"]))
            while site.origin.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
            program.send(signal)
            #expect(await program.wait() == .exited(5))
            let text = await program.standardError
            #expect(text.contains("finishing 1 download; a second signal stops at once"), "\(text)")
            #expect(text.contains(Self.resume), "\(text)")
        }

        @Test func runThatStartsOverIsResumedWithoutThatOption() async throws {
            let site = try site()
            let program = try PipedProgram(arguments(site, ["--deadline", "2s", "--jobs", "1", "--fresh"]))
            while site.origin.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
            program.send(SIGINT)
            #expect(await program.wait() == .exited(5))
            let text = await program.standardError
            #expect(text.contains("Run the same command without --fresh to resume"), "\(text)")
            #expect(!text.contains(Self.resume), "\(text)")
        }

        @Test func rewriteCountsWhatIsInProgressAndWhatWasAnswered() async throws {
            let site = try site()
            let lines = [#"{"aps":{"alert":"a"}}"#, site.payload("stuck")]
            try site.scratch.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson")
            try site.scratch.write(#"{"aps":{"alert":"b"}}"# + "\n", to: "b.ndjson")
            let program = try PipedProgram([
                "rewrite", "\(site.scratch.path)/a.ndjson", "\(site.scratch.path)/b.ndjson", "--jobs", "1",
                "--deadline", "2s", "--store", "\(site.scratch.path)/store",
                "--allow-address", "127.0.0.0/8:\(site.origin.port)",
            ])
            while site.origin.requestCount == 0 { try await Task.sleep(for: .milliseconds(5)) }
            program.send(SIGINT)
            #expect(await program.wait() == .exited(5))
            let text = await program.standardError
            #expect(text.contains("finishing 1 payload; a second signal stops at once"), "\(text)")
            #expect(text.contains("interrupted: 2 payloads have a result"), "\(text)")
        }
    }
}
