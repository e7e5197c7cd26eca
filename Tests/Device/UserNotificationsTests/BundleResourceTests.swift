import AttacheTesting
import TestWidth
import Testing
import UserNotifications

@testable import AttacheExtensionTesting

@Suite("Files of an extension's bundle", .inProcess, .timeLimit(.minutes(1)))
struct BundleResourceTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func write(_ name: String, _ text: String) throws -> URL {
        let file = scratch.url.appendingPathComponent("app/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file
    }

    private var bundle: URL { scratch.url.appendingPathComponent("Bundle") }

    private func text(_ name: String) -> String? {
        (try? Data(contentsOf: bundle.appendingPathComponent(name))).map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("Files are copied to the top, and those of a language to its folder")
    func copies() throws {
        let logo = try write("Pictures/logo.png", "logo")
        let strings = try write("de.lproj/Localizable.strings", "\"a\" = \"b\";")
        let resources = try BundleResources(
            [
                logo, strings,
                try write("Assets.bundle/x.json", "{}")
                    .deletingLastPathComponent(),
            ],
            in: bundle
        )
        #expect(text("logo.png") == "logo" && text("Assets.bundle/x.json") == "{}")
        #expect(text("de.lproj/Localizable.strings") == "\"a\" = \"b\";")
        #expect(FileManager.default.fileExists(atPath: logo.path))
        #expect(resources.languages == ["de"])
        // A second run in the same container.
        _ = try write("Pictures/logo.png", "new")
        _ = try BundleResources([scratch.url.appendingPathComponent("app")], in: bundle)
        #expect(text("logo.png") == "new")
    }

    @Test("A string catalog is a table for each language")
    func catalog() throws {
        let catalog = try write(
            "Localizable.xcstrings",
            #"""
            {"sourceLanguage": "en", "version": "1.0", "strings": {
              "Offer": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Angebot"}}}},
              "days": {"localizations": {
                "en": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld day"}},
                                                 "other": {"stringUnit": {"value": "%lld days"}}}}}}},
              "tap": {"localizations": {
                "en": {"variations": {"device": {"other": {"stringUnit": {"value": "Click"}},
                                                 "iphone": {"stringUnit": {"value": "Tap"}}}}},
                "de": {"variations": {"device": {"other": {"stringUnit": {"value": "Klick"}}}}}}},
              "taps": {"localizations": {
                "en": {"variations": {"device": {"other": {"stringUnit": {"value": "Clicks"}},
                  "iphone": {"variations": {"plural": {"one": {"stringUnit": {"value": "%lld tap"}},
                                                       "other": {"stringUnit": {"value": "%lld taps"}}}}}}}}}}}}
            """#
        )
        let resources = try BundleResources([catalog], in: bundle)
        func table(_ language: String) throws -> [String: String]? {
            let data = try Data(contentsOf: bundle.appendingPathComponent("\(language).lproj/Localizable.strings"))
            return try unsafe PropertyListSerialization.propertyList(from: data, format: nil) as? [String: String]
        }
        #expect(try table("en") == ["Offer": "Offer", "days": "%lld days", "tap": "Tap", "taps": "%lld taps"])
        #expect(try table("de") == ["Offer": "Angebot", "tap": "Klick"])
        #expect(resources.languages == ["en", "de"])
    }

    @Test(
        "What is no language in a string catalog makes no file",
        arguments: [
            "../../escaped", "../escaped", "/escaped", "a/b", "", ".", "..", "d\u{e9}", "de\u{0}",
            String(repeating: "a", count: 36),
        ]
    )
    func noLanguages(name: String) throws {
        let unit = ["stringUnit": ["value": "Text"]]
        let strings = ["Offer": ["localizations": [name: unit, "de": unit, "zh-Hant_1": unit]]]
        let root: [String: Any] = ["sourceLanguage": name, "strings": strings]
        let catalog = try JSONSerialization.data(withJSONObject: root)
        let file = try write("Localizable.xcstrings", String(decoding: catalog, as: UTF8.self))
        #expect(try BundleResources([file], in: bundle).languages == ["de", "zh-Hant_1"])
        let folders = try FileManager.default.contentsOfDirectory(atPath: bundle.path)
        #expect(Set(folders) == ["de.lproj", "zh-Hant_1.lproj"])
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: scratch.url.path)) == ["app", "Bundle"])
    }

    @Test("A link is copied as its file, which a string catalog of the same name does not write to")
    func links() throws {
        let outside = scratch.url.appendingPathComponent("outside.strings")
        try Data("outside".utf8).write(to: outside)
        let link = try write("de.lproj/Localizable.strings", "")
        try FileManager.default.removeItem(at: link)
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: outside)
        _ = try BundleResources([link], in: bundle)
        #expect(text("de.lproj/Localizable.strings") == "outside")
        let catalog = try write("Localizable.xcstrings", #"{"sourceLanguage": "de", "strings": {"Offer": {}}}"#)
        _ = try BundleResources([link, catalog], in: bundle)
        #expect(text("de.lproj/Localizable.strings")?.contains("Offer") == true)
        #expect(try Data(contentsOf: outside) == Data("outside".utf8))
    }

    @Test(
        "The language of the bundle is the nearest one",
        arguments: [
            ("de", "de"), ("de-AT", "de"), ("pt_BR", "pt-BR"), ("pt", nil), ("zh-Hant-TW", "zh-Hant"), ("fr", nil),
        ]
            as [(String, String?)]
    )
    func languages(device: String, language: String?) throws {
        let files = try ["de", "pt-BR", "zh-Hant"].map { try write("\($0).lproj/a.strings", "") }
        #expect(try BundleResources(files, in: bundle).language(for: device) == language)
    }

    @Test("A file that is not there is an error")
    func missing() {
        #expect(throws: CocoaError.self) {
            try BundleResources([scratch.url.appendingPathComponent("none")], in: bundle)
        }
    }
}
