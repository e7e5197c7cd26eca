import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

/// The texts of an app: files, formats and plurals.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct StringsTests {
    private func table(_ name: String, _ data: Data, locale: String = "en") throws -> StringsTable {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let directory = scratch.url
        let file = directory.appending(path: name)
        try data.write(to: file)
        var table = StringsTable(language: String(locale.prefix(2)))
        try StringsFile.read(file.path, locale: locale, into: &table)
        return table
    }

    private static let strings = #"""
        /* A comment */
        "RAID" = "Raid of %1$@ in %2$@";
        plain_key = "a \"quoted\"\nline \U00e9"; // another
        """#

    @Test(arguments: [String.Encoding.utf8, .utf16, .utf16LittleEndian])
    func oldFormatIsRead(_ encoding: String.Encoding) throws {
        var data = try #require(Self.strings.data(using: encoding))
        if encoding == .utf16LittleEndian { data = Data([0xFF, 0xFE]) + data }
        let table = try table("Localizable.strings", data)
        #expect(table.text("RAID", ["Ann", "10"])?.text == "Raid of Ann in 10")
        #expect(table.text("plain_key", [])?.text == "a \"quoted\"\nline é")
        #expect(table.text("other", []) == nil)
    }

    @Test(arguments: [
        ("A.strings", "\"a\" = \"b\""), ("A.strings", "/* open"), ("A.strings", "\"a\" \"b\";"), ("A.strings", "\"\\"),
        ("A.xcstrings", "{"), ("A.xcstrings", "[]"), ("A.stringsdict", "<?xml"), ("A.txt", ""),
        ("A.stringsdict", "<?xml version=\"1.0\"?><plist><array/></plist>"),
    ])
    func brokenFileIsAnError(_ name: String, _ text: String) {
        #expect(throws: ConfigurationError.self) { try table(name, Data(text.utf8)) }
    }

    private static let dictionary = """
        <?xml version="1.0" encoding="UTF-8"?>
        <plist version="1.0"><dict><key>GEMS</key><dict>
        <key>NSStringLocalizedFormatKey</key><string>You have %#@gems@</string>
        <key>gems</key><dict><key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
        <key>NSStringFormatValueTypeKey</key><string>d</string>
        <key>one</key><string>one gem</string><key>few</key><string>%d gems (few)</string><key>other</key><string>%d gems</string>
        </dict></dict></dict></plist>
        """

    private static let catalog = """
        {"sourceLanguage":"en","strings":{"Hello":{},"GEMS":{"localizations":{
        "en":{"variations":{"plural":{"one":{"stringUnit":{"value":"You have one gem"}},
        "other":{"stringUnit":{"value":"You have %d gems"}}}}},
        "ja":{"stringUnit":{"state":"translated","value":"宝石%d個"}}}}}}
        """

    @Test(arguments: [
        ("1", "You have one gem"), ("5", "You have 5 gems"), ("0", "You have 0 gems"), ("x", "You have x gems"),
    ])
    func pluralIsChosen(_ argument: String, text: String) throws {
        #expect(try table("A.stringsdict", Data(Self.dictionary.utf8)).text("GEMS", [argument])?.text == text)
        #expect(try table("A.xcstrings", Data(Self.catalog.utf8)).text("GEMS", [argument])?.text == text)
    }

    private static let bags = """
        {"sourceLanguage":"en","strings":{"BAGS":{"localizations":{
        "en":{"stringUnit":{"value":"%#@bags@ with %#@gems@ of %@"},"substitutions":{
        "bags":{"argNum":2,"formatSpecifier":"lld","variations":{"plural":{"one":{"stringUnit":{"value":"A bag"}},
        "other":{"stringUnit":{"value":"%arg bags"}}}}},
        "gems":{"argNum":1,"formatSpecifier":"lld","variations":{"plural":{"one":{"stringUnit":{"value":"one gem"}},
        "other":{"stringUnit":{"value":"%arg gems"}}}}}}}}},
        "DEVICE":{"localizations":{"en":{"variations":{"device":{"mac":{"stringUnit":{"value":"Click"}},
        "iphone":{"stringUnit":{"value":"Tap"}}}}}}}}}
        """

    /// Each substitution takes the argument that the catalog names, also out of order.
    @Test(arguments: [
        (["1", "1", "Ann"], "A bag with one gem of Ann"), (["3", "1", "Ann"], "A bag with 3 gems of Ann"),
        (["1", "2", "Ann"], "2 bags with one gem of Ann"), (["4", "5", "Ann"], "5 bags with 4 gems of Ann"),
    ])
    func substitutionsTakeTheirArguments(_ arguments: [String], text: String) throws {
        let table = try table("A.xcstrings", Data(Self.bags.utf8))
        #expect(table.text("BAGS", arguments)?.text == text)
        #expect(table.text("DEVICE", [])?.text == "Tap")
    }

    /// Several plurals: each variable takes its own argument, whether or not its form writes the number.
    @Test(arguments: [
        ("%#@a@ in %#@b@", ["1", "1"], "one file in one folder"),
        ("%#@a@ in %#@b@", ["2", "1"], "2 files in one folder"),
        ("%#@a@ in %#@b@", ["1", "3"], "one file in 3 folders"),
        ("%#@a@ in %#@b@", ["0", "5"], "no files in 5 folders"),
        ("%2$#@a@ in %1$#@b@", ["1", "3"], "3 files in one folder"),
        ("%#@a@ of %@ in %#@b@", ["1", "Ann", "2"], "one file of Ann in 2 folders"),
        ("%@: %#@nested@", ["Ann", "2"], "Ann: 2 files!"),
    ])
    func pluralsTakeTheirArguments(_ format: String, _ arguments: [String], text: String) {
        let variables = [
            "a": StringsTable.Variable(forms: ["zero": "no files", "one": "one file", "other": "%d files"]),
            "b": StringsTable.Variable(forms: ["one": "one folder", "other": "%d folders"]),
            "nested": StringsTable.Variable(forms: ["other": "%#@a@!"]),
        ]
        let filled = FormatText(arguments: arguments, variables: variables, language: "en").fill(format)
        #expect(filled.text == text)
        #expect(filled.argumentCount == arguments.count && filled.missingVariables.isEmpty)
    }

    /// Variables that name each other end, and those that are missing are named.
    @Test func brokenVariablesEnd() {
        let variables = ["a": StringsTable.Variable(forms: ["other": String(repeating: "%#@a@", count: 50)])]
        let loop = FormatText(arguments: [], variables: variables, language: "en").fill("%#@a@")
        #expect(loop.missingVariables == ["a"])
        let missing = FormatText(arguments: ["1"], variables: [:], language: "en").fill("%#@gems@ and %#@gems@")
        #expect(missing.missingVariables == ["gems"] && missing.text == " and ")
    }

    @Test(arguments: [("fr", "1.5", "one"), ("fr", "2.5", "other"), ("en", "1.0", "other"), ("en", "x", "other")])
    func fractionHasACategory(_ language: String, _ argument: String, category: String) {
        #expect(PluralRule.category(of: argument, in: language) == category)
    }

    /// Only a title that looks like a key is a finding.
    @Test func missingTitlesAreFindings() {
        var table = StringsTable(language: "en")
        table.add("RAID_JOIN", .text("Join"))
        let localizer = AlertLocalizer(table: table, locale: "en")
        #expect(localizer.title("RAID_JOIN") == "Join")
        let findings = localizer.findings(ofTitles: ["RAID_JOIN", "RAID_LATER", "Join now", "OK", "later.", "Spät_er"])
        #expect(findings.count == 1 && findings[0].contains("\"RAID_LATER\""))
    }

    @Test func catalogHasLanguages() throws {
        #expect(try table("A.xcstrings", Data(Self.catalog.utf8), locale: "ja-JP").text("GEMS", ["3"])?.text == "宝石3個")
        #expect(try table("A.xcstrings", Data(Self.catalog.utf8)).text("Hello", [])?.text == "Hello")
        #expect(
            try table("A.stringsdict", Data(Self.dictionary.utf8), locale: "ru").text("GEMS", ["3"])?.text
                == "You have 3 gems (few)"
        )
    }

    @Test(arguments: [
        ("%@ and %@", ["a", "b"], "a and b"), ("%2$@ %1$@", ["a", "b"], "b a"), ("100%%", [], "100%"), ("%@", [], ""),
        ("%ld of %.2f", ["1", "2"], "1 of 2"), ("50%; off", [], "50%; off"), ("%", [], "%"),
        ("%99999$@", ["a"], "%99999$@"),
    ])
    func formatIsFilled(_ format: String, _ arguments: [String], text: String) {
        let filled = FormatText(arguments: arguments, variables: [:], language: "en").fill(format)
        #expect(filled.text == text && filled.missingVariables.isEmpty)
    }

    @Test(arguments: [
        ("ru", 1, "one"), ("ru", 3, "few"), ("ru", 11, "many"), ("ru", 21, "one"), ("pl", 22, "few"),
        ("pl", 12, "many"),
        ("ar", 0, "zero"), ("ar", 2, "two"), ("ar", 105, "few"), ("ar", 11, "many"), ("ar", 100, "other"),
        ("fr", 0, "one"),
        ("en", 0, "other"), ("ja", 1, "other"), ("cs", 4, "few"), ("cs", 5, "other"),
    ])
    func categoryIsThatOfUnicode(_ language: String, _ number: Int, category: String) {
        #expect(PluralRule.category(of: number, in: language) == category)
    }

    /// A key wins over the literal text; a missing one and missing arguments are findings.
    @Test func alertIsLocalized() {
        var table = StringsTable(language: "en")
        table.add("T", .text("Hello, %@ of %@"))
        table.add("P", .plural(format: "%#@gems@", variables: [:]))
        let localizer = AlertLocalizer(table: table, locale: "en")
        var texts = AlertLocalizer.AlertTexts(title: "t", subtitle: "", body: "b")
        let payload =
            #"{"aps":{"alert":{"title":"t","title-loc-key":"T","title-loc-args":["Ann"],"subtitle-loc-key":"P","#
            + #""body":"b","loc-key":"B"}}}"#
        let findings = localizer.localize(&texts, of: Array(payload.utf8))
        #expect(texts == AlertLocalizer.AlertTexts(title: "Hello, Ann of ", subtitle: "", body: "b"))
        #expect(findings.count == 4)
        #expect(findings.contains { $0.hasPrefix("aps.alert.subtitle-loc-args: ") })
        #expect(findings.contains { $0.hasPrefix("aps.alert.subtitle-loc-key: ") && $0.contains("\"gems\"") })
        #expect(findings.contains { $0.hasPrefix("aps.alert.title-loc-args: ") })
        #expect(findings.contains { $0.hasPrefix("aps.alert.loc-key: ") && $0.contains("\"B\"") })
    }

    /// The language is that of the locale, and a later file wins.
    @Test func localizerReadsFiles() throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let files = ["a.strings", "b.strings"].map { scratch.url.appending(path: $0) }
        for file in files { try Data("\"KEY\" = \"\(file.lastPathComponent)\";".utf8).write(to: file) }
        let localizer = try AlertLocalizer(files: files.map(\.path), locale: "pt_BR")
        #expect(localizer.title("KEY") == "b.strings" && localizer.table.language == "pt")
        #expect(throws: ConfigurationError.self) {
            try AlertLocalizer(files: [scratch.url.appending(path: "none.strings").path], locale: "en")
        }
    }

    @Test(arguments: ["{}", "", "[]", #"{"aps":1}"#, #"{"aps":{"alert":{"loc-key":[],"loc-args":{}}}}"#])
    func otherPayloadsHaveNoFindings(_ payload: String) {
        var texts = AlertLocalizer.AlertTexts(title: "", subtitle: "", body: "")
        let localizer = AlertLocalizer(table: StringsTable(language: "en"), locale: "en")
        #expect(localizer.localize(&texts, of: Array(payload.utf8)).isEmpty)
    }
}
