import AttacheCore
import AttacheTesting
import ExtensionSources
import Foundation
import TestWidth
import Testing

@testable import AppProject

@Suite("Built apps in folders and archives", .inProcess, .timeLimit(.minutes(2)))
struct BundleTests {
    private static func list(
        _ identifier: String,
        _ further: String = "",
        version: String = "7",
        least: String = "15.0"
    ) -> String {
        ProjectScene.plist(
            """
            <key>CFBundleIdentifier</key><string>\(identifier)</string><key>CFBundleVersion</key><string>\(version)</string>
            <key>CFBundleShortVersionString</key><string>1.2</string><key>MinimumOSVersion</key><string>\(least)</string>
            \(further)
            """
        )
    }

    private static let service = """
        <key>NSExtension</key><dict>
        <key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.service</string>
        <key>NSExtensionPrincipalClass</key><string>Service.NotificationService</string></dict>
        """

    private static func profile(_ entitlements: String) -> String {
        // As in a signed message: bytes around the list.
        "0\u{82}" + ProjectScene.plist("<key>Entitlements</key><dict>\(entitlements)</dict>") + "\u{1}\u{2}"
    }

    private static let good = [
        "Payload/News.app/Info.plist": list("dev.attache.news"),
        "Payload/News.app/embedded.mobileprovision": profile("<key>aps-environment</key><string>production</string>"),
        "Payload/News.app/PlugIns/Service.appex/Info.plist": list("dev.attache.news.service", service),
        "Payload/News.app/Frameworks/A.framework/Info.plist": list("other"),
    ]

    enum Change: ExpressibleByStringLiteral {
        case removed
        case text(String)

        init(stringLiteral value: String) { self = .text(value) }
    }

    /// Changes of the good app, and what is found.
    private static let cases: [([String: Change], [AppCode])] = [
        ([:], []),
        (["PlugIns/Service.appex/Info.plist": .removed], [.noServiceExtension]),
        (
            ["PlugIns/Service.appex/Info.plist": .text(list("dev.attache.news.service", service, version: "8"))],
            [.version]
        ),
        (
            ["PlugIns/Service.appex/Info.plist": .text(list("dev.attache.news.service", service, least: "17.4"))],
            [.deploymentTarget]
        ),
        (["PlugIns/Service.appex/Info.plist": .text(list("dev.attache.service", service))], [.bundleIdentifier]),
        (["PlugIns/B.appex/Info.plist": .text(list("dev.attache.news.b", service))], [.severalServiceExtensions]),
        (["embedded.mobileprovision": .text(profile(""))], [.apsEnvironment]),
        (["embedded.mobileprovision": .removed], []),
        (["Info.plist": "<plist"], [.plistUnreadable]),
        // The extension of an app for watches is not the phone's.
        (["Watch/W.app/PlugIns/X.appex/Info.plist": .text(list("dev.attache.news.w", service))], []),
    ]

    @Test("A folder and its archive have the same findings", arguments: cases)
    func findings(changes: [String: Change], codes: [AppCode]) throws {
        var files = Self.good
        for (path, change) in changes {
            if case .text(let text) = change {
                files["Payload/News.app/\(path)"] = text
            } else {
                files["Payload/News.app/\(path)"] = nil
            }
        }
        let scratch = try ScratchDirectory()
        var scene = ProjectScene()
        scene.files = files
        let folder = scratch.url.appending(path: "unpacked")
        try scene.write(to: folder)
        let archive = scratch.url.appending(path: "News.ipa")
        try Data(StoredZIP.bytes(files)).write(to: archive)
        for path in [folder.path, archive.path] {
            let check = try AppCheck(path)
            #expect(check.findings.map(\.code) == codes.map(\.rawValue), "\(check.findings)")
            #expect(check.apps == ["News.app"])
        }
        if codes.isEmpty { #expect(try AppCheck(folder.appending(path: "Payload/News.app").path).findings.isEmpty) }
    }

    @Test(
        "An archive of the usual program, with deflated files",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/zip"))
    )
    func deflated() throws {
        let scratch = try ScratchDirectory()
        var scene = ProjectScene()
        scene.files = Self.good.mapValues { $0.hasPrefix("<") ? $0 + String(repeating: " ", count: 10_000) : $0 }
        try scene.write(to: scratch.url)
        let zip = Process()
        zip.executableURL = URL(filePath: "/usr/bin/zip")
        zip.arguments = ["-q", "-r", "News.ipa", "Payload"]
        zip.currentDirectoryURL = scratch.url
        try zip.run()
        zip.waitUntilExit()
        #expect(try AppCheck(scratch.url.appending(path: "News.ipa").path).findings.isEmpty)
    }

    @Test("A damaged archive is wrong usage and never a crash", arguments: 0..<4)
    func damage(seed: Int) throws {
        let scratch = try ScratchDirectory()
        let archive = scratch.url.appending(path: "News.ipa")
        let bytes = StoredZIP.bytes(Self.good)
        var random = SeededGenerator(seed: UInt64(seed))
        for _ in 0..<200 {
            var changed = bytes
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if Bool.random(using: &random) { changed.removeLast(Int.random(in: 0..<changed.count, using: &random)) }
            try Data(changed).write(to: archive)
            do throws(ConfigurationError) { _ = try AppCheck(archive.path) } catch { #expect(!error.problems.isEmpty) }
        }
    }

    @Test(
        "A path without a project names what makes one",
        arguments: [
            (["project.yml": "name: News\n"], "xcodegen generate"),
            (["Project.swift": "let project = 1\n"], "tuist generate"),
            (["app.json": "{}", "package.json": #"{"dependencies":{"expo":"53"}}"#], "expo prebuild"),
            (["app.json": #"{"expo":{"plugins":[]}}"#], "config plugin"),
            (["App/App.csproj": "<Project><UseMaui>true</UseMaui></Project>"], "SDK-style"),
            (["README.md": "# News\n"], ".xcodeproj"), (["Pods/A.xcodeproj/project.pbxproj": "{}"], ".xcodeproj"),
        ] as [([String: String], String)]
    )
    func noProject(files: [String: String], words: String) throws {
        var scene = ProjectScene()
        scene.files = files
        do throws(ConfigurationError) {
            do { _ = try scene.check() } catch let error as ConfigurationError { throw error } catch { return }
            Issue.record("there is no error")
        } catch {
            #expect(error.problems.first?.contains(words) ?? false)
        }
    }
}
