import AttacheCore
import AttacheTesting
import ExtensionSources
import Foundation
import TestWidth
import Testing

@testable import AppProject

@Suite("Projects and archives as hostile input", .inProcess, .timeLimit(.minutes(5)))
struct HostileProjectTests {
    @Test("What a link or a path leads out of the folder to is not read")
    func escapes() throws {
        let outer = try ScratchDirectory()
        let folder = outer.url.appending(path: "repository")
        let secret = ProjectScene.plist("<key>NSExtension</key><string>secret</string>")
        try Data(secret.utf8).write(to: outer.url.appending(path: "Info.plist"))
        let scene = ProjectScene().adding(nil, at: ProjectScene.servicePlist)
            .replacing("$(SRCROOT)/Service/Info.plist", with: "../Info.plist", in: ProjectScene.project)
        try scene.write(to: folder)
        // Without its list the kind of the extension comes from its sources, and no rule of lists has anything to say.
        #expect(try AppCheck(folder.path).findings.isEmpty)
        let linked = ProjectScene().adding(nil, at: ProjectScene.servicePlist)
        let other = outer.url.appending(path: "linked")
        try linked.write(to: other)
        try FileManager.default.createSymbolicLink(
            at: other.appending(path: ProjectScene.servicePlist),
            withDestinationURL: outer.url.appending(path: "Info.plist")
        )
        #expect(try AppCheck(other.path).findings.isEmpty)
        let files = try #require(ProjectFiles(folder.path))
        #expect(files.join("a/b", "../../c") == "c" && files.join("a", "../../c") == nil)
        #expect(
            files.join("a/b", "./c/.") == "a/b/c" && files.join("a", "") == "a" && files.join("a", "b/../c") == "a/c"
        )
        #expect(files.join("", "/etc/passwd") == nil && files.bytes("../Info.plist") == nil)
    }

    @Test("Nesting, circles and cut texts end with a finding or none")
    func structure() throws {
        let deep = String(repeating: "(", count: 100_000)
        let check = try ProjectScene().adding("{ a = \(deep)", at: ProjectScene.project).check()
        #expect(check.findings.map(\.code) == [AppCode.projectUnreadable.rawValue])
        let circle = ProjectScene().replacing(
            "children = (F01, )",
            with: "children = (F01, G00, G01, )",
            in: ProjectScene.project
        )
        #expect(try circle.check().findings.isEmpty)
        for text in [
            "", "{", "{ objects = {}; }",
            "{ rootObject = R; objects = { R = { isa = PBXProject; targets = (R, X, ); }; }; }",
        ] {
            let check = try ProjectScene().adding(text, at: ProjectScene.project).check()
            #expect(check.apps.isEmpty)
        }
    }

    @Test(
        "Files of an archive that share their bytes are bounded in number and in all",
        arguments: [(20, 1 << 20, true), (60, 1 << 20, false), (2000, 100, false), (900, 100, true)]
    )
    func sharedBytes(count: Int, size: Int, isRead: Bool) throws {
        let scratch = try ScratchDirectory()
        let archive = scratch.url.appending(path: "News.ipa")
        let list = ProjectScene.plist("") + String(repeating: "\n", count: size)
        let paths =
            ["Payload/News.app/Info.plist"] + (1..<count).map { "Payload/News.app/PlugIns/\($0).appex/Info.plist" }
        try Data(StoredZIP.bytes(paths, sharing: list)).write(to: archive)
        do throws(ConfigurationError) {
            #expect(try AppCheck(archive.path).apps == ["News.app"] && isRead)
        } catch {
            #expect(!isRead && !error.problems.isEmpty)
        }
    }

    @Test("The paths of deep groups are bounded, and those below a folder of any name are found")
    func paths() throws {
        let outer = try ScratchDirectory()
        let folder = ExtensionSources.absolute(outer.url.path) + "/M\u{FC}ller"
        try ProjectScene().write(to: URL(filePath: folder))
        let files = try #require(ProjectFiles(folder))
        #expect(files.join("", folder + "/News/App.swift") == "News/App.swift")
        let part = String(repeating: "a/", count: 1500)
        #expect(files.join("", part) != nil && files.join(part, part) == nil)
        #expect(files.join("", String(repeating: "a", count: 5000)) == nil)
    }

    @Test("Blocks and methods that are never closed are read in one go")
    func unclosed() {
        let conditions = Array(String(repeating: "if\n", count: 300_000).utf8)
        #expect(Podfile(conditions)?.pods(of: "News") == [])
        let method = "func didReceive(_ a: A, withContentHandler h: B) {\n"
        let file = SourceFile(path: "a.swift", bytes: Array(String(repeating: method, count: 20_000).utf8))
        #expect(ServiceCode([file]).silentHandler == nil)
        let calls = String(repeating: "a(withContentHandler: h)\n", count: 100_000)
        let passing = SourceFile(path: "b.swift", bytes: Array((method + calls + "}\n").utf8))
        #expect(ServiceCode([passing]).secondCall == nil)
    }

    @Test(
        "The time for a project grows with its size",
        arguments: [
            // Each of 1,900 extensions was looked for in 200,000 copies, or dependencies, that were collected for it again.
            (LargeProject(services: 1900, copies: 200_000), AppCode.notEmbedded),
            (LargeProject(apps: 2, services: 1900, dependencies: 200_000), .notEmbedded),
            (LargeProject(services: 2000), .projectUnreadable),
            (LargeProject(apps: 2, services: 1, copies: 250_001), .projectUnreadable),
            (LargeProject(services: 1, exceptions: (5000, 10_000)), .projectUnreadable),
            // All of the apps embed all of the extensions.
            (LargeProject(apps: 900, services: 900, copies: 900, folder: 13), .projectUnreadable),
            (LargeProject(apps: 900, services: 900, copies: 450, folder: 13), .projectUnreadable),
        ]
    )
    func size(_ project: LargeProject, _ code: AppCode) throws {
        let codes = Set(try project.scene.check().findings.map(\.code))
        #expect(codes.contains(code.rawValue))
        // Of what is refused nothing else is said.
        #expect(code != .projectUnreadable || codes.count == 1)
    }

    @Test("A manifest is read once whatever links to it, and large or many ones are not")
    func manifests() throws {
        let scratch = try ScratchDirectory()
        let manager = FileManager.default
        func write(_ size: Int, _ folder: String) throws {
            let inner = scratch.url.appending(path: folder)
            try manager.createDirectory(at: inner, withIntermediateDirectories: true)
            let text = "let package = Package(products: [.library(name: \"Push\", targets: [])])\n"
            let bytes = Data(text.utf8) + Data(repeating: 0x20, count: max(0, size - text.utf8.count))
            try bytes.write(to: inner.appending(path: "Package.swift"))
        }
        try write(1 << 20, "0")
        let files = try #require(ProjectFiles(scratch.url.path))
        for index in 0..<100 {
            let link = scratch.url.appending(path: "link\(index)")
            try manager.createSymbolicLink(at: link, withDestinationURL: scratch.url.appending(path: "0"))
            #expect(files.package(in: "link\(index)")?.products == ["Push"])
        }
        for index in 1..<64 {
            try write(0, "\(index)")
            #expect(files.package(in: "\(index)") != nil)
        }
        #expect(files.package(in: "none") == nil && !files.hasUnreadPackages)
        try write(0, "64")
        #expect(files.package(in: "64") == nil && files.hasUnreadPackages && files.package(in: "0") != nil)
        try write((1 << 20) + 1, "large")
        let others = try #require(ProjectFiles(scratch.url.path))
        #expect(others.package(in: "large") == nil && others.hasUnreadPackages)
    }

    @Test("Sources are divided into tokens up to a size, and of what is not read nothing is found")
    func sources() throws {
        let scratch = try ScratchDirectory()
        let blank = scratch.url.appending(path: "0.swift")
        try Data(repeating: 0x20, count: 4 << 20).write(to: blank)
        let files = try #require(ProjectFiles(scratch.url.path))
        for index in 1...17 {
            let link = scratch.url.appending(path: "\(index).swift")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: blank)
            #expect((files.source("\(index).swift") != nil) == (index <= 16))
        }
        let scene = ProjectScene()
        let text = try #require(scene.files[ProjectScene.service])
        let large = scene.adding(text + String(repeating: " ", count: 4 << 20), at: ProjectScene.service)
        #expect(try large.check().findings.isEmpty)
    }

    @Test("Any change of any file is read without a crash", arguments: 0..<8)
    func randomChanges(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let good = ProjectScene()
            .adding("target 'News' do\n  pod 'OneSignal'\nend\n", at: "Podfile")
            .adding("#include \"Base.xcconfig\"\nA = $(B:lower) // c\n", at: "Base.xcconfig")
        let words = [
            "{", "}", "(", ")", "\"", "$(", "<dict>", "</dict>", "\\", "isa = PBXGroup;", "do\n", "end\n", "/*",
            "\u{0}",
        ]
        for _ in 0..<40 {
            var scene = good
            for path in scene.files.keys.sorted() where Bool.random(using: &random) {
                var bytes = Array(scene.files[path, default: ""].utf8)
                for _ in 0..<Int.random(in: 1...4, using: &random) where !bytes.isEmpty {
                    let start = Int.random(in: 0..<bytes.count, using: &random)
                    let end = min(bytes.count, start + Int.random(in: 0...30, using: &random))
                    let word = words.randomElement(using: &random) ?? ""
                    bytes.replaceSubrange(start..<end, with: Array(word.utf8))
                }
                scene.files[path] = String(decoding: bytes, as: UTF8.self)
            }
            let check = try scene.check()
            #expect(check.findings.allSatisfy { AppCode(rawValue: $0.code) != nil })
        }
    }
}
