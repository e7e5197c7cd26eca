import AttacheTesting
import TestWidth
import Testing
import UserNotifications

@Suite("Categories of a file", .inProcess, .timeLimit(.minutes(1)))
struct CategoryFileTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func file(_ name: String, _ text: String) throws -> URL {
        let url = scratch.url.appendingPathComponent(name)
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test("A test registers what the app registers", arguments: [("ko-KR", "답장"), ("fr", "Reply")])
    func app(language: String, title: String) async throws {
        let text = """
            schema: attache-categories/1
            actions:
              REPLY: {title: {en: Reply, ko: 답장}, icon: {symbol: bubble}, input: {button: Send, placeholder: Text}}
              DELETE: {title: Delete, options: [destructive, authenticationRequired]}
            categories: {MESSAGE: {actions: [REPLY, DELETE], options: [customDismissAction]}}
            """
        let reply = UNTextInputNotificationAction(
            identifier: "REPLY",
            title: title,
            icon: UNNotificationActionIcon(systemImageName: "bubble"),
            textInputButtonTitle: "Send",
            textInputPlaceholder: "Text"
        )
        let delete = UNNotificationAction(
            identifier: "DELETE",
            title: "Delete",
            options: [.destructive, .authenticationRequired]
        )
        let message = UNNotificationCategory(
            identifier: "MESSAGE",
            actions: [reply, delete],
            intentIdentifiers: [],
            options: .customDismissAction
        )
        let categories = try UNNotificationCategory.categories(inFile: file("c.yaml", text), language: language)
        #expect(categories == [message])
    }

    @Test("Hive's file gives its presets as well")
    func hive() throws {
        let url = try file("hive_push_actions.json", #"{"categories":{}}"#)
        let categories = try UNNotificationCategory.categories(inFile: url)
        #expect(categories.count == 9)
        #expect(categories.contains { $0.identifier == "CONFIRM_CATEGORY" && $0.actions.count == 2 })
    }

    @Test("Every problem is named with its place", arguments: ["schema: x\ncategories: {A: [B]}\n", "[", ""])
    func problems(text: String) throws {
        let url = try file("c.yaml", text)
        #expect {
            _ = try UNNotificationCategory.categories(inFile: url)
        } throws: { error in
            "\(error)".split(separator: "\n").allSatisfy { $0.hasPrefix("\(url.path):") || $0.contains("[categories.") }
        }
    }
}
