import AttacheTesting
import Foundation
import LoopbackOrigin
import Testing

/// What the programs say about payloads and files, as a user sees it.
@Suite(.timeLimit(.minutes(5)))
struct VerdictProgramTests {
    private func run(_ arguments: [String], input: String = "") async throws -> (end: ProgramEnd, output: String) {
        let program = try PipedProgram(arguments)
        if !input.isEmpty { program.write(input) }
        program.closeInput()
        var output = ""
        while case let line = await program.readLine(), !line.isEmpty { output += line }
        return (await program.wait(), output)
    }

    private static let own =
        #"{"aps":{"alert":"Hello","mutable-content":1},"my":{"pic":"http://127.0.0.1:PORT/a.png"}}"#

    @Test func unreadMediaCountAsFallback() async throws {
        let payload = Self.own.replacing("PORT", with: "1")
        let (end, output) = try await run(["rewrite", "--fail-on-fallback"], input: payload)
        #expect(end == .exited(4))
        #expect(output.contains(#""code":"gate.media-unread""#))
        #expect(output.contains(#""pointer":"/my/pic""#))
        #expect(try await run(["rewrite"], input: payload).end == .exited(0))
    }

    @Test(arguments: [
        ["--media", "$.my.pic"], ["--media", "/my/pic"],
        ["--policy", "apple", "--media", "$.none", "--media", "$.my.pic"],
    ])
    func ownPathNeedsNoPolicyFile(_ options: [String]) async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        let payload = Self.own.replacing("PORT", with: "\(origin.port)")
        let allow = ["--allow-address", "127.0.0.0/8:\(origin.port)"]
        let (end, output) = try await run(["rewrite"] + options + allow, input: payload)
        #expect(end == .exited(0))
        #expect(output.contains(#""outcome":"attached","policy":"apple""#))
        #expect(output.contains(#""media":[{"pointer":"/my/pic""#))
    }

    @Test(arguments: [["--media", "my.pic"], ["--policy", "hive", "--media", "$.my.pic"]])
    func unusableOwnPathIsAUsageError(_ options: [String]) async throws {
        #expect(try await run(["rewrite"] + options, input: Self.own).end == .exited(2))
    }

    /// The stage that stopped a payload is the one that did, and no later one has a tick.
    @Test func explainTicksOnlyWhatRan() async throws {
        let payload = #"{"aps":{"alert":"x","mutable-content":1},"media_url":"https://media.example/a.webp?s=1"}"#
        let (_, output) = try await run(["explain"], input: payload)
        let marks = output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^  ([✓✗!·])  ([a-z]+) /#).map { "\($0.2) \($0.1)" }
        }
        #expect(
            marks == ["payload ✓", "gate ✓", "policy ✗", "fetch ·", "inspect ·", "attach ·", "rewrite ✓"]
        )
        #expect(output.contains("/media_url → https://media.example/a.webp?…"))
        #expect(!output.contains("?s=1"))
    }

    @Test(arguments: [("photo.png", 0), ("page.png", 4)])
    func inspectionEndsWithItsVerdict(_ name: String, status: Int32) async throws {
        let scratch = try BatchScratch()
        let bytes = name == "photo.png" ? SampleMedia.photoPNG.bytes : Array("<html></html>".utf8)
        try Data(bytes).write(to: URL(filePath: "\(scratch.path)/\(name)"))
        let (end, output) = try await run(["inspect", "\(scratch.path)/\(name)"])
        #expect(end == .exited(status))
        #expect(!output.contains("URL"))
        let (missing, _) = try await run(["inspect", "\(scratch.path)/none.png"])
        #expect(missing == .exited(2))
    }
}
