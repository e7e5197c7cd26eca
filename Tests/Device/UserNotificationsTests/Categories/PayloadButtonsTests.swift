import AttacheCore
import TestWidth
import Testing

@testable import NotificationCategories

/// A payload with a vendor's buttons and the category that its extension makes.
struct ButtonRow: Sendable, CustomTestStringConvertible {
    let vendor: String
    let payload: String
    let category: String
    /// Identifier, title and option bits of each button.
    let buttons: [(String, String, UInt)]

    var testDescription: String { vendor }
}

@Suite("Buttons in payloads", .inProcess, .timeLimit(.minutes(1)))
struct PayloadButtonsTests {
    private static let rows = [
        ButtonRow(
            vendor: "onesignal",
            payload: #"{"custom":{"i":"n-1"},"buttons":[{"i":"a","n":"Open"},{"i":"b","n":"Later"}]}"#,
            category: "__onesignal__dynamic__n-1",
            buttons: [("b", "Later", 4), ("a", "Open", 4)]
        ),
        ButtonRow(
            vendor: "onesignal",
            payload: #"{"os_data":{"i":"n-2","buttons":{"o":[{"n":"A"},{"n":"B"},{"n":"C"}]}}}"#,
            category: "__onesignal__dynamic__n-2",
            buttons: [("A", "A", 4), ("B", "B", 4), ("C", "C", 4)]
        ),
        ButtonRow(
            vendor: "iterable",
            payload: #"""
                {"itbl":{"messageId":"m-1","actionButtons":[{"identifier":"buy","title":"Buy"},
                 {"identifier":"no","title":"No","buttonType":"destructive","openApp":false},
                 {"identifier":"say","title":"Say","buttonType":"textInput","openApp":false,"requiresUnlock":true,"inputTitle":"Go"},
                 {"identifier":"x"}]}}
                """#,
            category: "m-1",
            buttons: [("buy", "Buy", 5), ("no", "No", 2), ("say", "Say", 1)]
        ),
        ButtonRow(
            vendor: "klaviyo",
            payload: #"""
                {"body":{"_k":"x","action_buttons":[{"id":"s","action":"deep_link","label":"Shop","url":"my://sale"},
                 {"id":"o","action":"open_app","label":"Open"},{"id":"bad","action":"open_app","label":"B","url":"my://x"},
                 {"id":"bad2","action":"deep_link","label":"B"}]}}
                """#,
            category: "com.klaviyo.button.R",
            buttons: [("s", "Shop", 4), ("o", "Open", 4)]
        ),
        ButtonRow(
            vendor: "emarsys",
            payload: #"""
                {"ems":{"actions":[{"id":"1","title":"Event","type":"MEAppEvent","name":"n"},{"id":"2","title":"No","type":"Dismiss"},
                 {"id":"3","title":"Web","type":"OpenExternalUrl"},{"id":"4","title":"?","type":"Other"}]}}
                """#,
            category: "emarsys.R",
            buttons: [("1", "Event", 4), ("2", "No", 2)]
        ),
        ButtonRow(
            vendor: "countly",
            payload: #"{"c":{"i":"7","b":[{"t":"One","l":"x"},{"t":"Two"}]}}"#,
            category: "CountlyCategoryIdentifier7",
            buttons: [("CountlyActionIdentifier1", "One", 4), ("CountlyActionIdentifier2", "Two", 4)]
        ),
        ButtonRow(
            vendor: "wonderpush",
            payload: #"{"_wp":{"alert":{"buttons":[{"label":""},{"label":"Go"}]}}}"#,
            category: "WonderPushNotification_R",
            buttons: [("WonderPush_0", "Go", 4)]
        ),
        ButtonRow(
            vendor: "kumulos-optimove",
            payload: #"{"custom":{"a":{"k.message":{"data":{"id":5}},"k.buttons":[{"id":"b","text":"Go"}]}}}"#,
            category: "__kumulos_category_5__",
            buttons: [("b", "Go", 4)]
        ),
    ]

    private static func root(_ text: String) throws -> JSONValue { try JSONDocument(parsing: Array(text.utf8)).root }

    @Test("A vendor's buttons become a category", arguments: rows)
    func vendor(row: ButtonRow) throws {
        let found = try #require(PayloadButtons(in: try Self.root(row.payload), requestIdentifier: "R"))
        #expect(found.vendor == row.vendor && found.category.identifier == row.category)
        #expect(found.category.actions.map(\.identifier) == row.buttons.map(\.0))
        #expect(found.category.actions.map(\.title.standard) == row.buttons.map(\.1))
        #expect(found.category.actions.map(\.options.rawValue) == row.buttons.map(\.2))
        #expect(found.replacesOthers == (row.vendor == "countly"))
    }

    @Test("aps.category stays where the vendor's extension keeps it", arguments: rows)
    func kept(row: ButtonRow) throws {
        let payload = row.payload.replacing(/^\{/, with: #"{"aps":{"category":"APP"},"#)
        let found = PayloadButtons(in: try Self.root(payload), requestIdentifier: "R")
        #expect((found == nil) == ["onesignal", "iterable", "klaviyo"].contains(row.vendor))
    }

    @Test(
        "A payload of Hive has the group and the preset of its category",
        arguments: [
            (
                #"{"aps":{"category":"CONFIRM_CATEGORY"},"hive":{},"groupId":"raid"}"#, ["CONFIRM_ID", "CLOSE_ID"],
                "raid"
            ),
            (#"{"aps":{"category":"SALE_CATEGORY"},"hive":{"groupId":"raid"}}"#, ["SALE_ID", "DECLINE_ID"], "raid"),
            (#"{"aps":{"category":"OTHER"},"hive":{"groupId":7}}"#, [], nil),
            (#"{"aps":{"category":"CONFIRM_CATEGORY"},"groupId":"raid"}"#, [], nil),
        ] as [(String, [String], String?)]
    )
    func hive(payload: String, buttons: [String], group: String?) throws {
        let root = try Self.root(payload)
        #expect(PayloadButtons(in: root)?.category.actions.map(\.identifier) ?? [] == buttons)
        #expect(HiveCategories.group(in: root) == group)
    }

    @Test(
        "Wrong types are no buttons",
        arguments: [
            "{}", #"{"buttons":{"o":7}}"#, #"{"custom":{"i":"x"},"buttons":[1,null,{"n":2}]}"#,
            #"{"ems":{"actions":"x"}}"#,
            #"{"itbl":{"messageId":7,"actionButtons":[{"identifier":"a","title":"A"}]}}"#,
            #"{"c":[],"ems":"x","body":1}"#,
            #"{"body":{"action_buttons":[{"id":"s","action":"open_app","label":"Shop"}]}}"#, "[]", "3",
        ]
    )
    func wrong(payload: String) throws {
        #expect(PayloadButtons(in: try Self.root(payload)) == nil)
    }

    @Test("Ten thousand buttons cost no more than a few")
    func many() throws {
        let entries = Array(repeating: #"{"i":"a","n":"B"}"#, count: 10_000).joined(separator: ",")
        let found = PayloadButtons(in: try Self.root("{\"custom\":{\"i\":\"1\"},\"buttons\":[\(entries)]}"))
        #expect(found?.category.actions.count == PayloadButtons.entryLimit)
    }
}
