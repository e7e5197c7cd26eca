import AttacheCore
import TestWidth
import Testing

@testable import NotificationCategories

@Suite("Info.plist of content extensions", .inProcess, .timeLimit(.minutes(1)))
struct ContentExtensionPlistTests {
    private static let good = """
        <key>UNNotificationExtensionCategory</key><string>sale</string>
        <key>UNNotificationExtensionInitialContentSizeRatio</key><real>0.12</real>
        """

    private static func plist(
        _ attributes: String,
        point: String = "com.apple.usernotifications.content-extension",
        principal: String = "<key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).View</string>",
        outside: String = ""
    ) -> ContentExtensionPlistFile {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict>\(outside)<key>NSExtension</key><dict>
            <key>NSExtensionPointIdentifier</key><string>\(point)</string>\(principal)
            <key>NSExtensionAttributes</key><dict>\(attributes)</dict></dict></dict></plist>
            """
        return ContentExtensionPlistFile(Array(text.utf8), file: "Info.plist")
    }

    @Test("The settings of a valid file")
    func valid() {
        let file = Self.plist(
            """
            <key>UNNotificationExtensionCategory</key><array><string>red</string><string>green</string></array>
            <key>UNNotificationExtensionInitialContentSizeRatio</key><integer>1</integer>
            <key>UNNotificationExtensionDefaultContentHidden</key><true/>
            <key>UNNotificationExtensionUserInteractionEnabled</key><true/>
            <key>UNNotificationExtensionOverridesDefaultTitle</key><false/>
            """
        )
        #expect(file.problems.isEmpty)
        let settings = ContentExtensionPlist(
            categories: ["red", "green"],
            initialContentSizeRatio: 1,
            hidesDefaultContent: true,
            isInteractive: true
        )
        #expect(file.settings == settings)
        #expect(["red", "green", "Red", "", "blue"].map(settings.shows) == [true, true, false, false, false])
    }

    @Test("A category as a string, and a fraction as the ratio")
    func defaults() {
        let file = Self.plist(Self.good)
        #expect(file.problems.isEmpty)
        #expect(file.settings == ContentExtensionPlist(categories: ["sale"], initialContentSizeRatio: 0.12))
    }

    @Test(
        "What real files get wrong",
        arguments: [
            (
                "UNNotificationExtensionInitialContentSizeRatio</key><real>1</real>", CategoryCode.plistMissingCategory,
                "Category"
            ),
            ("UNNotificationExtensionCategory</key><string>x</string>", .plistMissingRatio, "InitialContentSizeRatio"),
        ]
    )
    func missing(attribute: String, code: CategoryCode, key: String) {
        let file = Self.plist("<key>\(attribute)")
        #expect(file.problems.map(\.code) == [code])
        #expect(file.problems.first?.pointer == "/NSExtension/NSExtensionAttributes/UNNotificationExtension\(key)")
    }

    @Test(
        "Values that iOS ignores or reads in another way",
        arguments: [
            ("<string>myNotificationCategory</string>", "<real>1</real>", "", [CategoryCode.plistTemplateCategory]),
            ("<array/>", "<real>1</real>", "", [.plistMissingCategory]),
            ("<array><string>a</string><string>a</string></array>", "<real>1</real>", "", [.plistRepeatedCategory]),
            ("<integer>1</integer>", "<real>1</real>", "", [.plistWrongType]),
            ("<string>a</string>", "<string>0.6</string>", "", [.plistWrongType]),
            ("<string>a</string>", "<integer>0</integer>", "", [.plistRatio]),
            ("<string>a</string>", "<string>nan</string>", "", [.plistWrongType]),
            ("<string>a</string>", "<string>-inf</string>", "", [.plistWrongType]),
            ("<string>a</string>", "<string>-2</string>", "", [.plistWrongType]),
            ("<string>a</string>", "<real>nan</real>", "", [.plistWrongType]),
            ("<string>a</string>", "<real>inf</real>", "", [.plistWrongType]),
            ("<string>a</string>", "<real>-1</real>", "", [.plistRatio]),
            ("<string>a</string>", "<real>0.0001</real>", "", []),
            (
                "<string>a</string>", "<real>1</real>",
                "<key>UNNotificationExtensionDefaultContentHidden</key><string>YES</string>", [.plistWrongType]
            ),
            (
                "<string>a</string>", "<real>1</real>", "<key>UNNotificationExtensionCriticalAlert</key><true/>",
                [.plistUnknownKey]
            ),
        ]
    )
    func values(category: String, ratio: String, more: String, codes: [CategoryCode]) throws {
        let file = Self.plist(
            "<key>UNNotificationExtensionCategory</key>\(category)"
                + "<key>UNNotificationExtensionInitialContentSizeRatio</key>\(ratio)\(more)"
        )
        #expect(file.problems.map(\.code) == codes)
        // As the system, the reader takes what it can.
        #expect(file.settings != nil)
        let height = try #require(file.settings?.initialContentSizeRatio)
        #expect(height.isFinite)
        #expect(height >= 0)
        if more.contains("YES") { #expect(file.settings?.hidesDefaultContent == true) }
        if ratio.contains("0.6") { #expect(file.settings?.initialContentSizeRatio == 0.6) }
    }

    @Test("Of many problems the first hundred are named, and the others counted")
    func manyProblems() throws {
        let unknown = (0..<12_000).map { "<key>UNNotificationExtensionCategorie\($0)</key><true/>" }.joined()
        let file = Self.plist(Self.good + unknown)
        #expect(file.problems.count == 101)
        #expect(file.problems.last?.code == .moreProblems)
        #expect(file.problems.last?.message == "there are 11900 more problems")
        #expect(Self.plist(Self.good + "<key>UNNotX</key><true/>").problems.map(\.severity) == [.warning])
    }

    @Test("Keys at the wrong place, and the wrong extension point")
    func places() {
        let key = "<key>UNNotificationExtensionCategory</key><string>x</string>"
        #expect(Self.plist(Self.good, outside: key).problems.map(\.code) == [.plistMisplacedKey])
        let service = Self.plist(Self.good, point: "com.apple.usernotifications.service")
        #expect(
            service.settings == nil && service.problems.map(\.code) == [.plistServiceExtension, .plistServiceExtension]
        )
        #expect(Self.plist(Self.good, point: "com.apple.widget").problems.map(\.code) == [.plistPointIdentifier])
        let both =
            "<key>NSExtensionPrincipalClass</key><string>A</string><key>NSExtensionMainStoryboard</key><string>B</string>"
        #expect(Self.plist(Self.good, principal: both).problems.map(\.code) == [.plistPrincipal])
        #expect(Self.plist(Self.good, principal: "").problems.map(\.code) == [.plistPrincipal])
        let storyboard = "<key>NSExtensionMainStoryboard</key><string>B</string>"
        #expect(Self.plist(Self.good, principal: storyboard).problems.isEmpty)
    }

    @Test("Files that are no property lists", arguments: ["", "{}", "<plist><array/></plist>", "bplist00"])
    func unreadable(text: String) {
        let file = ContentExtensionPlistFile(Array(text.utf8), file: "Info.plist")
        #expect(file.settings == nil && file.problems.count == 1)
    }

    @Test("A category of two extensions is reported once, for the second")
    func shared() {
        let one = ContentExtensionPlist(categories: ["a", "b"])
        let two = ContentExtensionPlist(categories: ["b", "b", "c"])
        let problems = ContentExtensionPlistFile.shared([("One", one), ("Two", two)])
        #expect(problems.map(\.code) == [.plistSharedCategory] && problems.first?.file == "Two")
    }
}
