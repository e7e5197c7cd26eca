import AttacheCore
import AttacheTesting
import Foundation
import TestWidth
import Testing

@testable import ExtensionSources

@Suite("Libraries of extensions", .inProcess, .timeLimit(.minutes(1)))
struct SourceModuleTests {
    private let scratch: ScratchDirectory
    private var folder: URL { scratch.url }

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func source(_ name: String, _ text: String) throws {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    /// The modules of folders that have their names.
    private func modules(_ names: String...) throws -> [SourceModule] {
        try SourceModule.read(names.map { "\($0)=\(folder.path)/\($0)" })
    }

    private func app(_ modules: [SourceModule]) throws -> ExtensionSources {
        try ExtensionSources([folder.appendingPathComponent("App").path], modules: modules)
    }

    private func problems(_ values: [String]) -> [String] {
        do throws(ConfigurationError) {
            _ = try SourceModule.read(values)
            return []
        } catch {
            return error.problems
        }
    }

    private static let service = "import Shared\nclass Service: UNNotificationServiceExtension {}\n"

    @Test(
        "A value without a free name and a folder of Swift files is refused",
        arguments: [
            ("Shared", "NAME=DIR"), ("Shared=", "NAME=DIR"), ("=x", "NAME=DIR"), ("a-b=/x", "a-b"), ("1a=/x", "1a"),
            ("class=/x", "a keyword of Swift"), ("UserNotifications=/x", "UserNotifications is Attache's own; "),
            ("FirebaseMessaging=/x", "Attache's own"), ("AttacheCore=/x", "Attache's own"),
            ("Foundation=/x", "the Swift toolchain"), ("Shared=/nowhere", "/nowhere cannot be read"),
            ("Shared=EMPTY", "no Swift files"), ("Shared=PACKAGE", "PACKAGE/Sources/Shared"),
        ]
    )
    func refused(value: String, part: String) throws {
        try source("EMPTY/a.m", "")
        try source("PACKAGE/Package.swift", "")
        try source("PACKAGE/Sources/Shared/a.swift", "")
        let folders = ["EMPTY", "PACKAGE"].reduce(value) { $0.replacing("=\($1)", with: "=\(folder.path)/\($1)") }
        let problems = problems([folders])
        #expect(problems.count == 1)
        let problem = try #require(problems.first)
        #expect(problem.hasPrefix("invalid --module \"\(folders)\": ") && problem.contains(part), "\(problem)")
    }

    @Test(
        "A module of a package that attache uses is none of the package of extensions",
        arguments: ["Logging", "NIOCore"]
    )
    func dependencies(name: String) throws {
        try source("\(name)/a.swift", "")
        #expect(try modules(name).map(\.name) == [name])
    }

    @Test("All problems are reported, and a name has one folder")
    func several() throws {
        try source("Shared/a.swift", "")
        let path = folder.appendingPathComponent("Shared").path
        let problems = problems(["Shared=\(path)", "Shared=\(path)", "a b=\(path)", "Other=/nowhere"])
        #expect(problems.count == 3)
        #expect(problems.first?.contains("Shared is given twice") == true)
    }

    @Test("A module is behind those that it imports, and needs what they need")
    func order() throws {
        try source("A/a.swift", "import B\n#if canImport(K)\nimport K\n#endif\n#if canImport(E)\nimport D\n#endif")
        try source("B/b.swift", "import K\nimport Foundation")
        try source("K/c.swift", "import struct D.Name")
        try source("D/d.swift", "import D")
        let modules = try modules("A", "B", "K", "D")
        #expect(modules.map(\.name) == ["D", "K", "B", "A"])
        #expect(modules.map(\.needs) == [[], ["D"], ["D", "K"], ["D", "K", "B"]])
    }

    @Test(
        "Modules that import each other are an error that names the way",
        arguments: [("B", "A", "A imports B, B imports A;"), ("K", "B", "B imports K, K imports B;")]
    )
    func cycle(first: String, second: String, way: String) throws {
        try source("A/a.swift", "import B")
        try source("B/b.swift", first == "B" ? "import A" : "import K")
        try source("K/c.swift", "import \(second)")
        let values = ["A", "B", "K"].map { "\($0)=\(folder.path)/\($0)" }
        let problems = problems(values)
        #expect(problems.count == 1 && problems.first?.contains(way) == true, "\(problems)")
    }

    @Test("check reports the import of a module that is not given alone")
    func imports() throws {
        try source("App/a.swift", Self.service + "import Missing\n")
        try source("Shared/b.swift", "public let b = 1")
        #expect(try ExtensionCheck(try app([])).findings.map(\.line) == [1, 3])
        #expect(try ExtensionCheck(try app(try modules("Shared"))).findings.map(\.line) == [3])
    }

    @Test("check reports what in a module does not work on Linux, and knows its names")
    func findings() throws {
        try source("App/a.swift", Self.service + "let a = UIThings()\n")
        try source("Shared/b.swift", "import Combine\npublic struct UIThings {}")
        let findings = try ExtensionCheck(try app(try modules("Shared"))).findings
        #expect(findings.map(\.code) == ["source.import"])
        #expect(findings.first?.file.hasSuffix("/Shared/b.swift") == true)
    }

    @Test("The principal class may inherit from a class of a module, which is none itself")
    func baseClass() throws {
        try source("App/a.swift", "import Shared\nclass Service: Base {}\n")
        try source("Shared/b.swift", "open class Base: UNNotificationServiceExtension {}\nclass Other: Base {}")
        #expect(try ExtensionCheck(try app([])).principalClass == nil)
        let check = try ExtensionCheck(try app(try modules("Shared")))
        #expect(check.principalClass?.name == "Service" && check.findings.isEmpty)
    }

    @Test("A folder of a module below that of the extension is read as the module alone")
    func nested() throws {
        try source("App/a.swift", Self.service)
        try source("App/Shared/b.swift", "public let b = 1")
        let sources = try app(try SourceModule.read(["Shared=\(folder.path)/App/Shared"]))
        #expect(sources.files.count == 1 && sources.libraryFiles.count == 1)
    }

    @Test(
        "An extension in the folder of a module is no part of the module",
        arguments: [["Shared/Svc"], ["Shared/Svc/a.swift"], ["Shared/Svc", "Shared/more.swift"], ["link"]]
    )
    func surrounded(names: [String]) throws {
        try source("Shared/Svc/a.swift", Self.service)
        try source("Shared/more.swift", "let more = 1")
        try source("Shared/b.swift", "public let b = 1")
        let link = folder.appendingPathComponent("link").path
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "Shared/Svc")
        let paths = names.map { folder.appendingPathComponent($0).path }
        let modules = try SourceModule.read(["Shared=\(folder.path)/Shared"], besides: paths)
        let sources = try ExtensionSources(paths, modules: modules)
        #expect(sources.files.count == names.count && sources.libraryFiles.count == 3 - names.count)
        #expect(try ExtensionCheck(sources).principalClass?.name == "Service")
    }

    @Test("A module in the folder of another one is no part of it")
    func moduleInsideAnother() throws {
        try source("Shared/Model/a.swift", "public let a = 1")
        try source("Shared/b.swift", "import Model")
        let read = try SourceModule.read(["Core=\(folder.path)/Shared", "Model=\(folder.path)/Shared/Model"])
        #expect(read.map(\.name) == ["Model", "Core"] && read.map(\.sources.files.count) == [1, 1])
    }

    @Test("What an earlier package compiled is not seen by one without that library")
    func earlierLibrary() throws {
        try source("App/a.swift", Self.service)
        try source("Shared/b.swift", "")
        let directory = folder.appendingPathComponent("package").path
        func write(_ modules: [SourceModule]) throws {
            let item = ScratchExtension(module: "App", principalClass: "Service", sources: try app(modules))
            try ScratchPackage(directory: directory, package: .path("/no/checkout"), extensions: [item]).write()
        }
        try write(try modules("Shared"))
        let compiled = URL(fileURLWithPath: "\(directory)/.build/release/Modules")
        try FileManager.default.createDirectory(at: compiled, withIntermediateDirectories: true)
        for name in ["App", "Shared"] { try Data().write(to: compiled.appendingPathComponent("\(name).swiftmodule")) }
        try write([])
        #expect(try FileManager.default.contentsOfDirectory(atPath: compiled.path) == ["App.swiftmodule"])
    }

    @Test("The name of the extension's module is that of no library and of no class")
    func names() throws {
        try source("App/a.swift", Self.service)
        try source("App/b.swift", "")
        let sources = try app([])
        #expect(sources.moduleName(for: "Service") == "App" && sources.moduleName(for: "App") == "AppModule")
        #expect(sources.moduleName(for: nil, besides: ["App", "App_"]) == "App__")
        let own = try SourceModule.read(["App=\(try otherFolder())"])
        #expect(try app(own).moduleName(for: "Service") == "App_")
    }

    private func otherFolder() throws -> String {
        try source("Other/c.swift", "")
        return folder.appendingPathComponent("Other").path
    }

    @Test("Each module is a target, and targets depend on what they import and what that needs")
    func package() throws {
        try source("App/a.swift", Self.service)
        try source("Shared/b.swift", "import Texts\nimport FirebaseMessaging")
        try source("Texts/c.swift", "let text = \"group.com.example.texts\"")
        try source("Unused/d.swift", "")
        let sources = try app(try modules("Shared", "Texts", "Unused"))
        let item = ScratchExtension(module: "App", principalClass: "Service", sources: sources)
        let package = ScratchPackage(
            directory: folder.appendingPathComponent("package").path,
            package: .path("/no/checkout"),
            extensions: [item]
        )
        try package.write()
        let manifest = folder.appendingPathComponent("package/Package.swift")
        let text = try String(contentsOf: manifest, encoding: .utf8)
        let vendors = #".product(name: "VendorModules", package: "attache")"#
        for (name, more) in [
            ("App", #" + ["Texts", "Shared"]"#), ("Shared", #" + ["Texts", \#(vendors)]"#), ("Texts", ""),
            ("Unused", ""),
        ] {
            #expect(text.contains("name: \"\(name)\",\n            dependencies: modules\(more),\n"), "\(text)")
        }
        let copies = folder.appendingPathComponent("package/Sources/Texts").path
        #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == ["copy-c.swift"])
        #expect(SourceTransformer.appGroups(in: sources.libraryFiles) == ["group.com.example.texts"])
        let key = ScratchPrograms.key(of: [item])
        try source("Texts/c.swift", "let text = 2")
        let changed = try app(try modules("Shared", "Texts", "Unused"))
        let other = ScratchExtension(module: "App", principalClass: "Service", sources: changed)
        #expect(ScratchPrograms.key(of: [other]) != key)
    }
}
