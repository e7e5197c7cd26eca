import Attache
import AttacheCore
import AttacheReports
import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

@testable import AttacheServer

/// One verdict on a push, wherever the service shows it: result, matrix, metrics, log and page, under each dialect.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct OneVerdictServiceTests {
    private static let dialects = BuiltinPolicies.policies.policies.filter(\.isVendor).map(\.name)

    /// A good picture under names and types that some dialects show and others drop.
    @Test(arguments: [
        ("/a.png", "image/png"), ("/picture", "application/octet-stream"), ("/a.mp4", "image/png"),
        ("/file.aspx", "text/plain"),
    ])
    func allAgreeWithTheMatrix(_ path: String, _ type: String) async throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        try scratch.write("", to: "log")
        let file = try #require(FileHandle(forWritingAtPath: scratch.path("log")))
        defer { withExtendedLifetime(file) {} }
        let log = ServiceLog(descriptor: file.fileDescriptor)
        let origin: LoopbackOrigin.Handler = { _ in .file(SampleMedia.photoPNG.bytes, type: type) }
        try await ServiceScene.with(origin: origin, log: log) { scene in
            let url = scene.origin.url(path)
            let predicted = try await shown(scene, url)
            let pushes = Self.dialects.compactMap { name in
                MediumPayload.bytes(of: url, policy: name, among: BuiltinPolicies.policies, format: .png)
            }
            try #require(pushes.count == Self.dialects.count)
            let body = pushes.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "\n")
            let answer = try await scene.ask(
                "/v1/rewrite/batch",
                ["-H", "Content-Type: application/x-ndjson"],
                body: body
            )
            var results = [[String: Any]](repeating: [:], count: Self.dialects.count)
            for line in answer.lines {
                let result = try object(line)
                let number = (result["source"] as? String)?.split(separator: "#").last.flatMap { Int($0) }
                results[try #require(number) - 1] = result
            }
            let tones = try await Self.tones(of: results)
            var lost = 0
            for (index, dialect) in Self.dialects.enumerated() {
                let isShown = predicted[dialect] == "media"
                lost += isShown ? 0 : 1
                #expect(results[index]["outcome"] as? String == (isShown ? "attached" : "plain"), "\(dialect)")
                #expect(tones[index] == (isShown ? "good good" : "bad bad"), "\(dialect): \(results[index])")
            }
            let metrics = try await scene.ask("/metrics").body.split(separator: "\n")
            let fallbacks = metrics.filter { $0.hasPrefix("attache_fallbacks_total{") }
                .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
            #expect(fallbacks.reduce(0, +) == lost)
            await log.flush(within: .seconds(300))
            let logged = scratch.text("log").split(separator: "\n").filter { $0.contains(#""message":"payload""#) }
            for (outcome, count) in [("plain", lost), ("attached", Self.dialects.count - lost)] {
                #expect(logged.count { $0.contains(#""outcome":"\#(outcome)""#) } == count, "\(outcome)")
                #expect(metrics.contains { $0 == "attache_items_total{outcome=\"\(outcome)\"} \(count)" }, "\(outcome)")
            }
        }
    }

    private func object(_ text: some StringProtocol) throws -> [String: Any] {
        try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text.prefix(200))")
    }

    /// What the matrix says of a URL on Wi-Fi, by dialect.
    private func shown(_ scene: ServiceScene, _ url: String) async throws -> [String: String] {
        let matrix = try object(await scene.ask("/v1/matrix", body: "\"\(url)\"").body)
        var shown: [String: String] = [:]
        for row in try #require(matrix["rows"] as? [[String: Any]]) {
            let cells = row["cells"] as? [[String: Any]] ?? []
            let cell = cells.first { $0["network"] as? String == "wifi" && $0["system"] as? String == "ios-17" }
            shown[row["dialect"] as? String ?? ""] = (cell?["device"] as? [String: Any])?["shown"] as? String
        }
        return shown
    }

    /// The tones of the page's banner and of its stage `device` for results, found by Node.
    private static func tones(of results: [[String: Any]]) async throws -> [String] {
        let page = Checkout.root.appending(path: "Sources/Service/AttacheServer/Page/Files")
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        for name in ["story.js", "words.js"] {
            try FileManager.default.copyItem(
                at: page.appending(path: name),
                to: scratch.url.appending(path: name)
            )
        }
        try Data(DeviceScript.bytes).write(to: scratch.url.appending(path: "shown.js"))
        try scratch.write(#"{"type":"module"}"#, to: "package.json")
        try JSONSerialization.data(withJSONObject: results).write(to: scratch.url.appending(path: "results.json"))
        let script = """
            import { readFileSync } from "node:fs";
            import { story } from "./story.js";
            const seen = JSON.parse(readFileSync(process.argv[2], "utf8")).map(story);
            process.stdout.write(seen.map((one) => `${one.tone} ${one.stages.find((stage) => stage.name === "device")?.tone}`).join("\\n"));
            """
        try scratch.write(script, to: "run.js")
        let child = try ChildProcess(
            "/usr/bin/node",
            [scratch.path("run.js"), scratch.path("results.json")],
            output: scratch.path("output")
        )
        #expect(await child.wait() == 0)
        return scratch.text("output").split(separator: "\n").map(String.init)
    }
}
