import AttacheTesting
import Foundation
import TestWidth
import Testing

/// `attache center play` with the standard interface; Tests/Trials/Extensions/run plays those with content extensions.
@Suite("attache center play", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct PlayProgramTests {
    private static let scripts = Checkout.root.appending(path: "Tests/Device/GuideExtensionTests/Scripts")
    private let scratch: ScratchDirectory
    private var directory: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func file(_ name: String, _ text: String) throws -> String {
        let file = directory.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path(percentEncoded: false)
    }

    private func script(_ steps: String) throws -> String {
        try file("script.yaml", "schema: attache-script/1\nsteps:\n\(steps)\n")
    }

    private func run(_ arguments: String...) async throws -> (output: String, errors: String, end: ProgramEnd) {
        let program = try PipedProgram(["center", "play"] + arguments)
        program.closeInput()
        let output = String(decoding: await program.readRest(), as: UTF8.self)
        return (output, await program.standardError, await program.wait())
    }

    @Test(
        "The output of a script is that of the page",
        arguments: [("hive-buttons", 0), ("hive-groups", 0), ("bank", 4)] as [(String, Int32)]
    )
    func page(name: String, status: Int32) async throws {
        let path = Self.scripts.appending(path: "\(name).yaml").path(percentEncoded: false)
        let (output, _, end) = try await run(path)
        #expect(end == .exited(status))
        let page = Checkout.root.appending(path: "Sources/Pipeline/Attache/Attache.docc/PlayScripts.md")
        let shown = output.replacing(Self.scripts.path(percentEncoded: false) + "/", with: "")
        #expect(
            try String(contentsOf: page, encoding: .utf8).contains("$ attache center play \(name).yaml\n\(shown)```")
        )
    }

    @Test("A step that fails has the line, what was seen, and the status 4")
    func failure() async throws {
        let path = try script("- deliver: {payload: {aps: {alert: A}}}\n- expect: {body: B, badge: 1}\n- clear")
        let (output, _, end) = try await run(path)
        #expect(end == .exited(4))
        #expect(output.contains("\(path):4:12: body: expected \"B\", found \"A\"\n"))
        #expect(output.contains("\(path):4:21: badge: expected 1, found 0\n"))
        #expect(output.hasSuffix("3 steps, step 2 failed, 1 not played\n"))
        let lines = try await run(path, "--json").output.split(separator: "\n")
        let last = try #require(lines.last.map { try JSONSerialization.jsonObject(with: Data($0.utf8)) })
        let object = try #require(last as? [String: Any])
        #expect(lines.count == 2 && object["passed"] as? Bool == false && object["line"] as? Int == 4)
        #expect((object["failures"] as? [[String: Any]])?.count == 2)
    }

    @Test(
        "A file that is unusable has the status 2",
        arguments: [
            "- delive: a", "- dismiss: now", "- wait: 9000h", "- expect: {titel: a}", "- deliver: nowhere.json",
            String(repeating: "[", count: 5000), String(repeating: "- dismiss\n", count: 10_001), "- tap: 'a\u{0}'",
        ]
    )
    func unusable(steps: String) async throws {
        let (output, errors, end) = try await run(script(steps))
        #expect(end == .exited(2) && output.isEmpty && errors.hasPrefix("attache: "))
    }

    @Test("Categories and extensions that are unusable have the status 2")
    func unusableParts() async throws {
        let path = try script("- clear")
        let categories = try file("categories.yaml", "schema: attache-categories/1\ncategories: {c: [NONE]}\n")
        let source = try file("A.swift", "import UserNotificationsUI\nclass A: ContentViewController {}\n")
        #expect(try await run(path, "--categories", categories).end == .exited(2))
        #expect(try await run(path, "--categories", "/nowhere").end == .exited(2))
        #expect(try await run(path, "--content-extension", source).end == .exited(2))
        #expect(try await run(path, "--content-extension", directory.path(percentEncoded: false)).end == .exited(2))
        #expect(try await run(path, "--service-extension", source).end == .exited(2))
        #expect(try await run("/nowhere.yaml").end == .exited(2))
    }

    @Test("10,000 steps are played, and a repeating notification ends a wait without end")
    func long() async throws {
        let steps = String(repeating: "- deliver: {payload: {aps: {alert: A}}}\n- dismiss\n", count: 5000)
        let (output, _, end) = try await run(script(steps))
        #expect(end == .exited(0) && output.hasSuffix("10000 steps, none failed\n"))
        let endless = "- schedule: {id: a, after: 60s, repeats: true, body: Again}\n- wait: 8784h"
        #expect(try await run(script(endless)).end == .exited(4))
    }

    @Test(
        "A script is read from standard input, and its payloads from the working directory",
        arguments: ["-", "/dev/stdin"]
    )
    func standardInput(name: String) async throws {
        let push = try file("push.json", #"{"aps":{"alert":"A"}}"#)
        let program = try PipedProgram(["center", "play", name])
        program.write("schema: attache-script/1\nsteps:\n- deliver: \(push)\n- expect: {body: A}\n")
        program.closeInput()
        let output = String(decoding: await program.readRest(), as: UTF8.self)
        #expect(await program.wait() == .exited(0))
        #expect(output.hasPrefix("ok      -:3  0 s  deliver ") && output.hasSuffix("2 steps, none failed\n"))
    }

    @Test("A name that begins with dashes is no option", arguments: ["--step-limit", "-x.yaml"])
    func dashes(name: String) async throws {
        _ = try file("push.json", #"{"aps":{"alert":"A"}}"#)
        _ = try file(name, "schema: attache-script/1\nsteps:\n- deliver: push.json\n- expect: {body: A}\n")
        let attache = URL(filePath: PipedProgram.path).path(percentEncoded: false)
        let command = "cd '\(directory.path(percentEncoded: false))' && exec '\(attache)' center play -- \(name)"
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", command]
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0 && output.hasSuffix("2 steps, none failed\n"))
    }

    @Test("A push of attache deliver has its own buttons in a script")
    func ownCategory() async throws {
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"custom":{"i":"1"},"buttons":[{"i":"a","n":"Buy"}]}"#
        let push = try file("push.json", payload)
        let center = directory.appending(path: "center.sqlite").path(percentEncoded: false)
        let store = directory.appending(path: "media").path(percentEncoded: false)
        let program = try PipedProgram(["deliver", push, "--center", center, "--store", store, "--collapse-id", "a"])
        program.closeInput()
        _ = await program.readRest()
        #expect(await program.wait() == .exited(0))
        let steps = "- long-press: a\n- expect: {buttons: [Buy]}\n- tap-action: Buy\n- expect: {app-responses: [a]}"
        #expect(try await run(script(steps), "--center", center).end == .exited(0))
    }

    @Test("A script has a centre of its own, and that of --center keeps its content")
    func center() async throws {
        let path = try script("- deliver: {id: a, payload: {aps: {alert: A, badge: 2}}}\n- expect: {delivered: [a]}")
        for _ in 1...2 { #expect(try await run(path).end == .exited(0)) }
        let file = directory.appending(path: "center.sqlite").path(percentEncoded: false)
        for _ in 1...2 { #expect(try await run(path, "--center", file).end == .exited(0)) }
        let program = try PipedProgram(["center", "list", "--center", file])
        program.closeInput()
        #expect(String(decoding: await program.readRest(), as: UTF8.self).contains("a  "))
        #expect(await program.wait() == .exited(0))
    }
}
