import AttacheCore
import TestWidth
import Testing

@testable import AttacheLint

/// The machine-readable formats, and the values of `lint-ignore`.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LintReportTests {
    private static let payload =
        #"{"aps":{"alert":"Hi {{a}}"},"image":"https://img.attache.dev/a.webp"}"#

    private func text(_ report: some LintReporting, _ results: [LintResult]) throws -> String {
        var (report, summary) = (report, LintSummary())
        var bytes = report.begin()
        for result in results {
            summary.add(result)
            bytes += report.write(result)
        }
        return String(decoding: bytes + report.end(summary), as: UTF8.self)
    }

    /// A rule describes all findings of its code.
    @Test(arguments: [
        (#"{"headers":{"apns-priority":"7"},"payload":{"aps":{"alert":"x"}}}"#, "collapse"),
        (
            #"{"aps":{"alert":"x","mutable-content":1},"wrap":{"fcm_options":{"image":"https://img.attache.io/a.png"}}}"#,
            "inside aps"
        ),
    ])
    func ruleFitsEachFinding(_ text: String, other: String) throws {
        let rules = ReportedRule.payloads.map { ($0.code, "\($0.texts.title) \($0.texts.fix)") }
        let findings = try LintScene.lint(text).findings
        #expect(!findings.isEmpty)
        for finding in findings {
            let rule = try #require(rules.first { $0.0 == finding.name })
            #expect(!rule.1.contains(other), "\(finding.name): \(rule.1)")
        }
    }

    @Test func sarifIsOneDocumentWithRulesPlacesAndFixes() throws {
        let results = [try LintScene.lint(Self.payload), try LintScene.lint("{"), try LintScene.lint(#"{"aps":{}}"#)]
        let document = try JSONDocument(parsing: Array(text(LintSARIFReport(version: "1.2.3"), results).utf8)).root
        #expect(document["version"]?.string == "2.1.0")
        let run = try #require(document["runs"]?[0])
        let rules = try #require(run.value(at: "/tool/driver/rules"))
        #expect(rules.elements.map { $0["id"]?.string } == ReportedRule.payloads.map(\.code))
        let found = try #require(run["results"]).elements.map { $0 }
        #expect(found.count == results.reduce(0) { $0 + $1.findings.count })
        for one in found {
            let index = try #require(one["ruleIndex"]?.integer)
            #expect(rules[index]?["id"]?.string == one["ruleId"]?.string)
            let region = try #require(one.value(at: "/locations/0/physicalLocation/region"))
            #expect(try #require(region["startLine"]?.integer) >= 1)
        }
        let missing = found.first { $0["ruleId"]?.string == LintCode.mutableContentMissing.name }
        let change = missing?.value(at: "/fixes/0/artifactChanges/0/replacements/0")
        #expect(change?.value(at: "/insertedContent/text")?.string == #","mutable-content":1"#)
        #expect(change?.value(at: "/deletedRegion/startColumn")?.integer == 27)
    }

    /// A fix that would print the query of a URL is left out, and the finding stays.
    @Test(arguments: [(" https://img.attache.dev/a.png", true), (" https://img.attache.dev/a.png?t=secret", false)])
    func sarifHasNoQueries(_ url: String, hasFix: Bool) throws {
        let text = try text(LintSARIFReport(version: ""), [LintScene.lint(LintScene.media(url))])
        #expect(!text.contains("secret"))
        let document = try JSONDocument(parsing: Array(text.utf8)).root
        let found = try #require(document.value(at: "/runs/0/results")).elements
        let space = found.first { $0["ruleId"]?.string == LintCode.urlSpace.rawValue }
        #expect(space != nil && (space?["fixes"] != nil) == hasFix)
    }

    @Test(arguments: [
        ("a/b.json", #""uri":"a/b.json","uriBaseId":"%SRCROOT%""#),
        ("/a b/ä.json", #""uri":"file:///a%20b/%C3%A4.json"}"#),
    ])
    func sarifNamesFilesAsURIs(_ path: String, _ expected: String) throws {
        let item = InputItem(source: path, content: .bytes(Array("{".utf8)), arrival: .now)
        #expect(try text(LintSARIFReport(version: ""), [LintScene.linter().lint(item)]).contains(expected))
    }

    @Test(arguments: [
        ("50%\r\n:,", "50%25%0D%0A:,", "50%25%0D%0A%3A%2C"), ("::error::", "::error::", "%3A%3Aerror%3A%3A"),
        ("\u{1B}[31m\u{7}\t\u{202E}é", "\\u{1b}[31m\\u{7}\t\\u{202e}é", "\\u{1b}[31m\\u{7}\t\\u{202e}é"),
    ])
    func workflowCommandsAreEscaped(_ text: String, data: String, property: String) {
        #expect(LintGitHubReport.data(text) == data)
        #expect(LintGitHubReport.property(text) == property)
    }

    @Test func workflowCommandsHaveOneLineEach() throws {
        let result = try LintScene.lint(Self.payload)
        let lines = try text(LintGitHubReport(), [result]).split(separator: "\n")
        #expect(lines.count == result.findings.count)
        #expect(lines.allSatisfy { $0.wholeMatch(of: /::(error|warning|notice) file=push\.json,line=1,.*::.*/) != nil })
    }

    @Test func lineOfJSONHasEveryFinding() throws {
        let result = try LintScene.lint(Self.payload)
        let root = try JSONDocument(parsing: Array(text(LintJSONReport(), [result]).utf8.dropLast())).root
        #expect(root["schema"]?.string == "attache-lint/1")
        #expect(root["findings"]?.elements.map { $0["code"]?.string } == result.findings.map(\.name))
        #expect(root["findings"]?[0]?["fixable"]?.boolean == true)
    }

    @Test(arguments: [
        (["lint.query=signed"], ["lint.query": "signed"]),
        (["query= signed, yes", "http=a=b"], ["lint.query": "signed, yes", "lint.http": "a=b"]),
        (
            ["ats.insecure-http=our proxy", "fetch.*=offline"],
            ["ats.insecure-http": "our proxy", "fetch.*": "offline"]
        ),
        (["fetch.status=a", "url.host-local=b"], ["fetch.status": "a", "url.host-local": "b"]), ([], [:]),
    ])
    func ignoredCodesHaveReasons(_ values: [String], codes: [String: String]) throws {
        #expect(try LintIgnore.codes(values) == codes)
    }

    /// A stage is switched off without those that one rule passes on with it.
    @Test(arguments: [
        ("ats.*", false), ("fetch.*", true), ("fetch.host-not-found", true), ("fetch.status", false),
        ("lint.fetch-failed", true), ("*", false),
    ])
    func findingIsSwitchedOff(by key: String, _ expected: Bool) {
        let finding = LintFinding(.fetchFailed, "The host has no address.", reason: .fetchHostNotFound, range: 0..<0)
        #expect(finding.isNamed(in: [key: "a reason"]) == expected)
    }

    @Test(arguments: ["lint.query", "query=", "query= ", "nothing=reason", "=reason", "", "gone.*=a", "fetch.stat=a"])
    func codeWithoutReasonIsAProblem(_ value: String) {
        #expect(throws: ConfigurationError.self) { try LintIgnore.codes([value]) }
    }

    @Test(arguments: [
        ("a\n", "a\n", ""), ("a\nb\n", "a\nc\n", "@@ -1,2 +1,2 @@\n a\n-b\n+c\n"),
        ("a", "b", "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+b\n\\ No newline at end of file\n"),
        ("a\nb\n", "a\nx\nb\n", "@@ -1,2 +1,3 @@\n a\n+x\n b\n"),
        (
            "1\n2\n3\n4\n5\n6\n7\n8\n9\n", "0\n2\n3\n4\n5\n6\n7\n8\n0\n",
            "@@ -1,4 +1,4 @@\n-1\n+0\n 2\n 3\n 4\n@@ -6,4 +6,4 @@\n 6\n 7\n 8\n-9\n+0\n"
        ),
        ("a\n", "", "@@ -1 +0,0 @@\n-a\n"),
    ])
    func differenceIsUnified(_ old: String, _ new: String, _ expected: String) {
        let text = UnifiedDiff.text(from: Array(old.utf8), to: Array(new.utf8), name: "f")
        let head = expected.isEmpty ? "" : "--- a/f\n+++ b/f\n"
        #expect(String(decoding: text, as: UTF8.self) == head + expected)
    }

    @Test(
        arguments: [
            ("image/png", "png", true), ("image/jpeg; charset=utf-8", "jpg", true), ("IMAGE/PNG", "png", true),
            ("image/jpg", "jpg", true), ("image/png", "jpg", false), ("video/mp4", "png", false),
            ("application/octet-stream", "png", false), ("text/html", "png", false), (nil, "png", false),
        ] as [(String?, String, Bool)]
    )
    func contentTypeIsComparedWithTheName(_ type: String?, _ name: String, _ expected: Bool) {
        #expect(FetchCheck.agrees(type, with: name) == expected)
    }
}
