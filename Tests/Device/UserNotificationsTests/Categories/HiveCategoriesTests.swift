import TestWidth
import Testing

@testable import NotificationCategories

/// A mistake in `hive_push_actions.json`, its code and its place.
struct HiveMistake: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let text: String
    let code: CategoryCode
    let pointer: String
    let line: Int
    let column: Int

    init(_ name: String, _ text: String, _ code: CategoryCode, _ pointer: String, _ line: Int, _ column: Int) {
        testDescription = name
        self.text = text
        self.code = code
        self.pointer = pointer
        self.line = line
        self.column = column
    }
}

@Suite("hive_push_actions.json", .inProcess, .timeLimit(.minutes(1)))
struct HiveCategoriesTests {
    private static func read(_ text: String) -> CategoryFile {
        CategoryFile(Array(text.utf8), file: "hive_push_actions.json", as: .hive)
    }

    private static func title(_ languages: Int, english: Bool = true) -> String {
        let tags =
            (english ? ["en"] : [])
            + (0..<(languages - (english ? 1 : 0))).map { "a\(Character(UnicodeScalar(UInt8(97 + $0))))" }
        return "{\(tags.map { "\"\($0)\":\"T\"" }.joined(separator: ","))}"
    }

    private static func file(actions: [String], buttons: [String], title: String = #"{"en":"T"}"#) -> String {
        let definitions = actions.map { "\"\($0)\":{\"title\":\(title)}" }.joined(separator: ",")
        let list = buttons.map { "\"\($0)\"" }.joined(separator: ",")
        return "{\"actions\":{\(definitions)},\n\"categories\":{\"RAID\":[\(list)]}}"
    }

    @Test(
        "The presets have the documented buttons, in order",
        arguments: [
            ("INFO_CATEGORY", ["CONFIRM_ID"]), ("CLOSE_CATEGORY", ["CLOSE_ID"]),
            ("CONFIRM_CATEGORY", ["CONFIRM_ID", "CLOSE_ID"]), ("EXECUTE_CATEGORY", ["EXECUTE_ID", "CANCEL_ID"]),
            ("ACCEPT_ALL_CATEGORY", ["ACCEPT_ALL_ID", "CLOSE_ID"]),
            ("ACCEPT_NOW_CATEGORY", ["ACCEPT_NOW_ID", "CLOSE_ID"]),
            ("PURCHASE_CATEGORY", ["PURCHASE_ID", "DECLINE_ID"]), ("SALE_CATEGORY", ["SALE_ID", "DECLINE_ID"]),
            ("ACCEPT_DECISION_CATEGORY", ["ACCEPT_ID", "REJECT_ID", "HOLDING_ID"]),
        ]
    )
    func presets(identifier: String, actions: [String]) {
        let file = Self.read(#"{"actions":{},"categories":{}}"#)
        #expect(file.problems.isEmpty && file.categories.categories.count == 9)
        #expect(file.categories[identifier]?.actions.map(\.identifier) == actions)
        #expect(file.categories[identifier.lowercased()] == nil)
    }

    @Test("An app's own category follows the game's language")
    func own() throws {
        let file = Self.read(
            #"""
            {"actions": {"RAID_ID": {"title": {"en": "Join", "ko": "참가", "zh-hant": "加入"},
                                     "options": ["foreground", "authenticationRequired"]},
                         "LATER_ID": {"title": {"en": "Later"}, "options": ["destructive"]}},
             "categories": {"RAID": ["LATER_ID", "RAID_ID"]}}
            """#
        )
        #expect(file.problems.isEmpty && file.isValid)
        let category = try #require(file.categories["RAID"])
        #expect(category.actions.map(\.identifier) == ["LATER_ID", "RAID_ID"])
        #expect(category.actions[1].options == [.foreground, .authenticationRequired])
        #expect(
            ["ko-KR", "ko", "zh_Hant_TW", "fr", ""].map { category.actions[1].title.text(for: $0) }
                == ["참가", "참가", "加入", "Join", "Join"]
        )
    }

    @Test("Three buttons and sixteen languages are the limits")
    func limits() {
        let names = ["A", "B", "C", "D"]
        for count in 0...4 {
            let buttons = Array(names.prefix(count))
            let file = Self.read(Self.file(actions: names, buttons: buttons))
            #expect(file.problems.map(\.code) == (count > 3 ? [.tooManyButtons] : []))
            #expect(file.categories["RAID"]?.actions.count == min(count, 3))
        }
        for count in [1, 16, 17] {
            let file = Self.read(Self.file(actions: ["A"], buttons: ["A"], title: Self.title(count)))
            #expect(file.problems.map(\.code) == (count > 16 ? [.tooManyLanguages] : []))
        }
        let file = Self.read(Self.file(actions: ["A"], buttons: ["A"], title: Self.title(3, english: false)))
        #expect(file.problems.map(\.code) == [.missingEnglish])
    }

    private static let mistakes = [
        HiveMistake(
            "preset action",
            file(actions: ["CLOSE_ID"], buttons: []),
            .presetIdentifier,
            "/actions/CLOSE_ID",
            1,
            13
        ),
        HiveMistake(
            "preset category",
            "{\"actions\":{},\n \"categories\":{\"SALE_CATEGORY\":[]}}",
            .presetIdentifier,
            "/categories/SALE_CATEGORY",
            2,
            16
        ),
        HiveMistake(
            "unknown action",
            file(actions: ["JOIN"], buttons: ["JION"]),
            .unknownAction,
            "/categories/RAID/0",
            2,
            23
        ),
        HiveMistake(
            "action twice",
            file(actions: ["A"], buttons: ["A", "A"]),
            .repeatedAction,
            "/categories/RAID/1",
            2,
            27
        ),
        HiveMistake("duplicate id", file(actions: ["A", "A"], buttons: []), .duplicateKey, "", 1, 38),
        HiveMistake("unknown key", #"{"actons":{},"categories":{}}"#, .unknownKey, "/actons", 1, 2),
        HiveMistake("missing key", #"{"actions":{}}"#, .missingKey, "", 1, 1),
        HiveMistake("root", "[1]", .wrongType, "", 1, 1),
        HiveMistake(
            "title as text",
            file(actions: ["A"], buttons: ["A"], title: "\"T\""),
            .wrongType,
            "/actions/A/title",
            1,
            26
        ),
        HiveMistake(
            "title of number",
            file(actions: ["A"], buttons: [], title: #"{"en":1}"#),
            .wrongType,
            "/actions/A/title/en",
            1,
            32
        ),
        HiveMistake(
            "blank title",
            file(actions: ["A"], buttons: [], title: #"{"en":" "}"#),
            .emptyText,
            "/actions/A/title/en",
            1,
            32
        ),
        HiveMistake("no title", #"{"actions":{"A":{}},"categories":{}}"#, .missingKey, "/actions/A", 1, 13),
        HiveMistake(
            "language",
            file(actions: ["A"], buttons: [], title: #"{"en":"T","english":"T"}"#),
            .invalidLanguage,
            "/actions/A/title/english",
            1,
            36
        ),
        HiveMistake(
            "option",
            #"{"actions":{"A":{"title":{"en":"T"},"options":["forground"]}},"categories":{}}"#,
            .unknownOption,
            "/actions/A/options/0",
            1,
            48
        ),
        HiveMistake("buttons as text", "{\"categories\":{\"a/~b\":\"A\"}}", .wrongType, "/categories/a~1~0b", 1, 23),
        HiveMistake("blank id", #"{"actions":{" ":{}},"categories":{}}"#, .emptyIdentifier, "/actions/ ", 1, 13),
        HiveMistake("not JSON", "{\"actions\":\n}", .unreadable, "", 2, 1),
    ]

    @Test("Each mistake has its code and its place", arguments: mistakes)
    func mistake(row: HiveMistake) {
        let file = Self.read(row.text)
        #expect(file.problems.map(\.code) == [row.code])
        let problem = file.problems.first
        #expect(problem?.pointer == row.pointer && problem?.line == row.line && problem?.column == row.column)
        #expect(!file.isValid && file.categories.categories.count >= 9)
        #expect(problem?.fix.isEmpty == false && problem?.message.isEmpty == false)
    }

    @Test("A misspelt action gets the nearest name")
    func nearest() {
        let file = Self.read(Self.file(actions: ["JOIN_RAID"], buttons: ["JOIN_RIAD"]))
        #expect(file.problems.first?.fix.contains("JOIN_RAID") == true)
        #expect(
            file.problems.first?.description.hasPrefix("hive_push_actions.json:2:23: error: /categories/RAID/0: ")
                == true
        )
    }

    @Test("A large file of mistakes takes linear time and reports a hundred of them")
    func large() {
        let list = (0..<20_000).map { "\"B\($0)\"" }.joined(separator: ",")
        let actions = (0..<500).map { "A\($0)" }
        let definitions = actions.map { "\"\($0)\":{\"title\":{\"en\":\"T\"}}" }.joined(separator: ",")
        let file = Self.read("{\"actions\":{\(definitions)},\"categories\":{\"X\":[\(list)]}}")
        #expect(file.problems.count == 101)
        #expect(file.problems.last?.code == .moreProblems)
    }
}
