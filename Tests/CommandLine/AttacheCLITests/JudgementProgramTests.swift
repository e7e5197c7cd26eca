import AttacheTesting
import LoopbackOrigin
import TestWidth
import Testing

/// One rule for the exit status of all commands that judge: 0 for nothing wrong, 4 for what is wrong, 2 for wrong usage.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(5)))
struct JudgementProgramTests {
    /// A command with an input that is right, and one that is wrong.
    struct Judge: Sendable, CustomTestStringConvertible {
        let words: [String]
        let good: [String: String]
        let bad: [String: String]

        var testDescription: String { words.joined(separator: " ") }
    }

    private static let source = "import UserNotifications\nclass Service: UNNotificationServiceExtension {}\n"
    private static let policy = """
        schema: attache-policy/1
        name: acme
        summary: An app
        source: [The app]
        extends: apple
        payload:
          media:
            - url: $.acme.image
        """
    private static let cases = "- name: one\n  payload: {aps: {alert: x, mutable-content: 1}}\n  expect: {outcome: "

    static let judges = [
        Judge(
            words: ["lint"],
            good: ["a.json": #"{"aps":{"alert":"x"}}"#],
            bad: ["a.json": #"{"aps":{"alert":"x","mutable_content":1}}"#]
        ),
        Judge(words: ["extension", "check"], good: ["a.swift": source], bad: ["a.swift": source + "import Combine\n"]),
        Judge(words: ["policy", "check"], good: ["acme.yaml": policy], bad: ["acme.yaml": policy + "\nother: 1\n"]),
        Judge(
            words: ["policy", "test"],
            good: ["acme.yaml": policy, "cases.yaml": cases + "untouched}\n"],
            bad: ["acme.yaml": policy, "cases.yaml": cases + "attached}\n"]
        ),
        Judge(
            words: ["categories"],
            good: ["categories.yaml": "schema: attache-categories/1\ncategories: {CHAT: []}\n"],
            bad: ["categories.yaml": "schema: attache-categories/1\ncategories: {CHAT: [REPLY]}\n"]
        ),
    ]

    private func run(_ words: [String]) async throws -> ProgramEnd {
        let program = try PipedProgram(words)
        program.closeInput()
        while case let line = await program.readLine(), !line.isEmpty {}
        return await program.wait()
    }

    private func status(_ judge: Judge, _ files: [String: String], _ options: [String] = []) async throws -> ProgramEnd
    {
        let scratch = try BatchScratch()
        let paths = files.keys.sorted().map { "\(scratch.path)/\($0)" }
        for (name, text) in files { try scratch.write(text, to: name) }
        return try await run(judge.words + paths + options)
    }

    @Test("The files of a judge decide the status", arguments: judges)
    func files(_ judge: Judge) async throws {
        #expect(try await status(judge, judge.good) == .exited(0))
        #expect(try await status(judge, judge.bad) == .exited(4))
        #expect(try await status(judge, judge.bad, ["--exit-zero"]) == .exited(0))
        #expect(try await status(judge, judge.good, ["/nowhere/file"]) == .exited(2))
    }

    @Test("A file of another type than its name is refused; one that nobody may read is a fault of the machine")
    func inspect() async throws {
        let scratch = try BatchScratch()
        try scratch.write("no picture", to: "a.png")
        #expect(try await run(["inspect", scratch.path + "/a.png"]) == .exited(4))
        #expect(try await run(["inspect", scratch.path + "/a.png", "--exit-zero"]) == .exited(0))
        #expect(try await run(["inspect", "/proc/self/mem"]) == .exited(1))
        #expect(try await run(["inspect", "/nowhere/a.png"]) == .exited(2))
    }

    @Test("A URL that is denied, and one that is not")
    func check() async throws {
        #expect(try await run(["check", "https://img.attache.dev/a.png"]) == .exited(0))
        #expect(try await run(["check", "http://img.attache.io/a.png"]) == .exited(4))
        #expect(try await run(["check", "http://img.attache.io/a.png", "--exit-zero"]) == .exited(0))
    }
}
