import AttacheCore
import AttacheTesting
import ExtensionSources
import Foundation
import TestWidth
import Testing

@testable import AppProject

@Suite("Findings in the project of an app", .inProcess, .timeLimit(.minutes(1)))
struct AppCheckTests {
    @Test(
        "Each fault has its code, and what is right or not known has none",
        arguments: AppCase.all
    )
    func codes(of example: AppCase) throws {
        let check = try example.scene.check()
        #expect(check.findings.map(\.code) == example.codes.map(\.rawValue), "\(check.findings)")
        #expect(check.findings.allSatisfy { !$0.message.contains("(configuration") && $0.message.hasSuffix(".") })
        #expect(check.findings.allSatisfy { !$0.fix.isEmpty && $0.fix.hasSuffix(".") })
    }

    @Test("A finding names its file and line")
    func places() throws {
        let check = try AppCase.good.replacing(
            "usernotifications.service",
            with: "usernotifications.services",
            in: ProjectScene.servicePlist
        )
        .check()
        let finding = try #require(check.findings.first)
        #expect(finding.file.hasSuffix("/Service/Info.plist") && finding.line == 5)
        let versions = try AppCase.setting("MARKETING_VERSION = 1.3").check().findings
        #expect(versions.first?.file.hasSuffix("News.xcodeproj/project.pbxproj") ?? false)
        #expect((versions.first?.line ?? 0) > 80)
        let pods = "target 'News' do\n  use_react_native!\n\n  target 'Service' do\n  end\nend\n"
        let inherited = try AppCase.good.adding(pods, at: "Podfile").check().findings
        #expect(inherited.first?.code == AppCode.pluginsInherited.rawValue)
        #expect(inherited.first?.file.hasSuffix("/Podfile") ?? false && inherited.first?.line == 4)
    }

    @Test("A finding of some configurations names them")
    func configurations() throws {
        let start = "C02R = {isa = XCBuildConfiguration; name = Release; buildSettings = {"
        let scene = AppCase.good.replacing(
            start,
            with: start + "IPHONEOS_DEPLOYMENT_TARGET = 18.0;",
            in: ProjectScene.project
        )
        let findings = try scene.check().findings
        #expect(findings.map(\.code) == [AppCode.deploymentTarget.rawValue])
        #expect(findings.first?.message.hasSuffix(" (configuration Release).") ?? false)
    }

    @Test(
        "The name of a project in a path is no fault",
        arguments: [
            ("News.xcodeproj", true), ("News.xcodeproj//", true), ("News.xcodeproj/project.pbxproj", true),
            ("News.xcodeproj/project.pbxproj/", true), ("News.xcodeproj/xcshareddata", false),
            ("News.xcodeproj.bak", false),
            ("Old.xcodeproj/App.xcodeproj.copy", true), ("Old.xcodeproj/App.xcodeproj.copy/News.xcodeproj", true),
        ]
    )
    func paths(_ path: String, isProject: Bool) throws {
        let scratch = try ScratchDirectory()
        let scene = AppCase.good.adding("", at: "News.xcodeproj/xcshareddata/a").adding("", at: "News.xcodeproj.bak/a")
        try scene.write(to: scratch.url)
        try scene.write(to: scratch.url.appending(path: "Old.xcodeproj/App.xcodeproj.copy"))
        do throws(ConfigurationError) {
            let check = try AppCheck("\(scratch.url.path)/\(path)")
            #expect(isProject && check.apps == ["News"] && check.findings.isEmpty)
        } catch {
            #expect(!isProject && !error.problems.isEmpty)
        }
    }

    @Test("A project is checked that has a built app next to it")
    func builtApp() throws {
        let scene = AppCase.good.adding(ProjectScene.plist(""), at: "Payload/Other.app/Info.plist")
        #expect(try scene.check("News.xcodeproj").apps == ["News"])
        #expect(try scene.check().apps == ["Other.app"])
    }

    @Test("Each code is in the table of the page")
    func documentation() throws {
        let page = Checkout.root.appending(path: "Sources/Pipeline/Attache/Attache.docc/Troubleshooting.md")
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `app.") }.joined()
        let named = rows.matches(of: /`(app\.[a-z-]+)`/).map { String($0.1) }
        #expect(named.sorted() == AppCode.allCases.map(\.rawValue).sorted())
    }

    @Test("Each code has texts of the right form", arguments: AppCode.allCases)
    func texts(of code: AppCode) {
        let texts = code.texts
        #expect(code.rawValue.hasPrefix("app."))
        #expect(!texts.title.hasSuffix(".") && texts.why.hasSuffix(".") && texts.fix.hasSuffix("."))
    }
}
