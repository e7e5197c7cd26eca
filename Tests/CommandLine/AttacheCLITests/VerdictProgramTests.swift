import AttacheTesting
import Foundation
import LoopbackOrigin
import TestWidth
import Testing

/// What the programs say about payloads and files, as a user sees it.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(10)))
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

    /// What FCM delivers, image included.
    @Test(
        arguments: [
            (
                #"{"notification":{"title":"T","body":"B","image":"n"},"data":{"k":"v"},"apns":{"payload":{"aps":{"mutable-content":1}},"fcm_options":{"image":"a"}}}"#,
                #"{"aps":{"mutable-content":1,"alert":{"title":"T","body":"B"}},"fcm_options":{"image":"a"},"k":"v"}"#
            ),
            (
                #"{"notification":{"title":"T","image":"n"},"apns":{"payload":{"aps":{"alert":"own"}}}}"#,
                #"{"aps":{"alert":"own"},"fcm_options":{"image":"n"}}"#
            ),
            (
                #"{"data":{"k":"v"},"apns":{"payload":{"aps":{"content-available":1}}}}"#,
                #"{"aps":{"content-available":1},"k":"v"}"#
            ),
        ]
    )
    func fcmRequestIsJudgedByWhatItDelivers(_ message: String, delivered: String) async throws {
        let request = #"{"message":{"token":"t",\#(message.dropFirst())}"#
        let (end, output) = try await run(["rewrite"], input: request)
        #expect(end == .exited(0))
        #expect(output.contains(#""shape":"fcm-v1""#) && output.contains(#""userInfo":\#(delivered)"#), "\(output)")
    }

    @Test func eachMessageOfAListHasAResult() async throws {
        let messages = [#"{"to":"ExpoPushToken[x]","body":"a"}"#, #"{"to":"ExpoPushToken[y]","body":"b"}"#]
        let list = "[\(messages.joined(separator: ", "))]\n"
        let (end, output) = try await run(["rewrite", "--emit", "payload"], input: list)
        #expect(end == .exited(0) && output == messages.joined(separator: "\n") + "\n")
        #expect(try await run(["rewrite"], input: list).output.contains(#""source":"stdin#2","shape":"expo""#))
        // One explanation is of one payload.
        #expect(try await run(["explain"], input: list).end == .exited(3))
    }

    /// What is attached under a generic key says nothing of the vendor's, and a path without a value is no verdict.
    @Test(
        arguments: [
            (
                #""ct_mediaUrl":"https://example.com/a.png","image":"URL""#, [],
                #""outcome":"attached","policy":"community""#
            ),
            (#""media_url":"URL""#, ["--media", "/nothere"], #""outcome":"untouched","policy":"apple""#),
        ] as [(String, [String], String)]
    )
    func whatNoPolicyReadCountsAsFallback(_ members: String, _ options: [String], end words: String) async throws {
        let origin = try LoopbackOrigin.start { _ in .file(SampleMedia.photoPNG.bytes, type: "image/png") }
        defer { origin.stop() }
        let url = "http://127.0.0.1:\(origin.port)/a.png"
        let payload = #"{"aps":{"alert":"x","mutable-content":1},\#(members.replacing("URL", with: url))}"#
        let allow = ["--allow-address", "127.0.0.0/8:\(origin.port)"]
        let (end, output) = try await run(["rewrite", "--fail-on-fallback"] + options + allow, input: payload)
        #expect(end == .exited(4))
        #expect(output.contains(words))
        #expect(output.contains(#""code":"gate.media-unread""#))
    }

    @Test(arguments: [["--media", "my.pic"], ["--policy", "hive", "--media", "$.my.pic"]])
    func unusableOwnPathIsAUsageError(_ options: [String]) async throws {
        #expect(try await run(["rewrite"] + options, input: Self.own).end == .exited(2))
    }

    @Test(arguments: [
        ("fetch.statu", "did you mean fetch.status?"), ("FETCH.STATUS", "did you mean fetch.status?"),
        ("egress.private", "use one of egress.address-denied, "), ("nope.json", "there is no such file"),
        ("payload.jsn", "there is no such file"),
    ])
    func mistypedCodeIsNamedAsOne(_ code: String, words: String) async throws {
        let program = try PipedProgram(["explain", code])
        program.closeInput()
        #expect(await program.wait() == .exited(2))
        let text = await program.standardError
        #expect(text.contains(words), "\(text)")
    }

    @Test(arguments: ["rewrite", "explain", "inspect"])
    func directoryIsAUsageErrorThatNamesBatch(_ command: String) async throws {
        let scratch = try BatchScratch()
        let program = try PipedProgram([command, scratch.path])
        program.closeInput()
        #expect(await program.wait() == .exited(2))
        let text = await program.standardError
        #expect(text.contains("is a directory") && text.contains("attache batch"), "\(text)")
    }

    /// A limit of the caller is not the origin's fault.
    @Test func shortTimeoutIsNotTheOrigins() async throws {
        let origin = try LoopbackOrigin.start { _ in .silent }
        defer { origin.stop() }
        let payload = #"{"aps":{"alert":"x","mutable-content":1},"image":"http://127.0.0.1:\#(origin.port)/a.png"}"#
        let allow = ["--allow-address", "127.0.0.0/8:\(origin.port)"]
        let (_, output) = try await run(["rewrite", "--deadline", "100ms"] + allow, input: payload)
        #expect(output.contains("Give more time (an extension has up to 30 s)"), "\(output)")
        #expect(!output.contains("faster origin"))
    }

    /// The stage that stopped a payload is the one that did, and no later one has a tick.
    @Test func explainTicksOnlyWhatRan() async throws {
        let payload = #"{"aps":{"alert":"x","mutable-content":1},"media_url":"https://media.example/a.webp?s=1"}"#
        let (_, output) = try await run(["explain"], input: payload)
        let marks = output.split(separator: "\n").compactMap { line in
            line.firstMatch(of: #/^  ([✓✗!·])  ([a-z]+) /#).map { "\($0.2) \($0.1)" }
        }
        #expect(
            marks == ["payload ✓", "gate ✓", "policy ✗", "fetch ·", "inspect ·", "attach ·", "rewrite ✓", "also !"]
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
