import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import ExtensionSources

@Suite("Packages of extensions", .inProcess, .timeLimit(.minutes(1)))
struct ScratchPackageTests {
    private let scratch: ScratchDirectory
    private var folder: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func source(_ name: String, _ text: String) throws {
        let file = folder.appendingPathComponent("app/\(name)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func package() throws -> ScratchPackage {
        let sources = try ExtensionSources([folder.appendingPathComponent("app").path])
        return ScratchPackage(
            directory: folder.appendingPathComponent("package").path,
            package: .path("/no/checkout"),
            extensions: [ScratchExtension(module: "App", principalClass: "Service", sources: sources)]
        )
    }

    private func names(_ path: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.appendingPathComponent(path).path).sorted()
    }

    private static let copies = ["AttachePrincipal.swift", "copy-a-2.swift", "copy-a.swift"]

    @Test("Files of one name have copies of their own, and a second run leaves what is the same")
    func copies() throws {
        try source("a.swift", "class Service: UNNotificationServiceExtension {}")
        try source("b/a.swift", "let b = 1")
        try source("main.swift", "let c = 1")
        try package().write()
        #expect(try names("package/Sources/App") == Self.copies + ["copy-main.swift"])
        let copy = folder.appendingPathComponent("package/Sources/App/copy-a-2.swift")
        let text = try String(contentsOf: copy, encoding: .utf8)
        #expect(text.hasSuffix("\nlet b = 1") && text.contains("app/b/a.swift"))
        let old = Date(timeIntervalSince1970: 1_000_000)
        try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: copy.path)
        try FileManager.default.removeItem(at: folder.appendingPathComponent("app/main.swift"))
        try package().write()
        #expect(try names("package/Sources/App") == Self.copies)
        let date = try FileManager.default.attributesOfItem(atPath: copy.path)[.modificationDate] as? Date
        #expect(date == old)
    }

    @Test("The compiler numbers no line of a copy, which has one line more than the original")
    func excerpts() throws {
        try source("a.swift", "class Service: UNNotificationServiceExtension {}")
        try package().write()
        let manifest = folder.appendingPathComponent("package/Package.swift")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        #expect(text.contains(#".unsafeFlags(["-diagnostic-style=llvm"])"#))
        #expect(text.contains("swiftSettings: [.swiftLanguageMode(.v5), expressions, excerpts]"))
        #expect(text.contains(#"let expressions = SwiftSetting.enableUpcomingFeature("BareSlashRegexLiterals")"#))
    }

    @Test("The manifest and the program name the module and the package")
    func manifest() throws {
        try source("a.swift", "class Service: UNNotificationServiceExtension {}")
        try package().write()
        func text(_ path: String) throws -> String {
            try String(contentsOf: folder.appendingPathComponent("package/\(path)"), encoding: .utf8)
        }
        #expect(try text("Package.swift").contains(#".package(name: "attache", path: "/no/checkout")"#))
        #expect(try text("Sources/ExtensionRunner/main.swift").contains(#""App": { attachePrincipal_App() }"#))
        #expect(try text("Sources/App/AttachePrincipal.swift").contains("{ Service() }"))
    }

    @Test(
        "A vendor's module is built for an extension that imports it",
        arguments: [
            ("import HIVEExtensions", true), ("#if canImport(HIVEExtensions)\nimport HIVEExtensions\n#endif", true),
            ("// import HIVEExtensions", false), ("#if os(iOS)\nimport HIVEExtensions\n#endif", false),
        ]
    )
    func vendorModule(text: String, isBuilt: Bool) throws {
        try source("a.swift", "\(text)\nclass Service: UNNotificationServiceExtension {}")
        let package = try package()
        #expect(try ExtensionCheck(package.extensions[0].sources).findings.isEmpty)
        try package.write()
        let manifest = folder.appendingPathComponent("package/Package.swift")
        let product = #".product(name: "HIVEExtensions", package: "attache")"#
        #expect(try String(contentsOf: manifest, encoding: .utf8).contains(product) == isBuilt)
    }

    @Test(
        "A package is a path or a URL with a version or branch",
        arguments: [
            ("https://h.example/x/attache.git", #".package(url: "https://h.example/x/attache.git", branch: "main")"#),
            ("https://h.example/attache#0.1.0", #".package(url: "https://h.example/attache", exact: "0.1.0")"#),
            ("https://h.example/attache#next", #".package(url: "https://h.example/attache", branch: "next")"#),
            ("/no/\"such", #".package(name: "attache", path: "/no/\"such")"#),
        ]
    )
    func packages(text: String, declaration: String) {
        #expect(AttachePackage(text).declaration == declaration)
        #expect(AttachePackage(text).name == "attache")
    }

    @Test("A new package has a class that the check finds, and a list without faults")
    func template() throws {
        let template = ExtensionTemplate(name: "News", attache: .path("/attache"))
        for file in template.files {
            try ScratchFile.write(Array(file.text.utf8), to: folder.appendingPathComponent(file.path).path)
        }
        let check = try ExtensionCheck(try ExtensionSources([folder.appendingPathComponent("Sources/News").path]))
        #expect(check.principalClass?.name == "NotificationService" && check.infoPlist?.isService == true)
        #expect(check.findings.isEmpty && check.sources.name == "News")
        #expect(template.files.map(\.path).contains("Sources/NewsProgram/main.swift"))
        let manifest = try #require(template.files.first { $0.path == "Package.swift" }).text
        #expect(manifest.contains(#".product(name: "ExtensionModules", package: "attache")"#))
        #expect(manifest.contains(#".plugin(name: "ExtensionPrelude", package: "attache")"#))
    }

    @Test(
        "A name is one of a module that nothing has",
        arguments: [
            ("News", true), ("a_1", true), ("1a", false), ("a-b", false), ("", false), ("_a", false), ("ä", false),
            ("class", false), ("Self", false), ("main", false), ("Swift", false), ("Testing", false), ("XCTest", false),
            ("Foundation", false), ("UserNotifications", false), ("os", false), ("AttacheCore", false),
            ("NIOCore", false), ("Logging", false), ("ExtensionRunner", false), ("ExtensionModules", false),
            // ExtensionPrograms is a target; so is AdapterTests.
            ("Extension", true), ("Adapter", false), ("Classes", true), ("NotificationService", true),
        ]
    )
    func names(name: String, isName: Bool) {
        let problem = ExtensionTemplate.problem(withName: name)
        #expect((problem == nil) == isName, "\(problem ?? "")")
        if let problem { #expect(problem.hasPrefix("invalid name \"\(name)\": ")) }
    }

    @Test("Every target of this package, and every module that it uses, has its name")
    func ownNames() throws {
        let text = try String(contentsOfFile: Checkout.path("Package.swift"), encoding: .utf8)
        let pattern = /(?:module|program|tests|arget|plugin|product|library)\(\s*(?:name: )?"([A-Za-z]+)"/
        let names = text.matches(of: pattern).map { String($0.1) }
        #expect(names.count > 80)
        // Other products of this package are programs.
        for name in Set(names) where name.first?.isUppercase == true {
            #expect(ModuleName.owner(of: name) != nil, "\(name)")
        }
    }

    @Test(
        "The module of a folder or file has a free name",
        arguments: [
            ("News", "News"), ("My App", "My_App"), ("1st", "Extension1st"), ("Testing", "TestingExtension"),
            ("class", "classExtension"), ("Foundation", "FoundationExtension"), ("é", "Extension_"),
            ("AttacheCore", "AttacheCoreExtension"),
        ]
    )
    func moduleNames(folderName: String, module: String) throws {
        try source("\(folderName)/a.swift", "class Service: UNNotificationServiceExtension {}")
        try source("\(folderName)/b.swift", "")
        try source("\(folderName)/c/\(folderName).swift", "")
        let path = folder.appendingPathComponent("app/\(folderName)").path
        #expect(try ExtensionSources([path]).name == module)
        #expect(try ExtensionSources(["\(path)/c/\(folderName).swift"]).name == module)
    }

    @Test("A name of any length is one of a file", arguments: [60, 64, 65, 200])
    func longNames(count: Int) {
        let name = ModuleName.free(for: String(repeating: "a", count: count))
        #expect(ModuleName.isWord(name) && name.utf8.count == min(count, 64))
        #expect(ModuleName.isWord(ModuleName.free(for: String(repeating: "1", count: count))))
    }
}
