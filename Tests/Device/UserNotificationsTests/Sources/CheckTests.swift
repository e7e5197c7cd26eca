import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import ExtensionSources

@Suite("The check of an extension's sources", .inProcess, .timeLimit(.minutes(1)))
struct CheckTests {
    private let scratch: ScratchDirectory
    private var folder: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func check(_ files: [String: String], class named: String? = nil) throws -> ExtensionCheck {
        // The next check has files of its own.
        defer { scratch.remove() }
        for (name, text) in files {
            let file = folder.appendingPathComponent(name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: file)
        }
        return try ExtensionCheck(try ExtensionSources([folder.path]), class: named)
    }

    private static let service =
        "import UserNotifications\nclass NotificationService: UNNotificationServiceExtension {}\n"

    private func list(_ text: String) -> String { "<plist version=\"1.0\"><dict>\(text)</dict></plist>" }

    private static let point =
        "<key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.service</string>"
    private static let principal =
        "<key>NSExtensionPrincipalClass</key><string>$(PRODUCT_MODULE_NAME).NotificationService</string>"

    @Test("A module is named once in a file, and of very many findings the most severe are listed")
    func limits() throws {
        let repeated = String(repeating: "import A\n", count: 200_000)
        #expect(try check(["a.swift": Self.service + repeated]).findings.map(\.code) == ["source.import"])
        let many = (0..<2000).map { "import A\($0)\n" }.joined()
        #expect(try check(["a.swift": Self.service + many]).findings.count == 500)
        // 600 warnings come before the error.
        var files = Dictionary(uniqueKeysWithValues: (0..<600).map { ("a\($0).swift", "@objc class A {}\n") })
        files["b.swift"] = Self.service + "import Combine\n"
        let findings = try check(files).findings
        #expect(findings.count == 500 && findings.last?.code == "source.import")
        #expect(Set(findings.map(\.severity)) == [.warning, .error])
    }

    @Test("A path with a line break in it begins no line of the output")
    func lineBreaks() throws {
        let check = try check(["e\n::error file=a.c::pwned/a.swift": Self.service + "import Combine\n"])
        let lines = check.text.split(separator: "\n")
        #expect(lines.count == 3 && !lines.contains { $0.hasPrefix("::") })
        #expect(check.text.contains("\\u{a}::error"))
    }

    @Test(
        "Each thing without a form on Linux has a code at its place",
        arguments: [
            ("import Combine", "source.import", 3, 8), ("  import struct CoreData.X", "source.import", 3, 17),
            ("@preconcurrency import SDWebImage", "source.import", 3, 24),
            ("@objc class A {}", "source.attribute", 3, 1), ("let a = #selector(b)", "source.directive", 3, 9),
            ("let a = UIColor.red", "source.uikit", 3, 9), ("let a = UIImage(data: d)", "source.uiimage", 3, 9),
            ("let é = SecItemAdd(q, nil)", "source.keychain", 3, 9), ("import Security", "source.import", 3, 8),
            ("let s = SecItemCopyMatching(q, &r)", "source.keychain", 3, 9), ("CC_MD5(a)", "source.commoncrypto", 3, 1),
            ("var c: NSManagedObjectContext", "source.coredata", 3, 8),
            ("UIApplication.shared", "source.app-only", 3, 1),
            ("let a = \"\\(UIScreen.main)\"", "source.uikit", 3, 12),
            ("let t = s.webSocketTask(with: u)", "source.session", 3, 11),
            ("var t: URLSessionStreamTask?", "source.session", 3, 8),
            ("func f(_ c: URLAuthenticationChallenge) {}", "source.session", 3, 13),
            ("#error(\"no\")", "source.directive", 3, 1), ("CFRunLoopRunInMode(.a, 1, true)", "source.framework", 3, 1),
            ("let a = kCFAllocatorDefault", "source.framework", 3, 9),
            ("NSFileCoordinator()", "source.framework", 3, 1),
            ("objc_sync_enter(self)", "source.framework", 3, 1), ("_ = a.cgImage", "source.uikit", 3, 7),
            ("let s = UIImage(systemName: n)", "source.uikit", 3, 9), ("s.bytes(from: u)", "source.session", 3, 3),
            ("NSPredicate(format: f)", "source.framework", 3, 1), ("XMLParser(data: d)", "source.framework", 3, 1),
            ("c.publisher(for: n)", "source.framework", 3, 3), ("task_info(a, b)", "source.framework", 3, 1),
            ("let k = NSAttributedString.DocumentType.html", "source.framework", 3, 28),
            ("SecRandomCopyBytes(r, 3, b)", "source.keychain", 3, 1),
        ]
    )
    func places(line: String, code: String, number: Int, column: Int) throws {
        let check = try check(["a.swift": Self.service + line])
        let finding = try #require(check.findings.first)
        #expect(check.findings.count == 1 && finding.code == code)
        #expect(finding.line == number && finding.column == column)
        #expect(SourceChecker.codes.contains(code))
    }

    @Test(
        "What compiles is not reported",
        arguments: [
            "import Foundation", "import os.log", "// import Combine", "let a = \"UIColor\"", "a.UIColor()",
            "#if canImport(UIKit)\nimport UIKit\n#endif", "#if os(iOS)\nimport Combine\nlet a = UIColor.red\n#endif",
            "#if os(iOS)\nlet a = 1\n#elseif !os(Linux)\n#error(\"no\")\n#endif",
            "let a = CFAbsoluteTimeGetCurrent()", "let k = \"CFBundleVersion\"", "let a = b as CFData",
            "let CFO = 1", "#if canImport(FoundationXML)\nimport FoundationXML\n#endif\nXMLParser(data: d)",
            "NSPredicate(block: b)", "func bytes(from a: A) {}\nb.bytes(from: a)", "a.publisher",
            "let UINT8 = 1", "struct UIThing {}\nlet a = UIThing()", "let a: CGRect = .zero", "/* @objc */",
        ]
    )
    func silent(text: String) throws {
        #expect(try check(["a.swift": Self.service + text]).findings.isEmpty)
    }

    @Test("An import holds for the file that has it")
    func importOfAnotherFile() throws {
        let files = [
            "a.swift": Self.service + "import FoundationXML\n",
            "b.swift": "import Foundation\nlet p = XMLParser(data: d)\n",
        ]
        #expect(try check(files).findings.map(\.code) == ["source.framework"])
    }

    @Test(
        "A vendor's module has the policy that does the same",
        arguments: [
            ("FirebaseMessaging", "source.vendor", "fcm"), ("OneSignalExtension", "source.vendor", "onesignal"),
            ("OneSignalFramework", "source.vendor", "onesignal"), ("EmarsysSDK", "source.vendor", "emarsys"),
            ("AirshipNotificationServiceExtension", "source.vendor", "airship"),
            ("BrazeNotificationService", "source.import", "braze"),
            ("ExponeaSDKNotifications", "source.import", "bloomreach"),
            ("PushwooshFramework", "source.import", "pushwoosh"),
        ]
    )
    func vendors(module: String, code: String, policy: String) throws {
        let findings = try check(["a.swift": Self.service + "import \(module)"]).findings
        #expect(findings.map(\.code) == [code])
        #expect(findings.first?.severity == (code == "source.vendor" ? .note : .error))
        #expect(findings.first?.fix.contains("attache explain --policy \(policy) push.json") == true)
        #expect(SourceChecker.codes.contains(code))
    }

    @Test("A class of a vendor is a service extension")
    func vendorClass() throws {
        let source = "import BatchExtension\nclass Service: BAENotificationServiceExtension {}"
        let check = try check(["a.swift": source])
        #expect(check.principalClass?.name == "Service" && check.findings.map(\.code) == ["source.vendor"])
    }

    @Test("A folder of a content extension is led to the command that runs it")
    func contentExtension() throws {
        let source = "class View: UIViewController, UNNotificationContentExtension {}"
        let finding = try check(["a.swift": source]).findings.first { $0.code == "source.no-class" }
        #expect(finding?.fix.contains("attache center play --content-extension") == true)
    }

    @Test("What iOS starts the extension without is no error outside of NSExtension")
    func misplaced() throws {
        let attributes = "<key>NSExtensionAttributes</key><dict/>"
        let text = list("<key>NSExtension</key><dict>\(Self.point)\(Self.principal)</dict>\(attributes)")
        let findings = try check(["a.swift": Self.service, "Info.plist": text]).findings
        #expect(findings.map(\.code) == ["plist.misplaced"] && findings.map(\.severity) == [.warning])
    }

    @Test("A list whose extension point is a setting is that of the class that it names")
    func unknownPoint() throws {
        let key = "<key>NSExtensionPointIdentifier</key><string>${POINT}</string>"
        let own = list("<key>NSExtension</key><dict>\(key)\(Self.principal)</dict>")
        let other = list("<key>NSExtension</key><dict>\(key)</dict>")
        let check = try check(["a.swift": Self.service, "A/Info.plist": other, "B/Info.plist": own])
        #expect(check.infoPlist?.path.hasSuffix("B/Info.plist") == true && check.findings.isEmpty)
    }

    @Test("Files that are not sources are resources")
    func resources() throws {
        let names = ["logo.png", "de.lproj/Localizable.strings", "a.json", "Texts.xcstrings"]
        let skipped = [
            "Old.m", "Main.storyboard", "App.entitlements", "Assets.xcassets/a.png", "README.md", "Makefile",
        ]
        for name in names + skipped + ["a.swift", "Info.plist"] {
            let file = folder.appendingPathComponent(name)
            let directory = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(Self.service.utf8).write(to: file)
        }
        let found = try ExtensionSources([folder.path]).resources.map { String($0.dropFirst(folder.path.count + 1)) }
        #expect(Set(found) == Set(names))
    }

    @Test("A folder that is a bundle is one resource, below the extension or named itself", arguments: [false, true])
    func bundles(isNamed: Bool) throws {
        for name in [
            "a.swift", "Sounds.bundle/a.wav", "Sounds.bundle/de.lproj/a.strings", "Sounds.bundle/b.swift",
            "bundle/c.swift",
        ] {
            let file = folder.appendingPathComponent(name)
            let directory = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(Self.service.utf8).write(to: file)
        }
        let bundle = folder.appendingPathComponent("Sounds.bundle").path
        let sources = try ExtensionSources([
            folder.appendingPathComponent("a.swift").path, isNamed ? bundle : folder.path,
        ])
        #expect(sources.resources == [bundle] && sources.files.count == (isNamed ? 1 : 2))
    }

    @Test("The principal class is the one that nothing inherits from, or the named one")
    func principalClass() throws {
        let base = "open class Base: UserNotifications.UNNotificationServiceExtension {}\n"
        let files = ["a.swift": base + "final class Second: Base {}", "b/c.swift": "class Third<T>: Base {}"]
        let found = try check(files)
        #expect(found.principalClass?.name == "Second" && found.principalClass?.line == 2)
        #expect(found.findings.map(\.code) == ["source.several-classes"])
        let named = try check(files, class: "Base")
        #expect(named.principalClass?.name == "Base" && named.findings.isEmpty)
        #expect(try check(["a.swift": "class A: B {}\nclass B: A {}"]).findings.map(\.code) == ["source.no-class"])
    }

    @Test("A class that the sources do not have is an error with those that they have", arguments: ["Sercive", ""])
    func unknownClass(name: String) throws {
        let files = ["a.swift": Self.service, "b.swift": "class Other: NotificationService {}"]
        do {
            _ = try check(files, class: name)
            Issue.record("The class \(name) was taken.")
        } catch let error as ConfigurationError {
            let sentence = error.problems.first ?? ""
            #expect(sentence.hasPrefix("invalid --class \"\(name)\"") && error.problems.count == 1)
            #expect(sentence.contains("NotificationService or Other"))
        }
        // The form of an Info.plist; and sources of which no class is one have a finding of their own.
        #expect(try check(files, class: "App.Other").principalClass?.name == "Other")
        #expect(try check(["a.swift": "class A {}"], class: "A").findings.map(\.code) == ["source.no-class"])
    }

    @Test("A byte order mark is no part of the text")
    func byteOrderMark() throws {
        let check = try check(["a.swift": "\u{FEFF}import Combine\n" + Self.service])
        #expect(check.findings.map(\.code) == ["source.import"])
        #expect(check.findings.first.map { [$0.line, $0.column] } == [1, 8])
        let text = "@objc class A {}"
        for mark in [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]] {
            let copy = SourceTransformer.copy(of: SourceFile(path: "/no/a.swift", bytes: mark + Array(text.utf8)))
            #expect(
                String(decoding: copy, as: UTF8.self).utf8.elementsEqual(
                    "#sourceLocation(file: \"/no/a.swift\", line: 1)\n      class A {}".utf8
                )
            )
        }
    }

    @Test(
        "Of several lists that of the extension counts",
        arguments: [
            (["App/Info.plist": app, "Service/Info.plist": good, "UI/Info.plist": interface], "Service", []),
            (["App/Info.plist": app, "Service/Info.plist": faulty], "Service", ["plist.class-unknown"]),
            (["A/Info.plist": faulty, "B/Info.plist": good], "B", []),
            (["App/Info.plist": app, "UI/Info.plist": interface], nil, ["plist.no-extension"]),
            (["UI/Info.plist": interface], "UI", ["plist.point"]),
            ([:], nil, []),
        ] as [([String: String], String?, [String])]
    )
    func lists(files: [String: String], folderName: String?, codes: [String]) throws {
        let check = try check(files.mapValues(list).merging(["a.swift": Self.service]) { first, _ in first })
        #expect(check.findings.map(\.code) == codes)
        let path = check.infoPlist?.path
        #expect(path?.split(separator: "/").suffix(2).first.map(String.init) == folderName)
    }

    private static let app = "<key>NSAppTransportSecurity</key><string>off</string>"
    private static let good = "<key>NSExtension</key><dict>\(point)\(principal)</dict>"
    private static let faulty =
        "<key>NSExtension</key><dict>\(point)<key>NSExtensionPrincipalClass</key><string>A.Other</string></dict>"
    private static let interface = """
        <key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>
        <string>com.apple.usernotifications.content-extension</string></dict>
        """

    @Test(
        "Faults of a service extension's Info.plist are found",
        arguments: [
            ("<key>NSExtension</key><dict>\(point)\(principal)</dict>", []),
            ("", ["plist.no-extension"]),
            ("<key>NSExtension</key><dict>\(principal)</dict>", ["plist.point"]),
            ("<key>NSExtension</key><dict>\(point)</dict>", ["plist.class"]),
            (
                "<key>NSExtension</key><dict>\(point)<key>NSExtensionPrincipalClass</key><string>A.Other</string></dict>",
                ["plist.class-unknown"]
            ),
            (point + "<key>NSExtension</key><dict>\(point)\(principal)</dict>", ["plist.misplaced"]),
            (
                "<key>NSExtension</key><dict><key>NSExtensionPointIdentifier</key>"
                    + "<string>$(EXTENSION_POINT)</string>\(principal)</dict>", []
            ),
            (
                """
                <key>NSExtension</key><dict>\(point)\(principal)<key>NSExtensionAttributes</key><dict>
                <key>UNNotificationExtensionCategory</key><string>myNotificationCategory</string>
                <key>UNNotificationExtensionCriticalAlert</key><true/></dict></dict>
                """, ["plist.template", "plist.content-key", "plist.unknown-key"]
            ),
            (
                "<key>NSExtension</key><dict>\(point)\(principal)<key>NSExtensionMainStoryboard</key><string>M</string></dict>",
                ["plist.storyboard"]
            ),
            (
                """
                <key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><true/></dict>
                <key>NSExtension</key><dict>\(point)\(principal)</dict>
                """, ["plist.ats"]
            ),
            (
                """
                <key>NSAppTransportSecurity</key><dict><key>NSAllowsArbitraryLoads</key><string>YES</string></dict>
                <key>NSExtension</key><dict>\(point)\(principal)</dict>
                """, ["plist.type"]
            ),
        ] as [(String, [String])]
    )
    func propertyLists(text: String, codes: [String]) throws {
        let check = try check(["a.swift": Self.service, "Info.plist": list(text)])
        #expect(check.findings.map(\.code) == codes)
        #expect(codes.allSatisfy(ServiceInfoPlist.codes.contains))
    }

    @Test("A file that is no property list is a finding")
    func noPropertyList() throws {
        let check = try check(["a.swift": Self.service, "Info.plist": "<plist>\n <dict>"])
        #expect(check.findings.map(\.code) == ["plist.unreadable"])
        // The file, the place and the cure.
        let fault = try #require(check.unreadable)
        #expect(fault.file.hasSuffix("/Info.plist") && [fault.line, fault.column] == [2, 2])
        #expect(fault.fix == "Add </dict>." && fault.sentence.hasPrefix("\(fault.file):2:2: "))
    }

    @Test("The copy has the same lines and columns, without attributes of Objective-C")
    func transformed() throws {
        let text = "@objc(Name) @objcMembers class A {\n    @objc func é() {} // @objc\n}"
        let file = SourceFile(path: "/no/a \"b.swift", bytes: Array(text.utf8))
        let copy = String(decoding: SourceTransformer.copy(of: file), as: UTF8.self)
        let lines = copy.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines[0] == #"#sourceLocation(file: "/no/a \"b.swift", line: 1)"#)
        #expect(lines[1] == "                         class A {")
        #expect(lines[2] == "          func é() {} // @objc")
    }

    @Test("Classes in a circle, and marks that end nothing, cost linear time")
    func hostileSources() throws {
        let circle = (0..<5000).map { "class A\($0): A\(($0 + 1) % 5000) {}" }.joined(separator: "\n")
        let marks = String(repeating: "/\\", count: 50_000)
        let check = try check(["a.swift": Self.service, "b.swift": circle, "c.swift": marks])
        #expect(check.principalClass?.name == "NotificationService")
    }

    @Test("App groups are texts of the sources")
    func appGroups() throws {
        let file = SourceFile(
            path: "a",
            bytes: Array(#"f("group.com.a-b", "group.\(x)", "groups.a") // "group.no""#.utf8)
        )
        #expect(SourceTransformer.appGroups(in: [file]) == ["group.com.a-b"])
    }
}
