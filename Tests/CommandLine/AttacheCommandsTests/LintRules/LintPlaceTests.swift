import AttacheCore
import TestWidth
import Testing

@testable import AttacheLint

/// Places, hostile payloads, and the number of findings.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LintPlaceTests {
    @Test(
        arguments: [
            (nil, LintPlace(line: 3, column: 10, endLine: 3, endColumn: 42)),
            (1, LintPlace(line: 3, column: 10, endLine: 3, endColumn: 42)),
            (7, LintPlace(line: 9, column: 10, endLine: 9, endColumn: 42)),
        ] as [(Int?, LintPlace)]
    )
    func placeCountsCharactersAndLines(_ line: Int?, place: LintPlace) throws {
        let text =
            "{\"aps\":{\"alert\":\"Hi\",\n\"mutable-content\":1},\n \"image\":\"https://img.attache.dev/a.webp\"}"
        let finding = try #require(try LintScene.linter().lint(LintScene.item(text, line: line)).findings.first)
        #expect(finding.code == .webP)
        #expect(finding.place == place)
        #expect(finding.pointer == "/image")
    }

    private static let host = "https://img.attache.dev"

    /// A name that the extension takes from the URL alone has the verdict, and the code, that the pipeline has after a load.
    @Test(arguments: [
        ("aws-amplify", #""data":{"media-url":"\#(host)/a.webp"}"#, "device.type-unknown", LintSeverity.error),
        ("community", #""image":"\#(host)/a.webp""#, "type.extension-unsupported", .error),
        // The response decides.
        ("fcm", #""fcm_options":{"image":"\#(host)/a.webp"}"#, "lint.webp", .warning),
    ])
    func nameHasVerdictOfPolicy(_ policy: String, _ members: String, code: String, severity: LintSeverity) throws {
        let text = #"{"aps":{"alert":"Hi","mutable-content":1},\#(members)}"#
        let findings = try LintScene.lint(text, policy: policy).findings
        #expect(findings.map(\.name) == [code])
        #expect(findings.map(\.severity) == [severity])
    }

    @Test func columnIsAUnicodeScalar() throws {
        let text = #"{"한é":1,"image":"https://img.attache.dev/a.webp","aps":{"alert":"Hi","mutable-content":1}}"#
        let place = try #require(try LintScene.lint(text).findings.first?.place)
        #expect(place.column == 17)
    }

    @Test func envelopeIsPartOfThePointer() throws {
        let text =
            #"{"headers":{"apns-collapse-id":7},"payload":{"aps":{"alert":"Hi"},"image":"https://img.attache.dev/a.png"}}"#
        #expect(try LintScene.lint(text).findings.map(\.pointer) == ["/headers/apns-collapse-id", "/payload/aps"])
    }

    @Test(arguments: [(#"{"aps":{"alert":}}"#, 17), (#"{"a":1,"a":2}"#, 8)])
    func errorOfTheTextHasItsPlace(_ text: String, column: Int) throws {
        let result = try LintScene.lint(text)
        #expect(result.isRejected)
        #expect(result.findings.map(\.place.column) == [column])
    }

    /// What explain says of a text that is not JSON, lint says too.
    @Test(
        arguments: [
            "", "https://img.attache.dev/a.png", "{'aps': {'alert': x}}", "aps:\n  alert: Hi\n", #"{"aps":{"alert":}}"#,
            #"{"a":1,"a":2}"#, #"curl -d '{"aps":{}' https://h"#, "curl -d 'text' https://h", "curl https://h",
        ]
    )
    func errorOfTheTextIsThatOfThePipeline(_ text: String) throws {
        guard case .failure(let refusal) = PayloadReader().read(LintScene.item(text)) else {
            Issue.record("The text was read.")
            return
        }
        let said = try #require(refusal.reasons.first)
        let finding = try #require(try LintScene.lint(text).findings.first)
        #expect(finding.reason == said.code && finding.fix == said.fix)
        // A report prints the place of a finding before its sentence.
        #expect(said.message.hasPrefix(finding.message) && !finding.message.contains("Found at"))
        #expect(said.message == finding.message || said.message.contains("Found at"))
    }

    /// Wrong types at every place, long lists and deep nesting end in some result.
    @Test(
        arguments: [
            #"{"aps":[],"image":1}"#, #"{"aps":{"alert":[[]],"mutable-content":{}},"image":{"a":[]}}"#,
            #"{"headers":[],"payload":{"aps":{}}}"#,
            #"{"headers":{"apns-priority":1e400},"payload":{"aps":{"alert":"x"}}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"image":"\ud83d\ude00 \u0000"}"#,
            #"{"aps":{"alert":"x","":{"~":{"/":"https://a.dev/b.png"}}}}"#,
            #"{"aps":{"alert":"x","a":\#(String(repeating: "[", count: 500))\#(String(repeating: "]", count: 500))}}"#,
            #"{"aps":{"alert":"x"},"l":[\#((0..<400).map { _ in #""//a/""# }.joined(separator: ","))]}"#,
            #"{"aps":{"alert":"\#(String(repeating: "{{", count: 1500))"}}"#,
        ]
    )
    func hostilePayloadHasAResult(_ text: String) throws {
        let linter = try LintScene.linter(isPortable: true)
        let result = linter.lint(LintScene.item(text))
        #expect(result.findings.count <= PayloadLinter.findingLimit)
        _ = PayloadFixer(linter).fixed(Array(text.utf8))
    }

    @Test func findingsAreInTheOrderOfTheText() throws {
        let text = #"{"image":"http://img.example.com/a b.GIF?u=1","aps":{"alert":{"title":"{{t}}"}}}"#
        let findings = try LintScene.lint(text).findings
        #expect(findings.count >= 6)
        #expect(findings.map(\.range.lowerBound) == findings.map(\.range.lowerBound).sorted())
    }

    /// A policy's keys beside the URL, and what the extension does without them.
    @Test(
        arguments: [
            (PayloadRules.MissingBehaviour.plain, [LintCode.vendorKeyMissing]),
            (.hang, [.extensionHangs, .vendorKeyMissing]),
        ]
    )
    func missingVendorKeyIsReported(_ behaviour: PayloadRules.MissingBehaviour, codes: [LintCode]) throws {
        var apple = try #require(PolicySet(try LintScene.policies())["apple"])
        apple.payload.media = [.init(url: try JSONPath(parsing: "$.pic"))]
        apple.payload.requires = [PayloadCondition(try JSONPath(parsing: "$.vendor.id"))]
        apple.payload.onMissing = behaviour
        apple.name = "own"
        var options = LintOptions()
        options.policy = "own"
        let linter = PayloadLinter(policies: PolicySet([apple]), canonicalizer: NoNames(), options: options)
        let text = #"{"aps":{"alert":"Hi","mutable-content":1},"pic":"https://img.attache.dev/a.png"}"#
        #expect(Set(linter.lint(LintScene.item(text)).findings.map(\.code)) == Set(codes))
        let whole = text.replacing(#""pic""#, with: #""vendor":{"id":1},"pic""#)
        #expect(linter.lint(LintScene.item(whole)).findings.isEmpty)
    }

    private struct NoNames: HostCanonicalizing {
        func aLabel(of name: String) -> String? { nil }
    }
}
