import AttacheTesting
import Glibc
import LoopbackOrigin
import Testing

extension BatchPrograms {
    /// What a person sees after Ctrl-C while downloads are in progress, on a real terminal.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchStopTests {
        private static let resume = "Run the same command again to resume"

        /// A site with more media than a run has begun when the first of them is held back.
        private func site() throws -> BatchSite {
            let site = try BatchSite()
            for name in (10..<40).map({ "held-\($0)" }) {
                try site.scratch.write(site.payload(name), to: "in/\(name).json")
            }
            return site
        }

        private func arguments(_ site: BatchSite, _ options: [String]) -> [String] {
            site.arguments().filter { !["--progress", "off"].contains($0) } + options
        }

        @Test func secondInterruptPrintsHowToResume() async throws {
            let site = try site()
            let program = try TerminalProgram(BuiltProgram.path("attache"), arguments(site, ["--jobs", "1"]))
            try await waitUntil { site.origin.requestCount > 0 }
            program.interrupt()
            try await program.wait(for: "finishing 1 download; press Ctrl-C again to stop")
            try await program.wait(for: "stopping: 1 download left")
            program.interrupt()
            #expect(try await program.wait() == 128 + SIGINT)
            try await program.wait(for: Self.resume)
        }

        @Test(arguments: [SIGTERM, SIGINT])
        func signalReportsWhatIsInProgressAndEndsWithTheSummary(_ signal: Int32) async throws {
            let site = try site()
            let words = "finishing 1 download; a second signal stops immediately"
            let (status, text) = try await site.stop(arguments(site, ["--jobs", "1"]), after: 1, by: signal)
            #expect(status == 5)
            #expect(text.contains(words), "\(text)")
            #expect(text.contains(Self.resume), "\(text)")
        }

        @Test func runThatStartsOverIsResumedWithoutThatOption() async throws {
            let site = try site()
            let options = arguments(site, ["--jobs", "1", "--fresh"])
            let (status, text) = try await site.stop(options, after: 1, by: SIGINT)
            #expect(status == 5)
            #expect(text.contains("Run the same command without --fresh to resume"), "\(text)")
            #expect(!text.contains(Self.resume), "\(text)")
        }

        @Test func rewriteCountsWhatIsInProgressAndWhatWasAnswered() async throws {
            let site = try site()
            let lines = [#"{"aps":{"alert":"a"}}"#, site.payload("held")]
            try site.scratch.write(lines.joined(separator: "\n") + "\n", to: "a.ndjson")
            try site.scratch.write(#"{"aps":{"alert":"b"}}"# + "\n", to: "b.ndjson")
            let arguments = [
                "rewrite", "\(site.scratch.path)/a.ndjson", "\(site.scratch.path)/b.ndjson", "--jobs", "1",
                "--deadline", "600s", "--store", "\(site.scratch.path)/store",
                "--allow-address", "127.0.0.0/8:\(site.origin.port)",
            ]
            let words = "finishing 1 payload; a second signal stops immediately"
            let (status, text) = try await site.stop(arguments, after: 1, by: SIGINT)
            #expect(status == 5)
            #expect(text.contains(words), "\(text)")
            #expect(text.contains("interrupted: 2 payloads have a result"), "\(text)")
        }
    }
}
