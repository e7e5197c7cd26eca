import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import ExtensionSources

@Suite("Content extensions in sources", .inProcess, .timeLimit(.minutes(1)))
struct ContentExtensionTests {
    private static func classes(in text: String) -> [String] {
        let file = SourceFile(path: "a.swift", bytes: Array(text.utf8))
        return PrincipalClass.contentExtensions(in: [file]).map { "\($0.name):\($0.line)" }
    }

    @Test(
        "A class declares the protocol at itself or in an extension",
        arguments: [
            ("class A: ContentViewController, UNNotificationContentExtension {}", ["A:1"]),
            ("class A: UNNotificationContentExtension {}", ["A:1"]),
            ("final class A: B, C, UserNotificationsUI.UNNotificationContentExtension {}", ["A:1"]),
            ("class A: B {}\nextension A: UNNotificationContentExtension {}", ["A:2"]),
            ("class A: B, UNNotificationContentExtension {}\nextension A: UNNotificationContentExtension {}", ["A:1"]),
            (
                "class A: B, UNNotificationContentExtension {}\nclass C: B, UNNotificationContentExtension {}",
                ["A:1", "C:2"]
            ),
            ("class A: B {}", []), ("class A { let a: UNNotificationContentExtension? = nil }", []),
            ("// class A: UNNotificationContentExtension {}", []),
            ("let a = \"class A: UNNotificationContentExtension\"", []),
            ("UNNotificationContentExtension", []), ("class UNNotificationContentExtension {}", []), ("", []),
        ] as [(String, [String])]
    )
    func names(text: String, expected: [String]) {
        #expect(Self.classes(in: text) == expected)
    }

    @Test("10,000 mentions are read in a moment")
    func many() {
        let text = String(repeating: "UNNotificationContentExtension ", count: 10_000)
        #expect(Self.classes(in: text).isEmpty)
    }

    @Test("Each of 100,000 classes is looked up")
    func manyClasses() {
        let text = (0..<100_000).map { "class A\($0): UNNotificationContentExtension {}\n" }.joined()
        #expect(Self.classes(in: text).count == 100_000)
    }

    @Test("The package of a script has the services and the views by module")
    func package() throws {
        let scratch = try ScratchDirectory()
        defer { scratch.remove() }
        let folder = scratch.url
        try Data("class A {}".utf8).write(to: folder.appendingPathComponent("a.swift"))
        let sources = try ExtensionSources([folder.appendingPathComponent("a.swift").path])
        let package = ScratchPackage(
            directory: folder.appendingPathComponent("package").path,
            package: .path("/no/checkout"),
            extensions: [
                ScratchExtension(module: "S", principalClass: "A", sources: sources),
                ScratchExtension(module: "V", principalClass: "A", sources: sources, kind: .content),
            ],
            playsScripts: true
        )
        try package.write()
        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent("package/\(path)"), encoding: .utf8)
        }
        let main = try text("Sources/ExtensionRunner/main.swift")
        #expect(main.contains(#"services: ["S": { attachePrincipal_S() }], views: ["V": { attachePrincipal_V() }]"#))
        let manifest = try text("Package.swift")
        #expect(manifest.contains("AttacheExtensionTesting"))
        #expect(manifest.components(separatedBy: "UserNotificationsUI").count == 2)
        #expect(try text("Sources/V/AttachePrincipal.swift").contains("import UserNotificationsUI"))
    }
}
