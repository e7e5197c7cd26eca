import AttacheTesting
import Foundation
import Glibc
import LoopbackOrigin
import TestWidth
import Testing

/// `attache lint` as a process: its status, its files and its downloads.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
struct LintProgramTests {
    private func run(_ arguments: [String], input: String = "") async throws -> (end: ProgramEnd, output: String) {
        let program = try PipedProgram(["lint"] + arguments)
        if !input.isEmpty { program.write(input) }
        program.closeInput()
        var output = ""
        while case let line = await program.readLine(), !line.isEmpty { output += line }
        return (await program.wait(), output)
    }

    private static let good = #"{"aps":{"alert":"Hi","mutable-content":1},"image":"https://img.attache.dev/a.png"}"#
    private static let noted = good.replacing("a.png", with: "a.png?s=1")
    private static let bad = good.replacing(#","mutable-content":1"#, with: "")

    /// Options, the input and the status.
    private static let statuses: [(String, String, Int32)] = [
        ("", good, 0), ("", bad, 4), ("--exit-zero", bad, 0), ("", noted, 0), ("--fail-on error", bad, 4),
        ("--fail-on note", noted, 4), ("--fail-on note", good, 0), ("--portable --fail-on error", noted, 4),
        ("--fail-on note --lint-ignore query=signed", noted, 0), ("", "{", 4), ("--exit-zero", "{", 0),
        ("--exit-zero --fail-on note", good, 2), ("--lint-ignore query", good, 2), ("--fix", good, 2),
        ("--dry-run", good, 2), ("/nowhere.json", "", 2),
        ("--format xml", good, 2),
    ]

    @Test(arguments: statuses)
    func statusSaysWhatWasFound(_ options: String, _ input: String, status: Int32) async throws {
        let words = options.split(separator: " ").map(String.init)
        #expect(try await run(words, input: input).end == .exited(status))
    }

    @Test func directoryIsReadAsByBatch() async throws {
        let scratch = try BatchScratch()
        try scratch.write(Self.bad + "\n\n" + Self.good + "\n", to: "b/x.ndjson")
        try scratch.write(Self.bad, to: "a.json")
        try scratch.write("no payload", to: "a.txt")
        let (end, output) = try await run(["--json", scratch.path])
        #expect(end == .exited(4))
        let sources = output.matches(of: /"source":"([^"]*)"/).map { String($0.1).replacing(scratch.path, with: "") }
        #expect(sources == ["/a.json", "/b/x.ndjson#1", "/b/x.ndjson#3"])
        let lines = output.matches(of: /"line":(\d+)/).map { String($0.1) }
        #expect(lines == ["1", "1"])
    }

    @Test func fixKeepsModeAndLinkAndAllOtherBytes() async throws {
        let scratch = try BatchScratch()
        try scratch.write(Self.bad + "\r\n\n{\n" + Self.good, to: "x.ndjson")
        let file = scratch.path + "/x.ndjson"
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)
        try FileManager.default.createSymbolicLink(atPath: scratch.path + "/link.ndjson", withDestinationPath: file)
        // The third line is no deliverable push.
        #expect(try await run(["--fix", scratch.path + "/link.ndjson"]).end == .exited(3))
        #expect(scratch.read("x.ndjson") == Self.good + "\r\n\n{\n" + Self.good)
        let attributes = try FileManager.default.attributesOfItem(atPath: file)
        #expect(attributes[.posixPermissions] as? Int == 0o640)
        let link = try FileManager.default.attributesOfItem(atPath: scratch.path + "/link.ndjson")
        #expect(link[.type] as? FileAttributeType == .typeSymbolicLink)
        #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path).count == 2)
    }

    /// What root mends stays its owner's.
    @Test(.enabled(if: geteuid() == 0, "Only root can give files away."))
    func fixKeepsOwner() async throws {
        let scratch = try BatchScratch()
        try scratch.write(Self.bad, to: "a.json")
        let file = scratch.path + "/a.json"
        try #require(unsafe chown(file, 1234, 4321) == 0 && chmod(file, 0o640) == 0)
        #expect(try await run(["--fix", file]).end == .exited(0))
        #expect(scratch.read("a.json") == Self.good)
        var status = stat()
        try #require(unsafe stat(file, &status) == 0)
        #expect(status.st_uid == 1234 && status.st_gid == 4321 && status.st_mode & 0o7777 == 0o640)
    }

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/patch")))
    func dryRunPrintsAPatch() async throws {
        let scratch = try BatchScratch()
        let pretty = Self.bad.replacing(",", with: ",\n  ").replacing("{", with: "{\n  ")
        try scratch.write(pretty, to: "d/a.json")
        try scratch.write(Self.bad + "\n" + Self.good + "\n" + Self.bad, to: "d/b.ndjson")
        let (end, diff) = try await run(["--fix", "--dry-run", scratch.path + "/d"])
        #expect(end == .exited(0))
        #expect(scratch.read("d/a.json") == pretty)
        try FileManager.default.copyItem(atPath: scratch.path + "/d", toPath: scratch.path + "/e")
        try scratch.write(diff.replacing(scratch.path.dropFirst() + "/d", with: "e"), to: "p.diff")
        let patch = try Process.run(
            URL(filePath: "/usr/bin/patch"),
            arguments: ["-s", "-p1", "-d", scratch.path, "-i", scratch.path + "/p.diff"]
        )
        patch.waitUntilExit()
        #expect(patch.terminationStatus == 0)
        #expect(try await run(["--fix", scratch.path + "/d"]).end == .exited(0))
        for name in ["a.json", "b.ndjson"] { #expect(scratch.read("d/" + name) == scratch.read("e/" + name)) }
    }

    @Test func configurationSwitchesCodesOffWithAReason() async throws {
        let scratch = try BatchScratch()
        try scratch.write("lint-ignore:\n  - lint.query=our CDN signs its URLs\n", to: "c.yaml")
        let (end, output) = try await run(
            ["--json", "--config", scratch.path + "/c.yaml", "--fail-on", "note"],
            input: Self.noted
        )
        #expect(end == .exited(0))
        #expect(output.contains(#""findings":[],"ignored":1"#))
    }

    /// The media are downloaded once under the policy, also where the push would not start the extension.
    @Test(arguments: [
        ("/a.png", "gate.mutable-content-missing"), ("/moved.png", "lint.redirect"), ("/none.png", "fetch.status"),
        ("/page.png", "type.mismatch"), ("/big.png", "size.too-large"),
    ])
    func fetchJudgesTheResponse(_ path: String, code: String) async throws {
        let photo = SampleMedia.photoPNG.bytes
        let origin = try LoopbackOrigin.start(routes: [
            "/a.png": .file(photo, type: "image/png"),
            "/page.png": .file(Array("<html></html>".utf8), type: "text/html"),
            "/moved.png": .redirect(to: "/a.png", status: 302),
            "/big.png": .file(photo + [UInt8](repeating: 0, count: 11 << 20), type: "image/png"),
        ])
        defer { origin.stop() }
        let payload = Self.bad.replacing(
            "https://img.attache.dev/a.png",
            with: "http://127.0.0.1:\(origin.port)\(path)"
        )
        let allow = ["--allow-address", "127.0.0.0/8:\(origin.port)"]
        let (end, output) = try await run(["--json", "--fetch", "--fail-on", "error"] + allow, input: payload)
        #expect(end == .exited(4))
        let codes = output.matches(of: /"code":"([^"]*)"/).map { String($0.1) }
        #expect(codes.contains("gate.mutable-content-missing"))
        #expect(codes.contains(code), "\(output)")
        #expect(codes.contains("lint.redirect") == (code == "lint.redirect"))
    }

    @Test func listNamesEveryCode() async throws {
        let (end, output) = try await run(["--list"])
        #expect(end == .exited(0))
        #expect(output.split(separator: "\n").count > 40)
    }
}
