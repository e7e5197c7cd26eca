import AttacheCommandLine
import AttacheSystem
import AttacheTesting
import Foundation
import NotificationCategories
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

/// How a script's program ended, and what its step reports.
struct ProgramEndRow: Sendable, CustomTestStringConvertible {
    /// What the content extension does.
    let deed: String
    /// The step in which it does it, from 1.
    let step: Int
    /// The words of the failure.
    let words: [String]
    /// Whether the step ends at the limit only.
    var isEndless = false

    var testDescription: String { deed }
}

/// Extensions that end or block the program of a script; Tests/Device/ExtensionPrograms has them.
@Suite("The program of a script", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct ScriptProgramTests {
    private static let program = Bundle.main.executableURL.map {
        $0.deletingLastPathComponent().appending(path: "ExtensionPrograms").path(percentEncoded: false)
    }
    /// Its handler is that of the process.
    private static let stop = Result { try InterruptSignal() }
    private static let plist = """
        <plist version="1.0"><dict><key>NSExtension</key><dict><key>NSExtensionAttributes</key><dict>
        <key>UNNotificationExtensionCategory</key><string>c</string>
        <key>UNNotificationExtensionInitialContentSizeRatio</key><real>1</real>
        </dict><key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.content-extension</string>
        <key>NSExtensionPrincipalClass</key><string>EndingController</string></dict></dict></plist>
        """

    /// Plays pushes to an extension, whose first one is answered, and a step behind them.
    private func play(_ deed: String, arguments: [String]) async throws -> PlayedScript {
        let directory = try ScratchDirectory()
        defer { directory.remove() }
        let list = try directory.write(Self.plist, to: "Info.plist")
        let categories = "schema: attache-categories/1\nactions: {A: {title: Tap}}\ncategories: {c: [A]}\n"
        try directory.write(categories, to: "categories.yaml")
        let text = """
            schema: attache-script/1
            categories: categories.yaml
            steps:
            - deliver: {id: a, payload: {aps: {alert: Hi, category: c, mutable-content: 1}, do: \(deed)}}
            - long-press
            - tap-action: Tap
            - expect: {stage: expanded}
            """
        let file = try directory.write(text, to: "script.yaml")
        let script = try #require(ScriptFile(reading: file).script)
        let program = ScriptProgram(
            program: try #require(Self.program),
            arguments: arguments + ["--view", "ending", list],
            variables: [:],
            center: nil,
            stop: try Self.stop.get()
        )
        return try await program.play(script)
    }

    private static let rows = [
        ProgramEndRow(deed: "crash", step: 2, words: ["SIG"]),
        ProgramEndRow(deed: "late crash", step: 3, words: ["SIG"]),
        ProgramEndRow(deed: "exit0", step: 2, words: ["status 0"]),
        ProgramEndRow(deed: "exit4", step: 2, words: ["status 4"]),
        ProgramEndRow(deed: "late exit0", step: 3, words: ["status 0"]),
        ProgramEndRow(deed: "exit5", step: 2, words: ["status 5"]),
        ProgramEndRow(deed: "exit2", step: 2, words: ["status 2"]),
        ProgramEndRow(deed: "hang", step: 2, words: ["content extension", "15s"], isEndless: true),
        ProgramEndRow(deed: "late hang", step: 3, words: ["content extension", "15s"], isEndless: true),
        ProgramEndRow(deed: "queued", step: 2, words: ["content extension", "15s"], isEndless: true),
    ]

    @Test("A content extension that ends or blocks the program fails the step, with the cause", arguments: rows)
    func ends(row: ProgramEndRow) async throws {
        // Elsewhere a limit would only measure the machine.
        let played = try await play(row.deed, arguments: ["--step-limit", row.isEndless ? "15" : "600"])
        #expect(!played.isPassed && played.steps.count == row.step)
        let last = try #require(played.steps.last)
        let failure = try #require(last.failures.first)
        #expect(last.failures.count == 1 && last.line == 3 + row.step)
        #expect((failure.line, failure.column) == (3 + row.step, 3))
        #expect(row.words.allSatisfy(failure.sentence.contains), "\(failure.sentence)")
        #expect(played.text.hasSuffix("4 steps, step \(row.step) failed, \(4 - row.step) not played\n"))
    }

    @Test("An extension that returns passes")
    func passes() async throws {
        let played = try await play("none", arguments: ["--step-limit", "600"])
        #expect(played.isPassed)
    }

    @Test(
        "A service extension that ends its process is an effect of the push",
        arguments: ["exit", "exit0", "exit4", "fatal"]
    )
    func service(deed: String) async throws {
        let played = try await play(deed, arguments: ["--step-limit", "600", "--service", "crashing"])
        let effects = try #require(played.steps.first).effects
        #expect(effects.contains { $0.contains("service extension: crashed") }, "\(effects)")
    }
}
