import AttacheTesting
import ExtensionSources
import Foundation
import TestWidth
import Testing

@testable import AppProject

/// Projects that took minutes, or gigabytes, while each part of them is small.
@Suite("The cost of projects whose parts multiply", .inProcess, .timeLimit(.minutes(1)))
struct ProjectCostTests {
    @Test(
        "Configurations and settings cost their sum and not their product",
        arguments: [
            // Each configuration had a copy of all settings.
            (
                LargeProject(services: 1, copies: 1, configurations: 2000, settings: 30_000, folder: 13),
                AppCode.apsEnvironment
            ),
            (LargeProject(services: 0, configurations: 15_000), .noServiceExtension),
            (LargeProject(services: 1, copies: 1, configurations: 6500, folder: 13), .apsEnvironment),
            (LargeProject(services: 1, settings: 500_001), .projectUnreadable),
            // The tokens were looked at for each of 3,600 pairs, several times.
            (LargeProject(apps: 60, services: 60, copies: 60, lines: 20_000, folder: 13), .severalServiceExtensions),
        ]
    )
    func configurations(_ project: LargeProject, _ code: AppCode) throws {
        let codes = Set(try project.scene.check().findings.map(\.code))
        #expect(codes.contains(code.rawValue))
        #expect(code != .projectUnreadable || codes.count == 1)
    }

    @Test("Lists of groups are compared up to a length", arguments: [(900, [AppCode.appGroups]), (100_000, [])])
    func groups(count: Int, codes: [AppCode]) throws {
        func list(_ letter: String) -> String {
            let names = (0..<count).map { "\"group.\(letter)\($0)\"" }.joined(separator: ",")
            return "{ \"aps-environment\" = a; \"com.apple.security.application-groups\" = (\(names)); }"
        }
        let scene = ProjectScene().adding(list("e"), at: "Service/Service.entitlements")
            .adding(list("a"), at: "News/News.entitlements")
        #expect(try scene.check().findings.map(\.code) == codes.map(\.rawValue))
    }

    @Test("Each category is looked up")
    func categories() throws {
        let own = (0..<30_000).map { "UNNotificationCategory(identifier: \"r\($0)\")\n" }.joined()
        let named = (0..<30_000).map { "<string>\($0 == 0 ? "R0" : "n\($0)")</string>" }.joined()
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
        let scene = LargeProject(apps: 500, services: 0).scene.adding(blocks(50_000), at: "Podfile")
        #expect(try scene.check().findings.map(\.code) == [AppCode.noServiceExtension.rawValue])
    }

    @Test("The paths of a project have a limit in all", arguments: [(1000, false), (100_000, true)])
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
