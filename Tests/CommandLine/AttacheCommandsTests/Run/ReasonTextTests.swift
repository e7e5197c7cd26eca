import AppProject
import AttacheCore
import AttacheLint
import ExtensionSources
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("The long text of a reason", .inProcess, .timeLimit(.minutes(1)))
struct ReasonTextTests {
    @Test("Every reason that takes the media away has a meaning and advice", arguments: ReasonCode.allCases)
    func advice(_ code: ReasonCode) throws {
        let text = try #require(ReasonText.text(of: code.rawValue))
        #expect(text.hasPrefix("\(code.rawValue)  "))
        #expect(code.severity != .block || text.contains("What to do:"), "\(text)")
        // No mark of the page that it comes from.
        #expect(!text.contains("*") && !text.contains("`") && !text.contains(".md)"), "\(text)")
    }

    @Test("Every stage that lint --list names has a line for each of its codes", arguments: LintCode.named.map(\.name))
    func stages(_ name: String) throws {
        let text = try #require(CodeText.of(name))
        guard name.hasSuffix(".*") else { return }
        let lines = text.split(separator: "\n")
        let codes = ReasonCode.allCases.map(\.rawValue).filter { $0.hasPrefix(name.dropLast()) }
        #expect(!codes.isEmpty && lines.map { String($0.prefix { $0 != " " }) } == codes)
        // A code alone says nothing.
        #expect(lines.allSatisfy { $0.contains("  ") && !$0.hasSuffix(" ") })
    }

    @Test(
        "A stage lists the codes of lint and of app check too, each once",
        arguments: [("lint.*", "lint.query"), ("lint.*", "lint.media-with-actions"), ("app.*", "app.not-embedded")]
    )
    func otherStages(_ stage: String, code: String) throws {
        let codes = try #require(CodeText.of(stage)).split(separator: "\n").map { String($0.prefix { $0 != " " }) }
        #expect(codes.contains(code) && Set(codes).count == codes.count)
    }

    @Test(
        "Texts that name no stage have no list",
        arguments: ["*", ".*", "fetch*", "fetch.s*", "nothing.*", "source.*"]
    )
    func noStages(_ text: String) { #expect(CodeText.of(text) == nil) }

    @Test(
        "A code of extension check has the command that explains it, also misspelt",
        arguments: SourceChecker.codes + ServiceInfoPlist.codes + ["source.imprt", "source.*", "plist.*"]
    )
    func extensionCodes(_ code: String) {
        #expect(ReasonText.problem(of: code)?.contains("attache extension check") == true)
    }

    @Test(
        "A misspelt reason has the nearest one, and a file is no code",
        arguments: [
            ("fetch.statu", "fetch.status"), ("push.json", nil), ("plist.json", nil), ("source.txt", nil),
            ("Info.plist", nil), ("nothing.*", nil),
        ] as [(String, String?)]
    )
    func problems(_ argument: String, nearest: String?) {
        let problem = ReasonText.problem(of: argument)
        #expect((problem == nil) == (nearest == nil))
        if let nearest { #expect(problem?.contains(nearest) == true) }
    }

    @Test("Any other text is no reason", arguments: ["", "fetch", "a.json", "fetch.unknown"])
    func others(_ text: String) {
        #expect(ReasonText.text(of: text) == nil)
    }
}
