import AttacheCore
import AttacheTesting
import ExtensionSources
import Foundation
import PolicyFiles
import TestWidth
import Testing

@testable import AppProject

/// Projects that took minutes, or gigabytes, while each part of them is small.
///
/// One after the other: each keeps a thread of Swift concurrency for seconds, and all other tests share these threads.
@Suite("The cost of projects whose parts multiply", .serialized, .inProcess, .timeLimit(.minutes(5)))
struct ProjectCostTests {
    @Test(
        "Configurations and settings cost their sum and not their product",
        arguments: [
            // Each configuration had a copy of all settings.
            (
                LargeProject(services: 1, copies: 1, configurations: 1000, settings: 20_000, folder: 13),
                AppCode.apsEnvironment
            ),
            (LargeProject(services: 0, configurations: 6000), .noServiceExtension),
            (LargeProject(services: 1, copies: 1, configurations: 4000, folder: 13), .apsEnvironment),
            (LargeProject(services: 1, settings: 500_001), .projectUnreadable),
            // The tokens were looked at for each of 1,600 pairs, several times.
            (LargeProject(apps: 40, services: 40, copies: 40, lines: 20_000, folder: 13), .severalServiceExtensions),
        ]
    )
    func configurations(_ project: LargeProject, _ code: AppCode) throws {
        let codes = Set(try project.scene.check().findings.map(\.code))
        #expect(codes.contains(code.rawValue))
        #expect(code != .projectUnreadable || codes.count == 1)
    }

    @Test("Lists of groups are compared up to a length", arguments: [(1000, [AppCode.appGroups]), (1001, [])])
    func groups(count: Int, codes: [AppCode]) throws {
        func list(_ letter: String) -> String {
            let names = (0..<count).map { "\"group.\(letter)\($0)\"" }.joined(separator: ",")
            return "{ \"aps-environment\" = a; \"com.apple.security.application-groups\" = (\(names)); }"
        }
        let scene = ProjectScene().adding(list("e"), at: "Service/Service.entitlements")
            .adding(list("a"), at: "News/News.entitlements")
        #expect(try scene.check().findings.map(\.code) == codes.map(\.rawValue))
    }

    @Test(
        "The values of all lists of a built app have a limit",
        arguments: [
            (1, 60_000, true), (1, 140_000, false), (30, 5000, false), (30, 1000, true),
        ]
    )
    func values(count: Int, size: Int, isRead: Bool) throws {
        let list = ProjectScene.plist("<key>a</key><array>\(String(repeating: "<true/>", count: size))</array>")
        let paths = (0..<count).map { "Payload/\($0).app/Info.plist" }
        let scratch = try ScratchDirectory()
        let archive = scratch.url.appending(path: "News.ipa")
        try Data(StoredZIP.bytes(paths, sharing: list)).write(to: archive)
        do throws(ConfigurationError) {
            #expect(try AppCheck(archive.path).apps.count == count && isRead)
        } catch {
            #expect(!isRead && error.problems.count == 1)
        }
    }

    @Test("A binary list whose parts are shared counts for what it expands to")
    func sharedValues() throws {
        // 300 references to one list of 300 references to one text.
        let part = [0xAF, 0x11, 0x01, 0x2C] as [UInt8]
        let objects = [
            part + [UInt8](repeating: 1, count: 300), part + [UInt8](repeating: 2, count: 300), [0x51, 0x61],
        ]
        let starts = [8, 312, 616].flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let numbers = [3, 0, 618].flatMap { number in
            (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        }
        let list = Array("bplist00".utf8) + objects.flatMap(\.self) + starts + [0, 0, 0, 0, 0, 0, 2, 1] + numbers
        #expect(PropertyListLimits.valueCount(of: list) == 90_301)
        let scratch = try ScratchDirectory()
        for name in ["1", "2"] {
            let folder = scratch.url.appending(path: "Payload/\(name).app")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(list).write(to: folder.appending(path: "Info.plist"))
        }
        let files = try #require(ProjectFiles(scratch.url.path))
        let bundles = try #require(BundleFiles(folder: files, name: ""))
        #expect(["1", "2"].map { bundles.bytes("Payload/\($0).app/Info.plist") != nil } == [true, false])
    }

    @Test("The extensions of each of many apps are found without a look at all files")
    func apps() throws {
        let paths = (0..<1000).flatMap {
            ["Payload/\($0).app/Info.plist", "Payload/\($0).app/PlugIns/E.appex/Info.plist"]
        }
        let scratch = try ScratchDirectory()
        var scene = ProjectScene()
        scene.files = Dictionary(uniqueKeysWithValues: paths.map { ($0, "") })
        scene.files["Payload/0.app/Watch/W.app/PlugIns/X.appex/Info.plist"] = ""
        try scene.write(to: scratch.url)
        let files = try #require(ProjectFiles(scratch.url.path))
        let bundles = try #require(BundleFiles(folder: files, name: ""))
        #expect(bundles.apps.count == 1000)
        // A look at all 2,000 files for each of 100,000 questions takes minutes.
        for _ in 0..<100 {
            #expect(bundles.apps.allSatisfy { bundles.extensions(of: $0) == ["\($0)/PlugIns/E.appex"] })
        }
    }

    @Test("Each category is looked up")
    func categories() throws {
        let own = (0..<10_000).map { "UNNotificationCategory(identifier: \"r\($0)\")\n" }.joined()
        let named = (0..<10_000).map { "<string>\($0 == 0 ? "R0" : "n\($0)")</string>" }.joined()
        let scene = ProjectScene().adding(own, at: "News/App.swift")
            .replacing("<string>story</string>", with: "<array>\(named)</array>", in: ProjectScene.contentPlist)
        let codes = try scene.check().findings.map(\.code)
        #expect(codes.contains(AppCode.contentCategory.rawValue))
    }

    @Test("What is in many blocks of a Podfile is not known, and not looked for")
    func podfile() throws {
        let names = (0..<500).map { "target 'Q\($0)' do\npod 'OneSignal'\nend\n" }.joined()
        func blocks(_ count: Int) -> String { String(repeating: "target 'x' do\n", count: count) + names }
        let few = Podfile(Array(blocks(31).utf8))
        #expect(few?.has(["OneSignal"], in: "Q0") == true && few?.pods(of: "Q0") == ["OneSignal"])
        let many = Podfile(Array(blocks(32).utf8))
        #expect(many?.has(["OneSignal"], in: "Q0") == false && many?.pods(of: "Q0") == nil)
        let scene = LargeProject(apps: 100, services: 0).scene.adding(blocks(5000), at: "Podfile")
        #expect(try scene.check().findings.map(\.code) == [AppCode.noServiceExtension.rawValue])
    }

    @Test("The paths of a project have a limit in all", arguments: [(1000, false), (17_000, true)])
    func paths(count: Int, isRefused: Bool) throws {
        let files = (0..<count).map { "f\($0) = {isa = PBXFileReference; path = x; };" }.joined(separator: "\n")
        let names = (0..<count).map { "f\($0)" }.joined(separator: ",")
        let folder = String(repeating: "a/", count: 2000)
        let scene = ProjectScene().replacing(
            "children = (G01,",
            with: "children = (D00, G01,",
            in: ProjectScene.project
        )
        .replacing(
            "G00 = {",
            with: "D00 = {isa = PBXGroup; path = \"\(folder)\"; children = (\(names)); };\n\(files)\nG00 = {",
            in: ProjectScene.project
        )
        let codes = try scene.check().findings.map(\.code)
        #expect(codes == (isRefused ? [AppCode.projectUnreadable.rawValue] : []))
    }
}
