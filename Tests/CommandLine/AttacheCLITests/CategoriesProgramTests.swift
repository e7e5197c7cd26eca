import AttacheTesting
import Foundation
import TestWidth
import Testing

@Suite("attache categories", .serialized, .withPrograms, .timeLimit(.minutes(10)))
struct CategoriesProgramTests {
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

    private func run(_ arguments: String...) async throws -> (output: String, end: ProgramEnd) {
        let program = try PipedProgram(["categories"] + arguments)
        program.closeInput()
        let output = String(decoding: await program.readRest(), as: UTF8.self)
        return (output, await program.wait())
    }

    private static let app = """
        schema: attache-categories/1
        actions:
          REPLY: {title: {en: Reply, ko: 답장}, input: {button: Send}}
          DELETE: {title: "Delete\\e[31m", options: [destructive, foreground, authenticationRequired]}
        categories: {MESSAGE: [REPLY, DELETE], EMPTY: []}
        """

    @Test("The buttons of a category file, in a language, without control characters")
    func app() async throws {
        let (output, end) = try await run("--language", "ko-KR", file("app.yaml", Self.app))
        #expect(end == .exited(0))
        let delete = "[Delete\u{FFFD}[31m (foreground, destructive, authentication)]"
        #expect(output == "MESSAGE: [답장 (text, Send)] \(delete)\nEMPTY: no buttons\n")
    }

    @Test("Hive's file by its name, with the presets")
    func hive() async throws {
        let good = try file("hive_push_actions.json", #"{"categories":{}}"#)
        let (output, end) = try await run(good)
        #expect(end == .exited(0) && output.split(separator: "\n").count == 9)
        #expect(output.contains("ACCEPT_ALL_CATEGORY: [Accept all] [Close]\n"))
        #expect(try await run("--format", "app", good).end == .exited(4))
        let bad = try file("hive_push_actions.json", #"{"actions":{"CLOSE_ID":{}},"categories":{}}"#)
        #expect(try await run(bad).end == .exited(4))
    }

    @Test("The Info.plist of a content extension; a category of two of them is an error")
    func plist() async throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict><key>NSExtension</key><dict>
            <key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.content-extension</string>
            <key>NSExtensionPrincipalClass</key><string>View</string>
            <key>NSExtensionAttributes</key><dict>
            <key>UNNotificationExtensionCategory</key><string>sale</string>
            <key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.5</real>
            </dict></dict></dict></plist>
            """
        let one = try file("One.plist", text)
        let (output, end) = try await run(one)
        #expect(
            end == .exited(0) && output.contains("categories sale\n  initial size ratio 0.5, default content shown")
        )
        #expect(try await run(one, file("Two.plist", text)).end == .exited(4))
        #expect(try await run(file("Three.plist", "<plist/>")).end == .exited(4))
    }

    @Test("The buttons that a vendor's extension makes of a payload")
    func payload() async throws {
        let text = #"{"aps":{"alert":"x"},"custom":{"i":"1"},"buttons":[{"i":"a","n":"Open"},{"i":"b","n":"Later"}]}"#
        let (output, end) = try await run("--format", "payload", file("push.json", text))
        #expect(end == .exited(0))
        let line = "push.json: onesignal: __onesignal__dynamic__1: [Later (foreground)] [Open (foreground)]\n"
        #expect(output.hasSuffix(line))
        let none = try await run("--format", "payload", file("none.json", #"{"aps":{"alert":"x"}}"#))
        #expect(none.end == .exited(0) && none.output.hasSuffix("none.json: no buttons of a known vendor\n"))
        #expect(try await run("--format", "payload", file("bad.json", "{")).end == .exited(4))
        #expect(try await run("--format", "payload", "/nonexistent.json").end == .exited(2))
    }

    @Test("A push in an envelope, and one with a member named payload beside aps")
    func envelope() async throws {
        let buttons = #""custom":{"i":"1"},"buttons":[{"i":"a","n":"Open"}]"#
        for text in [
            #"{"payload":{"aps":{"alert":"x"},\#(buttons)}}"#, #"{"aps":{"alert":"x"},"payload":{"k":1},\#(buttons)}"#,
        ] {
            let (output, end) = try await run("--format", "payload", file("push.json", text))
            #expect(end == .exited(0))
            #expect(output.hasSuffix("__onesignal__dynamic__1: [Open (foreground)]\n"), "\(text)")
        }
    }

    @Test("A payload beyond the limit is an error that names the limit, and an empty file another")
    func limits() async throws {
        let large = #"{"aps":{"alert":"\#(String(repeating: "x", count: 1 << 21))"}}"#
        let files = [try file("large.json", large), try file("empty.json", "")]
        for (file, word) in zip(files, ["longer", "empty"]) {
            let program = try PipedProgram(["categories", "--format", "payload", file])
            program.closeInput()
            _ = await program.readRest()
            #expect(await program.wait() == .exited(4))
            #expect(await program.standardError.contains(word))
        }
    }

    @Test("A full disk is a failure, and a closed pipe is none")
    func output() async throws {
        let (app, payload) = (try file("app.yaml", Self.app), try file("push.json", #"{"aps":{"alert":"x"}}"#))
        for arguments in [[app], ["--format", "payload", payload]] {
            let full = try PipedProgram(["categories"] + arguments, output: "/dev/full")
            #expect(await full.wait() == .exited(1))
            let closed = try PipedProgram(["categories"] + arguments)
            closed.closeOutput()
            #expect(await closed.wait() == .exited(0))
        }
    }
}
