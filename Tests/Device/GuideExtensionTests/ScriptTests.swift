import AttacheExtensionTesting
import TestWidth
import Testing
import UserNotificationsUI

@testable import UserNotifications

/// An extension that never answers a response.
private final class SilentController: ContentViewController, UNNotificationContentExtension {
    func didReceive(_ notification: UNNotification) {}

    func didReceive(
        _ response: UNNotificationResponse,
        completionHandler completion: @escaping (UNNotificationContentExtensionResponseOption) -> Void
    ) {}
}

@Suite("Scripts of files", .inProcess, .timeLimit(.minutes(1)))
@MainActor
struct ScriptTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent(
        "Scripts"
    )
    private let center = UNUserNotificationCenter()

    /// The extensions of the example with a script's name.
    private static func extensions(of name: String) -> [ContentExtension] {
        switch name {
        case "bank": [ContentExtension(infoPlist: plist("Bank"), BankController())]
        case "red-green": [ContentExtension(infoPlist: plist("RedGreen"), RedGreenController())]
        case "pushwoosh": [ContentExtension(infoPlist: plist("Pushwoosh"), PaymentController())]
        case "response-options": [ContentExtension(infoPlist: plist("Survey"), SurveyController())]
        default: []
        }
    }

    /// Writes a script for a test, and plays it.
    private func play(
        _ steps: String,
        categories: String = "",
        extensions: [ContentExtension] = [],
        answerLimit: Duration = .seconds(3600)
    ) async throws -> NotificationScript {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent("script-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let file = directory.appendingPathComponent("script.yaml")
        var text = "schema: attache-script/1\n"
        if !categories.isEmpty {
            try categories.write(
                to: directory.appendingPathComponent("categories.yaml"),
                atomically: true,
                encoding: .utf8
            )
            text += "categories: categories.yaml\n"
        }
        try "\(text)steps:\n\(steps)\n".write(to: file, atomically: true, encoding: .utf8)
        let script = NotificationScript(extensions: extensions, center: center, answerLimit: answerLimit)
        try await script.play(file.path)
        return script
    }

    @Test(
        "The scripts of the systems",
        arguments: ["bank", "red-green", "pushwoosh", "response-options", "hive-buttons", "hive-groups"]
    )
    func systems(name: String) async throws {
        let extensions = Self.extensions(of: name)
        let script = NotificationScript(extensions: extensions, center: center, answerLimit: .seconds(3600))
        try await script.play(Self.folder.appendingPathComponent("\(name).yaml").path)
    }

    @Test("A wrong expectation names its line, what was expected and what was seen")
    func wrong() async throws {
        let steps = """
            - deliver: {id: a, payload: {aps: {alert: Hello}}}
            - expect: {stage: banner}
            - expect:
                body: Hallo
                delivered: [b]
            - clear
            """
        do {
            _ = try await play(steps)
            Issue.record("The script succeeds")
        } catch let error as NotificationScriptError {
            let lines = error.description.split(separator: "\n")
            #expect(lines.count == 3)
            #expect(lines[0].hasSuffix(#"script.yaml:6:5: body: expected "Hallo", found "Hello""#))
            #expect(lines[1].hasSuffix("script.yaml:7:5: delivered: expected [b], found [a]"))
            #expect(lines[2] == "the screen shows: banner \"\"; body \"Hello\"; buttons []")
        }
        // The script ended there.
        #expect(center.deliveredIdentifiers == ["a"])
    }

    @Test(
        "A step that is impossible fails",
        arguments: [
            "long-press", "long-press: a", "tap: pay", "toggle: tip", "choose: {segment: a, in: b}", "tap-action: A",
            "tap-notification", "answer-sheet: agree", "tap-media-button", "dismiss", "close",
            "deliver: {payload: {alert: A}}", "expect: {badge: 1}", "expect: {response-option: dismiss}",
            "expect: {age: 1s}", "expect: {elements: {a: b}}", "expect: {rotations: {a: 0}}",
            "expect: {alphas: {a: 0}}",
            "expect: {files: 1}",
        ]
    )
    func impossible(step: String) async {
        await #expect(throws: NotificationScriptError.self) { try await play("- \(step)") }
    }

    @Test("Nothing is there at the start")
    func empty() async throws {
        let parts = """
            {stage: none, identifier: null, title: "", buttons: [], custom-view: false, delivered: [], pending: [],
             delivered-count: 0, badge: 0, files: 0, response-option: null, app-responses: [], app-text: "",
             app-open: false, elements: {a: null}, sheet: [], media-button: null, media: [], group: null}
            """
        _ = try await play("- clear\n- expect: \(parts)")
    }

    @Test(
        "Buttons that a payload makes are seen and tapped where a service extension runs",
        arguments: [(1, "[Buy, Later]"), (0, "[]")]
    )
    func payloadButtons(mark: Int, titles: String) async throws {
        let push = """
            - deliver:
                payload:
                  aps: {alert: Hi, mutable-content: \(mark)}
                  custom: {i: n-1}
                  buttons: [{i: b, n: Later}, {i: a, n: Buy}]
            - expect: {buttons: \(titles)}
            """
        _ = try await play(push)
        guard mark == 1 else { return }
        let steps = "\(push)\n- tap-action: Buy\n- expect: {app-responses: [a], app-open: true, stage: none}"
        _ = try await play("\(steps)\n- clear")
        // The category has the options of the vendor's.
        let dismissed = "- expect: {app-responses: [\(UNNotificationDismissActionIdentifier)]}"
        _ = try await play("\(push)\n- long-press\n- expect: {buttons: \(titles)}\n- dismiss\n\(dismissed)")
    }

    @Test("The app's category stays where the vendor's extension keeps it")
    func keptCategory() async throws {
        let categories = "schema: attache-categories/1\nactions: {A: {title: App}}\ncategories: {c: [A]}\n"
        let push = """
            - deliver:
                payload: {aps: {alert: Hi, mutable-content: 1, category: c}, custom: {i: n}, buttons: [{i: a, n: Buy}]}
            - expect: {buttons: [App]}
            """
        _ = try await play(push, categories: categories)
    }

    @Test("An extension that does not answer fails the step")
    func silent() async throws {
        let categories = "schema: attache-categories/1\nactions: {A: {title: A}}\ncategories: {c: [A]}\n"
        let view = ContentExtension(categories: ["c"], SilentController())
        let steps = "- deliver: {payload: {aps: {alert: Hi, category: c}}}\n- long-press\n- tap-action: A"
        await #expect(throws: NotificationScriptError.self) {
            try await play(steps, categories: categories, extensions: [view], answerLimit: .milliseconds(20))
        }
    }

    @Test("64 requests are all that can be pending")
    func pending() async {
        let requests = (1...65).map { "- schedule: {id: b\($0), after: 1h, body: Text}" }
        await #expect(throws: NotificationScriptError.self) { try await play(requests.joined(separator: "\n")) }
        #expect(center.pendingIdentifiers.count == 64)
    }

    @Test("A category file with a problem is one of the script")
    func brokenCategories() async {
        await #expect(throws: NotificationScriptError.self) {
            try await play("- clear", categories: "schema: attache-categories/1\ncategories: {c: [NONE]}\n")
        }
        await #expect(throws: NotificationScriptError.self) { try await NotificationScript().play("/nowhere.yaml") }
    }
}
