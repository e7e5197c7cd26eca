import AttacheTesting
import ExtensionSources
import Foundation
import TestWidth
import Testing

@testable import AppProject

@Suite("What a check of an extension's sources finds in its project", .inProcess, .timeLimit(.minutes(1)))
struct ExtensionProjectTests {
    private func codes(_ scene: ProjectScene, _ folder: String = "Service") throws -> [AppCode?] {
        let scratch = try ScratchDirectory()
        try scene.write(to: scratch.url)
        let sources = try ExtensionSources([scratch.url.appending(path: folder).path])
        return ExtensionProject.findings(of: sources).map { AppCode(rawValue: $0.code) }
    }

    @Test("The iOS that the extension needs is that of its target")
    func deploymentTarget() throws {
        let newer = AppCase.setting("IPHONEOS_DEPLOYMENT_TARGET = 18.2")
        #expect(try codes(newer) == [.deploymentTarget])
        #expect(try codes(newer, "Content").isEmpty)
        #expect(try codes(AppCase.good).isEmpty)
    }

    @Test("Swift files of the target that are not among the sources are named")
    func otherFiles() throws {
        let more = AppCase.good
            .replacing("files = (B02, )", with: "files = (B02, B90, B91, )", in: ProjectScene.project)
            .replacing(
                "G01 = {isa",
                with: """
                    B90 = {isa = PBXBuildFile; fileRef = F90; };
                    F90 = {isa = PBXFileReference; path = Event.swift; sourceTree = "<group>"; };
                    B91 = {isa = PBXBuildFile; fileRef = F91; };
                    F91 = {isa = PBXFileReference; path = Old.m; sourceTree = "<group>"; };
                    G01 = {isa
                    """,
                in: ProjectScene.project
            )
            .replacing("children = (F01, )", with: "children = (F01, F90, F91, )", in: ProjectScene.project)
            .adding("struct Event {}\n", at: "News/Event.swift")
        let scratch = try ScratchDirectory()
        try more.write(to: scratch.url)
        func findings(_ paths: [String]) throws -> [SourceFinding] {
            ExtensionProject.findings(of: try ExtensionSources(paths.map { scratch.url.appending(path: $0).path }))
        }
        let finding = try #require(try findings(["Service"]).first)
        #expect(finding.code == "source.other-files" && finding.severity == .note)
        #expect(finding.message.contains("News/Event.swift") && !finding.message.contains("Old.m"))
        let all = try findings(["Service", "News/Event.swift"])
        #expect(all.map(\.code) == ["source.objective-c"] && all.first?.message.contains("News/Old.m") == true)
        #expect(try findings(["News/Event.swift"]).isEmpty && findings(["Content"]).isEmpty)
    }

    @Test("Template code and a silent handler are found without a project")
    func code() throws {
        let alone = AppCase.good.adding(nil, at: ProjectScene.project)
        #expect(try codes(alone).isEmpty)
        let call = "handler(best)"
        let template = alone.replacing(
            call,
            with: "best.title = \"\\(a) [modified]\"; \(call)",
            in: ProjectScene.service
        )
        #expect(try codes(template) == [.templateCode])
        let silent = alone.replacing("self.contentHandler = contentHandler", with: "", in: ProjectScene.service)
        #expect(try codes(silent) == [.handlerNotCalled])
    }

    @Test(
        "Template code is an error where nothing can attach media",
        arguments: [
            ("import Foundation", "a.swift", false), ("import struct Foundation.Data", "a.swift", false),
            ("import class OneSignalExtension.A", "a.swift", true), ("#import \".\"", "Service.m", true),
            ("import OneSignalExtension", "a.swift", true),
            ("let a = UNNotificationAttachment.self", "a.swift", true), ("#import \"Service.h\"", "Service.m", false),
            ("#import <UserNotifications/UserNotifications.h>", "Service.m", false),
            ("#import \"NotifeeExtensionHelper.h\"", "Service.m", true), ("@import OneSignal;", "Service.m", true),
        ]
    )
    func template(line: String, file: String, attaches: Bool) {
        let title = file.hasSuffix(".m") ? "@\"%@ [modified]\"" : "\"\\(a) [modified]\""
        let source = SourceFile(path: file, bytes: Array("\(line)\nb = \(title);\n".utf8))
        var findings = AppFindings()
        ServiceSourceRules.checkCode([source], isComplete: true, &findings)
        #expect(findings.finished.map(\.severity) == [attaches ? .warning : .error])
    }

    @Test(
        "An import of a library has several forms",
        arguments: [
            ("import OneSignalExtension", true), ("import class OneSignalExtension.A", true),
            ("@import OneSignalExtension;", true),
            ("#import <OneSignalExtension/A.h>", true), ("#import \"OneSignalExtension.h\"", true),
            ("#import \".\"", false),
            ("#import \"/\"", false), ("#import", false), ("import struct Foundation.Data", false),
        ]
    )
    func imports(text: String, isFound: Bool) {
        let file = SourceFile(path: "a.swift", bytes: Array("\(text)\n".utf8))
        #expect(ServiceCode([file]).importedNames.contains("OneSignalExtension") == isFound)
    }

    @Test(
        "A handler that code may call is not silent",
        arguments: [
            "Task { contentHandler(request.content) }", "helper.run(request, contentHandler)",
            "let done = contentHandler; done(request.content)", "handlers.append(contentHandler)",
            "guard let content else { return contentHandler(request.content) }",
            "self.done = contentHandler; done?(request.content)",
            "if let contentHandler = Optional(contentHandler) { contentHandler(a) }",
        ]
    )
    func calls(body: String) throws {
        #expect(silent(body) == false)
    }

    @Test(
        "A handler that no code calls is silent",
        arguments: [
            "", "self.kept = contentHandler", "kept = contentHandler", "// contentHandler(request.content)",
            "print(\"contentHandler\")",
        ]
    )
    func silence(body: String) throws {
        #expect(silent(body))
    }

    private func silent(_ body: String) -> Bool {
        let text = """
            class Service: UNNotificationServiceExtension {
                var kept: ((UNNotificationContent) -> Void)?
                override func didReceive(
                    _ request: UNNotificationRequest, withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
                ) { \(body)
                }
                override func serviceExtensionTimeWillExpire() {}
            }
            """
        return ServiceCode([SourceFile(path: "a.swift", bytes: Array(text.utf8))]).silentHandler != nil
    }
}
