import TestWidth
import Testing

@testable import NotificationCategories

@Suite("Category files", .inProcess, .timeLimit(.minutes(1)))
struct CategoryFileReadingTests {
    private static func read(_ text: String, file: String = "categories.yaml") -> CategoryFile {
        CategoryFile(Array(text.utf8), file: file, as: .app)
    }

    private static let example = """
        schema: attache-categories/1
        actions:
          REPLY:
            title: {en: Reply, ko: 답장}
            options: [authenticationRequired]
            icon: {symbol: arrowshape.turn.up.left}
            input: {button: Send, placeholder: Your answer}
          LATER: {title: Later, icon: {image: clock}}
          DELETE: {title: Delete, options: [destructive, foreground]}
        categories:
          MESSAGE:
            actions: [REPLY, LATER, DELETE]
            options: [customDismissAction, hiddenPreviewsShowTitle]
            hiddenPreviewsBody: "%u messages"
          NOTE: [LATER]
        """

    @Test("A YAML file gives all properties of its categories")
    func yaml() throws {
        let file = Self.read(Self.example)
        #expect(file.problems.isEmpty)
        #expect(file.categories.categories.map(\.identifier) == ["MESSAGE", "NOTE"])
        let message = try #require(file.categories["MESSAGE"])
        #expect(message.options == [.customDismissAction, .hiddenPreviewsShowTitle])
        #expect(message.hiddenPreviewsBody?.text(for: "de") == "%u messages")
        let reply = message.actions[0]
        #expect(reply.title.text(for: "ko") == "답장" && reply.icon == .symbol("arrowshape.turn.up.left"))
        #expect(reply.textInput?.button.standard == "Send" && reply.textInput?.placeholder.standard == "Your answer")
        #expect(
            message.actions[1].icon == .image("clock") && message.actions[2].options == [.destructive, .foreground]
        )
    }

    @Test("A JSON file gives the same, with escapes beyond the first plane")
    func json() {
        let text = #"""
            {"schema": "attache-categories/1", "language": "ko", "actions": {"A": {"title": {"ko": "\ud83c\udf81 열기"}}},
             "categories": {"GIFT": {"actions": ["A"]}}}
            """#
        let file = Self.read(text, file: "categories.json")
        #expect(file.problems.isEmpty)
        #expect(file.categories["GIFT"]?.actions.first?.title.text(for: "en") == "🎁 열기")
    }

    @Test(
        "Each mistake has its code and its line",
        arguments: [
            ("actions: {}\ncategories: {}", [CategoryCode.missingKey], [1]),
            ("schema: attache-categories/2\ncategories: {}", [.unknownSchema], [1]),
            (
                "schema: attache-categories/1\ncategories:\n  X: {actons: [], options: [none]}",
                [.unknownKey, .unknownOption], [3, 3]
            ),
            (
                "schema: attache-categories/1\ncategories:\n  X: [A]\n  X: [A]", [.unknownAction, .duplicateKey],
                [3, 4]
            ),
            ("schema: attache-categories/1\ncategories: [X]", [.wrongType], [2]),
            ("schema: attache-categories/1\nactions:\n  A: {title: T, icon: {}}\ncategories: {}", [.missingKey], [3]),
            ("schema: attache-categories/1\nactions:\n  A: {title: T, input: {}}\ncategories: {}", [.missingKey], [3]),
            ("schema: attache-categories/1\nactions:\n  A: {title: {de: T}}\ncategories: {}", [.missingEnglish], [3]),
            (
                "schema: attache-categories/1\nlanguage: de\nactions:\n  A: {title: {en: T}}\ncategories: {}",
                [.missingKey], [4]
            ),
            ("schema: attache-categories/1\nactions:\n  A: {title: true}\ncategories: {}", [.wrongType], [3]),
            ("", [.unreadable], [1]),
            ("a: &x 1\nb: *x", [.unreadable], [2]),
        ]
    )
    func mistakes(text: String, codes: [CategoryCode], lines: [Int]) {
        let file = Self.read(text)
        #expect(file.problems.map(\.code) == codes && file.problems.map(\.line) == lines)
        #expect(!file.isValid)
    }

    @Test("Ten buttons are the documented limit of a category", arguments: [10, 11])
    func buttons(count: Int) {
        let actions = (0..<count).map { "  A\($0): {title: T}" }.joined(separator: "\n")
        let list = (0..<count).map { "A\($0)" }.joined(separator: ", ")
        let file = Self.read("schema: attache-categories/1\nactions:\n\(actions)\ncategories:\n  X: [\(list)]")
        #expect(file.problems.map(\.code) == (count > 10 ? [.tooManyButtons] : []))
        #expect(file.categories["X"]?.actions.count == 10)
    }

    @Test("A missing file is one problem without a line")
    func missing() {
        let file = CategoryFile(reading: "/nonexistent/categories.yaml", as: .app)
        #expect(file.problems.map(\.code) == [.unreadable] && file.problems.first?.line == nil)
    }

    @Test(
        "The banner shows two buttons, the expanded notification four or ten",
        arguments: [(ButtonLayout.ExpandedLimit.four, 4), (.ten, 10)]
    )
    func layout(limit: ButtonLayout.ExpandedLimit, expanded: Int) {
        let layout = ButtonLayout(expandedLimit: limit)
        for count in [0, 1, 2, 3, 4, 5, 10, 11] {
            let buttons = Array(0..<count)
            #expect(layout.shown(buttons, in: .banner) == Array(0..<min(count, 2)))
            #expect(layout.shown(buttons, in: .expanded) == Array(0..<min(count, expanded)))
        }
    }
}
