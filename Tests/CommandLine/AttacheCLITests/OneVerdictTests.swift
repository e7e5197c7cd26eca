import Attache
import AttacheCore
import AttacheReports
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// One verdict on a push, whichever way it is asked for: what the user sees under each dialect.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct OneVerdictTests {
    /// A good picture under a name and a Content-Type; some dialects show it, others drop it.
    private struct Answer: CustomTestStringConvertible {
        let path: String
        let type: String
        var testDescription: String { "\(path) as \(type)" }
    }

    private static let answers = [
        Answer(path: "/a.png", type: "image/png"), Answer(path: "/dl.php", type: "image/png"),
        Answer(path: "/picture", type: "image/png"), Answer(path: "/picture", type: "application/octet-stream"),
        Answer(path: "/a.png", type: "application/octet-stream"), Answer(path: "/a.jpg", type: "image/png"),
        Answer(path: "/a.mp4", type: "image/png"), Answer(path: "/file.aspx", type: "text/plain"),
    ]

    /// A name that iOS refuses under most dialects.
    private static let nameless = Answer(path: "/picture", type: "application/octet-stream")

    private static let dialects = BuiltinPolicies.policies.policies.filter(\.isVendor).map(\.name)

    private func run(_ arguments: [String], input: String = "") async throws -> (end: ProgramEnd, output: String) {
        let program = try PipedProgram(arguments)
        if !input.isEmpty { program.write(input) }
        program.closeInput()
        var output = ""
        while case let line = await program.readLine(), !line.isEmpty { output += line }
        return (await program.wait(), output)
    }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text.prefix(200))")
    }

    /// The picture of an answer on a server, while a test needs it.
    private struct Scene {
        let url: String
        /// The options with which a program loads it.
        let allow: [String]
        let scratch: ScratchDirectory
    }

    private func serving(_ answer: Answer, _ body: (Scene) async throws -> Void) async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: answer.type) }
        defer { origin.stop() }
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let scene = Scene(
            url: "http://127.0.0.1:\(origin.port)\(answer.path)",
            allow: ["--allow-address", "127.0.0.0/8:\(origin.port)", "--store", scratch.path("store")],
            scratch: scratch
        )
        try await body(scene)
    }

    /// The pushes of all dialects for one URL, a line each.
    private static func lines(_ url: String) -> [String] {
        dialects.map { name in
            String(
                decoding: MediumPayload.bytes(of: url, policy: name, among: BuiltinPolicies.policies, format: .png)
                    ?? [],
                as: UTF8.self
            )
        }
    }

    @Test(arguments: answers)
    private func resultsAndReportsAgreeWithTheMatrix(_ answer: Answer) async throws {
        try await serving(answer) { scene in
            let (url, allow, scratch) = (scene.url, scene.allow, scene.scratch)
            let matrix = try object(try await run(["matrix", "--json"] + allow + [url]).output)
            var shown: [String: String] = [:]
            for row in try #require(matrix["rows"] as? [[String: Any]]) {
                let cells = row["cells"] as? [[String: Any]] ?? []
                let cell = cells.first { $0["network"] as? String == "wifi" && $0["system"] as? String == "ios-17" }
                shown[row["dialect"] as? String ?? ""] = (cell?["device"] as? [String: Any])?["shown"] as? String
            }
            try scratch.write(Self.lines(url).joined(separator: "\n") + "\n", to: "in/all.ndjson")
            let kinds = ["junit", "json", "csv", "md", "html"]
            let reports = kinds.flatMap { ["--report", "\($0)=\(scratch.path("report.\($0)"))"] }
            let batch =
                ["batch", scratch.path("in"), "--out", scratch.path("out"), "--fail-on-fallback"] + allow + reports
            let (end, _) = try await run(batch)
            let results = try scratch.text("out/in/all.ndjson").split(separator: "\n").map(object)
            #expect(results.count == Self.dialects.count)
            for (dialect, result) in zip(Self.dialects, results) {
                let device = result["device"] as? [String: Any]
                let predicted = shown[dialect]
                #expect(predicted != nil && device?["shown"] as? String == predicted, "\(dialect): \(result)")
                let isShown = device?["shown"] as? String == "media"
                #expect(result["outcome"] as? String == (isShown ? "attached" : "plain"), "\(dialect)")
                let reasons = result["reasons"] as? [[String: Any]] ?? []
                let blocks = reasons.filter { $0["severity"] as? String == "block" }
                #expect(blocks.isEmpty == isShown, "\(dialect): \(reasons)")
            }
            let lost = results.count { $0["outcome"] as? String == "plain" }
            #expect(end == .exited(lost == 0 ? 0 : 4))
            let summary = try #require(try object(scratch.text("report.json"))["summary"] as? [String: Any])
            let outcomes = summary["outcomes"] as? [String: Int] ?? [:]
            #expect(outcomes["plain"] ?? 0 == lost && outcomes["attached"] ?? 0 == results.count - lost)
            #expect(scratch.text("report.junit").components(separatedBy: "<failure").count - 1 == lost)
            #expect(scratch.text("report.csv").components(separatedBy: ",plain,").count - 1 == lost)
            for (name, count) in [("plain", lost), ("attached", results.count - lost)] {
                #expect(scratch.text("report.md").contains("| \(name) | \(count) |") == (count > 0))
                #expect(scratch.text("report.html").contains("aria-label=\"\(name): \(count) ·") == (count > 0))
            }
            // The same run once more has nothing to do, and its ledger says the same.
            try FileManager.default.removeItem(atPath: scratch.path("report.json"))
            let again = try await run(batch)
            let remembered = try #require(try object(scratch.text("report.json"))["summary"] as? [String: Any])
            #expect(again.end == end && remembered["outcomes"] as? [String: Int] == outcomes)
        }
    }

    /// The headline, the exit status and the cause.
    @Test func explainSaysTheSame() async throws {
        try await serving(Self.nameless) { scene in
            var lost = 0
            for line in Self.lines(scene.url) {
                let (end, text) = try await run(["explain", "--fail-on-fallback"] + scene.allow, input: line)
                // The last stage is the prediction; the headline and the status follow it.
                let device = try #require(text.split(separator: "\n").first { $0.contains("  device   ") })
                let isShown = device.contains(": shown with its media")
                #expect(text.hasPrefix(isShown ? "ATTACHED" : "PLAIN"), "\(text)")
                #expect(end == .exited(isShown ? 0 : 4), "\(text)")
                #expect(isShown || text.contains("device.") || text.contains("type."), "\(text)")
                lost += isShown ? 0 : 1
            }
            #expect(lost > 10)
        }
    }

    /// The same name through the commands that send or draw: what is emitted, delivered and shown.
    @Test func rewriteDeliverAndPreviewSayTheSame() async throws {
        try await serving(Self.nameless) { scene in
            let (allow, scratch) = (scene.allow, scene.scratch)
            let lines = Self.lines(scene.url)
            let input = lines.joined(separator: "\n") + "\n"
            let results = try await run(["rewrite", "--ndjson"] + allow, input: input).output
                .split(separator: "\n").map(object)
            let center = ["--json", "--center", scratch.path("center.sqlite")]
            let delivered = try await run(["deliver", "--ndjson"] + center + allow, input: input).output
                .split(separator: "\n").map(object)
            #expect(results.count == lines.count && delivered.count == lines.count)
            for (index, dialect) in Self.dialects.enumerated() {
                let device = results[index]["device"] as? [String: Any]
                let isShown = device?["shown"] as? String == "media"
                let outcome = isShown ? "attached" : "plain"
                #expect(results[index]["outcome"] as? String == outcome, "\(dialect)")
                #expect(delivered[index]["rewrite"] as? String == outcome, "\(dialect)")
                let notification = delivered[index]["notification"] as? [String: Any]
                let content = notification?["content"] as? [String: Any]
                let attachments = content?["attachments"] as? [Any] ?? []
                #expect(attachments.isEmpty != isShown, "\(dialect): \(delivered[index])")
                // Of a push that lost its media the program says why.
                try scratch.write(lines[index], to: "push.json")
                let program = try PipedProgram(
                    ["preview", scratch.path("push.json")] + allow,
                    output: "/dev/null"
                )
                program.closeInput()
                let warning = await program.standardError
                #expect(await program.wait() == .exited(0), "\(dialect)")
                #expect(warning.contains("is shown without its media") != isShown, "\(dialect): \(warning)")
            }
        }
    }
}
