import AttacheTesting
import LoopbackOrigin
import Testing

extension BatchPrograms {
    /// A batch without payloads is a wrong path until the command says otherwise.
    @Suite(.timeLimit(.minutes(10)))
    struct BatchEmptyTests {
        struct Row: Sendable, CustomTestStringConvertible {
            let name: String
            let before: String
            var input = "in"
            var words = "in"
            var status: Int32 = 3

            var testDescription: String { name }
        }

        static let rows = [
            Row(name: "an empty directory", before: "mkdir in"),
            Row(name: "a directory of pictures", before: "mkdir -p in/deep && echo x > in/deep/a.png"),
            Row(name: "a missing path", before: "true", input: "nowhere", words: "nowhere", status: 2),
            Row(
                name: "a file of blank lines",
                before: "printf '\\n\\n' > a.ndjson",
                input: "a.ndjson",
                words: "a.ndjson"
            ),
            Row(name: "an empty file in directories", before: "mkdir -p in/deep && : > in/deep/a.ndjson"),
            Row(name: "empty standard input", before: "true", input: "-", words: "stdin"),
        ]

        @Test(arguments: rows)
        func emptyBatchIsReportedAndLeavesNothing(_ row: Row) async throws {
            let site = try BatchSite()
            #expect(try await site.shell(row.before))
            let report = ["--report", "json=\(site.scratch.path)/report.json"]
            let (end, standardError) = try await site.run(site.arguments([row.input], out: "out", report))
            #expect(end == .exited(row.status))
            #expect(standardError.contains(row.words), "\(standardError)")
            #expect(!site.scratch.exists("out"))
            #expect(!site.scratch.exists("report.json"))
        }

        @Test func directoryOfTheUserStays() async throws {
            let site = try BatchSite()
            #expect(try await site.shell("mkdir in out"))
            let (end, _) = try await site.run(site.arguments(["in"], out: "out", []))
            #expect(end == .exited(3))
            #expect(site.scratch.exists("out"))
            #expect(!site.scratch.exists("out/.attache"))
        }

        @Test func allowEmptyIsSuccess() async throws {
            let site = try BatchSite()
            #expect(try await site.shell("mkdir in"))
            let options = ["--allow-empty", "--report", "json=\(site.scratch.path)/report.json"]
            #expect(try await site.run(site.arguments(["in"], out: "out", options)).end == .exited(0))
            #expect(site.scratch.exists("report.json"))
        }

        @Test func outputOfAnEarlierRunStays() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.run(site.arguments()).end == .exited(0))
            #expect(try await site.shell("rm in/a.json"))
            #expect(try await site.run(site.arguments()).end == .exited(3))
            #expect(site.outcomes("out/in/a.json") == ["attached"])
        }

        @Test func oneEmptyPathBesideOthersIsNoError() async throws {
            let site = try BatchSite()
            try site.scratch.write(site.payload("a"), to: "in/a.json")
            #expect(try await site.shell("mkdir other"))
            #expect(try await site.run(site.arguments(["in", "other"])).end == .exited(0))
        }

        /// A payload that no policy reads fails the build and the test view, and each failed URL has its name.
        @Test func unreadMediaAndFailedURLsAreReported() async throws {
            let site = try BatchSite()
            let unread =
                #"{"aps":{"alert":"x","mutable-content":1},"gallery":{"id":"https://media.example/a.png?secret=1"}}"#
            try site.scratch.write(unread + "\n" + site.payload("missing") + "\n", to: "in/a.ndjson")
            let reports = ["junit", "csv", "md", "html", "json"].flatMap {
                ["--report", "\($0)=\(site.scratch.path)/report.\($0)"]
            }
            let end = try await site.run(site.arguments(["in"], out: "out", ["--fail-on-fallback"] + reports)).end
            #expect(end == .exited(4))
            #expect(site.scratch.read("report.junit").contains(#"failures="2""#))
            for name in ["report.junit", "report.csv", "report.html", "report.json"] {
                let text = site.scratch.read(name)
                #expect(text.contains("gate.media-unread"), "\(name)")
                #expect(text.contains("https://media.example/a.png?…"), "\(name)")
                #expect(text.contains("http://127.0.0.1:\(site.origin.port)/missing.png"), "\(name)")
                #expect(!text.contains("secret"), "\(name)")
            }
            #expect(site.scratch.read("report.md").contains("/missing.png"))
        }
    }
}
