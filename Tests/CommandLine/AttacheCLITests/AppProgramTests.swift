import AttacheTesting
import Foundation
import TestWidth
import Testing

/// `attache app check` as a process: its status and its formats; what it finds has tests of its own.
@Suite(.serialized, .withPrograms, .timeLimit(.minutes(5)))
struct AppProgramTests {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
        try scratch.write(Self.project, to: "News/News.xcodeproj/project.pbxproj")
        try scratch.write("# News\n", to: "Empty/README.md")
    }

    private func run(_ arguments: [String]) async throws -> (output: String, errors: String, end: ProgramEnd) {
        let program = try PipedProgram(arguments)
        program.closeInput()
        let output = String(decoding: await program.readRest(), as: UTF8.self)
        return (output, await program.standardError, await program.wait())
    }

    /// An app for iOS without extensions.
    private static let project = """
        // !$*UTF8*$!
        { objects = {
        T01 = {isa = PBXNativeTarget; buildConfigurationList = L01; name = News; productType = "com.apple.product-type.application"; };
        C01 = {isa = XCBuildConfiguration; name = Release; buildSettings = { SDKROOT = iphoneos; }; };
        L01 = {isa = XCConfigurationList; buildConfigurations = (C01, ); };
        R00 = {isa = PBXProject; buildConfigurationList = L01; targets = (T01, ); };
        }; rootObject = R00; }

        """

    @Test(
        "The status says whether a finding is an error",
        arguments: [
            (["News"], 4), (["News/News.xcodeproj"], 4), (["News/News.xcodeproj/project.pbxproj"], 4),
            (["News", "--exit-zero"], 0), (["News", "--fail-on", "warning"], 4), (["News", "--json"], 4),
            (["Empty"], 2), (["Nowhere"], 2),
            (["Empty/README.md"], 2), (["News", "--format", "xml"], 2),
        ] as [([String], Int32)]
    )
    func status(arguments: [String], status: Int32) async throws {
        let path = scratch.path(arguments[0])
        let result = try await run(["app", "check", path] + arguments.dropFirst())
        #expect(result.end == .exited(status), "\(result.output)\(result.errors)")
    }

    @Test("Each format has the place, the code and the cure")
    func formats() async throws {
        let path = scratch.path("News")
        let file = "\(path)/News.xcodeproj/project.pbxproj"
        let text = try await run(["app", "check", path]).output
        #expect(text.hasPrefix("\(file):3:1: error: News has no notification service extension."))
        #expect(text.hasSuffix("1 error in News with 0 notification extensions\n"))
        let json = try await run(["app", "check", path, "--json"]).output
        let result = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
        let findings = try #require(result["findings"] as? [[String: Any]])
        #expect(result["schema"] as? String == "attache-app-check/1" && result["apps"] as? [String] == ["News"])
        #expect(findings.map { $0["code"] as? String } == ["app.no-service-extension"])
        #expect(findings.map { $0["line"] as? Int } == [3])
        let github = try await run(["app", "check", path, "--format", "github"]).output
        #expect(github.hasPrefix("::error file=\(file),line=3,col=1,title=app.no-service-extension::News has"))
        let sarif = try await run(["app", "check", path, "--format", "sarif"]).output
        let log = try #require(try JSONSerialization.jsonObject(with: Data(sarif.utf8)) as? [String: Any])
        let first = try #require((log["runs"] as? [[String: Any]])?.first)
        let results = try #require(first["results"] as? [[String: Any]])
        #expect(results.map { $0["ruleId"] as? String } == ["app.no-service-extension"])
        let driver = (first["tool"] as? [String: Any])?["driver"] as? [String: Any]
        let rules = try #require(driver?["rules"] as? [[String: Any]])
        let index = try #require(results.first?["ruleIndex"] as? Int)
        #expect(rules[index]["id"] as? String == "app.no-service-extension")
    }

    @Test("Codes are listed and explained")
    func codes() async throws {
        #expect(try await run(["app", "check", "--list"]).output.contains("\napp.not-embedded "))
        #expect(try await run(["explain", "app.not-embedded"]).output.contains("usually an error"))
    }
}
