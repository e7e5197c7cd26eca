import Attache
import AttacheCore
import TestWidth
import Testing

@testable import AttacheLint

/// For each code a payload that has it, and one beside the boundary that does not.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LintCodeTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let code: LintCode
        let bad: String
        let good: String
        var policy = "auto"
        var isPortable = false

        var testDescription: String { "\(code.rawValue): \(bad.prefix(120))" }
    }

    private static let host = LintScene.host
    private static let started = #""alert":"Hi","mutable-content":1"#

    private static func media(_ url: String, _ aps: String = started) -> String { LintScene.media(url, aps: aps) }
    private static func envelope(_ headers: String) -> String {
        #"{"headers":{\#(headers)},"payload":{"aps":{"alert":"Hi"}}}"#
    }
    /// A payload of a number of bytes in compact form.
    private static func sized(_ count: Int) -> String {
        let empty = #"{"aps":{"alert":"Hi"},"x":""}"#
        return empty.replacing(#""x":"""#, with: #""x":"\#(String(repeating: "x", count: count - empty.utf8.count))""#)
    }

    static let payloadRows = [
        Row(code: .payloadRejected, bad: #"{"aps":7}"#, good: #"{"aps":{}}"#),
        Row(code: .payloadRejected, bad: sized(4097), good: sized(4096)),
        Row(code: .payloadRejected, bad: "", good: #"{"aps":{"alert":"Hi"}}"#),
        Row(
            code: .duplicateKey,
            bad: #"{"aps":{"alert":"a","alert":"b"}}"#,
            good: #"{"aps":{"alert":"a"},"alert":"b"}"#
        ),
        Row(code: .payloadNearLimit, bad: sized(3687), good: sized(3686)),
        Row(
            code: .ignoredValue,
            bad: #"{"aps":{"alert":"Hi","badge":"1"}}"#,
            good: #"{"aps":{"alert":"Hi","badge":1}}"#
        ),
        Row(
            code: .apsKeyMisspelt,
            bad: #"{"aps":{"alert":"Hi","thread_id":"a"}}"#,
            good: #"{"aps":{"alert":"Hi","thread-id":"a","threads":"a"}}"#
        ),
        Row(
            code: .apsKeyMisspelt,
            bad: #"{"aps":{"alert":{"body":"Hi","Title":"a"}}}"#,
            good: #"{"aps":{"alert":{"body":"Hi","title":"a"}}}"#
        ),
        Row(
            code: .apsKeyUnknown,
            bad: #"{"aps":{"alert":"Hi","title":"a"}}"#,
            good: #"{"aps":{"alert":"Hi","thread_id":"a"},"title":"a"}"#
        ),
        Row(
            code: .apsKeyUnknown,
            bad: #"{"aps":{"alert":{"body":"Hi","message":"a"}}}"#,
            good: #"{"aps":{"alert":{"body":"Hi","loc-key":"a"}}}"#
        ),
        Row(
            code: .apsKeyUnknown,
            bad: #"{"aps":{"alert":{"body":"Hi","sound":"a.caf"}}}"#,
            good: #"{"aps":{"event":"update","content-state":{},"alert":{"body":"Hi","sound":"a.caf"}}}"#
        ),
        Row(
            code: .apsKeyUnknown,
            bad: #"{"aps":{"alert":"Hi","mutable-content":1,"my-pic":"\#(host)/a"},"image":"\#(host)/a.png"}"#,
            good: #"{"aps":{"alert":"Hi","mutable-content":1,"image":"\#(host)/a.png"},"image":"\#(host)/a.png"}"#
        ),
        Row(
            code: .collapseIDTooLong,
            bad: envelope(#""apns-collapse-id":"\#(String(repeating: "é", count: 32))x""#),
            good: envelope(#""apns-collapse-id":"\#(String(repeating: "é", count: 32))""#)
        ),
        Row(code: .headerInvalid, bad: envelope(#""apns-priority":7"#), good: envelope(#""apns-priority":"5""#)),
        Row(
            code: .headerInvalid,
            bad: envelope(#""apns-push-type":"Alert""#),
            good: envelope(#""apns-push-type":"alert""#)
        ),
    ]

    static let startRows = [
        Row(
            code: .mutableContentMissing,
            bad: media("\(host)/a.png", #""alert":"Hi""#),
            good: #"{"aps":{"alert":"Hi"}}"#
        ),
        Row(
            code: .mutableContentMisplaced,
            bad: #"{"aps":{"alert":"Hi"},"mutable-content":1,"image":"\#(host)/a.png"}"#,
            good: #"{"aps":{"alert":"Hi","mutable-content":1},"mutable-content":1,"image":"\#(host)/a.png"}"#
        ),
        Row(
            code: .mutableContentMisplaced,
            bad: #"{"aps":{"alert":"Hi","mutable_content":true}}"#,
            good: #"{"aps":{"alert":"Hi","mutable-content":true}}"#
        ),
        Row(
            code: .mutableContentMisplaced,
            bad: #"{"aps":{"alert":"Hi"},"gcm.notification.mutable-content":"1"}"#,
            good: #"{"aps":{"alert":"Hi"},"gcm.notification.sound2":"1"}"#
        ),
        Row(
            code: .mutableContentText,
            bad: media("\(host)/a.png", #""alert":"Hi","mutable-content":"1""#),
            good: media("\(host)/a.png", #""alert":"Hi","mutable-content":1.0"#)
        ),
        Row(
            code: .mutableContentOff,
            bad: media("\(host)/a.png", #""alert":"Hi","mutable-content":0"#),
            good: #"{"aps":{"alert":"Hi","mutable-content":0}}"#
        ),
        Row(
            code: .noAlert,
            bad: media("\(host)/a.png", #""alert":"","sound":"a","mutable-content":1"#),
            good: media("\(host)/a.png", #""alert":{"title":"x"},"sound":"a","mutable-content":1"#)
        ),
        Row(
            code: .backgroundPush,
            bad: media("\(host)/a.png", #""content-available":1,"mutable-content":1"#),
            good: media("\(host)/a.png", #""alert":"Hi","content-available":1,"mutable-content":1"#)
        ),
    ]

    static let keyRows = [
        Row(
            code: .mediaKeyInAPS,
            bad: #"{"aps":{\#(started),"image":"\#(host)/a.png"}}"#,
            good: #"{"aps":{\#(started)},"image":"\#(host)/a.png"}"#
        ),
        // Beside a medium that is read; another URL in aps is none of a medium.
        Row(
            code: .mediaKeyInAPS,
            bad: #"{"aps":{\#(started),"fcm_options":{"image":"\#(host)/a.png"}},"image":"\#(host)/b.png"}"#,
            good: #"{"aps":{\#(started),"fcm_options":{"link":"\#(host)/a"}},"image":"\#(host)/b.png"}"#
        ),
        Row(
            code: .typeContradictsName,
            bad: #"{"aps":{\#(started)},"ab":{"att":{"url":"\#(host)/a.png","type":"gif"}}}"#,
            good: #"{"aps":{\#(started)},"ab":{"att":{"url":"\#(host)/a.jpg","type":"JPEG"}}}"#
        ),
        Row(
            code: .typeContradictsName,
            bad: #"{"aps":{\#(started)},"ct_mediaUrl":"\#(host)/a.mp4","ct_mediaType":"image"}"#,
            good: #"{"aps":{\#(started)},"ct_mediaUrl":"\#(host)/a.png","ct_mediaType":"image"}"#
        ),
        Row(
            code: .typeContradictsName,
            bad: #"{"aps":{\#(started)},"com.batch":{"at":{"u":"\#(host)/a.gif","t":"public.png"}}}"#,
            good: #"{"aps":{\#(started)},"com.batch":{"at":{"u":"\#(host)/a.gif","t":"com.compuserve.gif"}}}"#
        ),
        Row(
            code: .typeContradictsName,
            bad: #"{"aps":{\#(started)},"_wp":{"attachments":[{"url":"\#(host)/a.gif","type":"image/png"}]}}"#,
            good: #"{"aps":{\#(started)},"_wp":{"attachments":[{"url":"\#(host)/a.gif","type":"x/y"},{"type":"png"}]}}"#
        ),
        Row(
            code: .mediaKeyMisplaced,
            bad: #"{"aps":{\#(started)},"custom":{"media_url":"\#(host)/a.png"}}"#,
            good: #"{"aps":{\#(started)},"media_url":"\#(host)/a.png"}"#,
            policy: "hive"
        ),
        Row(
            code: .mediaKeyMisspelt,
            bad: #"{"aps":{\#(started)},"mediaURL":"\#(host)/a.png"}"#,
            good: #"{"aps":{\#(started)},"mediaUrl":"\#(host)/a.png"}"#
        ),
        Row(
            code: .mediaUnread,
            bad: #"{"aps":{\#(started)},"my":{"pic":"\#(host)/a.png"}}"#,
            good: #"{"aps":{\#(started)},"my":{"pic":"\#(host)/a"}}"#
        ),
        Row(code: .mediaNotText, bad: #"{"aps":{\#(started)},"image":[]}"#, good: media("\(host)/a.png")),
        Row(
            code: .mediaWithActions,
            bad: #"{"aps":{\#(started),"category":"C"},"hive":{"mediaUrl":"\#(host)/a.png"}}"#,
            good: #"{"aps":{\#(started)},"hive":{"mediaUrl":"\#(host)/a.png"}}"#
        ),
        Row(
            code: .notPortable,
            bad: #"{"aps":{\#(started)},"rich-media":"\#(host)/a.png"}"#,
            good: #"{"aps":{\#(started)},"rich-media":"\#(host)/a.png","rich-media-type":"png"}"#,
            policy: "klaviyo",
            isPortable: true
        ),
        Row(
            code: .notPortable,
            bad: media("\(host)/a.png", #""alert":"Hi","mutable-content":true"#),
            good: media("\(host)/a.png"),
            isPortable: true
        ),
    ]

    static let urlRows = [
        Row(code: .urlSpace, bad: media(" \(host)/a.png"), good: media("\(host)/a.png")),
        Row(code: .urlSpace, bad: media(#"\#(host)/a.png\n"#), good: media("\(host)/a.png")),
        Row(code: .urlInvalid, bad: media("ftp://img.attache.dev/a.png"), good: media("\(host)/a.png")),
        Row(code: .urlInvalid, bad: media("https://user:pw@img.attache.dev/a.png"), good: media("\(host)/icon@2x.png")),
        Row(code: .urlCharacters, bad: media("\(host)/a b.png"), good: media("\(host)/a%20b.png")),
        Row(code: .urlCharacters, bad: media("\(host)/ä.png"), good: media("\(host)/%C3%A4.png")),
        Row(code: .placeholder, bad: media("\(host)/{{image}}.png"), good: media("\(host)/a.png")),
        Row(code: .placeholder, bad: media("%%url%%"), good: media("\(host)/100%25.png")),
        Row(
            code: .placeholder,
            bad: #"{"aps":{"alert":"Hi","mutable-content":1},"news":{"image":"{{image}}"}}"#,
            good: #"{"aps":{"alert":"Hi","mutable-content":1},"news":{"note":"{{image}}"}}"#
        ),
        Row(code: .placeholder, bad: media("\(host)/%image%.png"), good: media("\(host)/%2Fimage%2F.png")),
        Row(code: .placeholder, bad: media("${url}"), good: media("\(host)/$url.png")),
        Row(code: .placeholder, bad: media("\(host)/undefined/a.png"), good: media("\(host)/undefined-a.png")),
        Row(
            code: .placeholder,
            bad: #"{"aps":{"alert":{"title":"Hi {first_name}"}}}"#,
            good: #"{"aps":{"alert":{"title":"Hi {1, 2}, 50%% of 30%%"}}}"#
        ),
        Row(code: .testHost, bad: media("https://img.example.com/a.png"), good: media("https://myexample.com/a.png")),
        Row(code: .testHost, bad: media("https://nas.lan/a.png"), good: media("https://nas.land/a.png")),
        Row(code: .testHost, bad: media("https://10.0.0.1/a.png"), good: media("https://1.1.1.1/a.png")),
        Row(code: .http, bad: media("http://img.attache.io/a.png"), good: media("https://img.attache.io/a.png")),
        // The top-level domain is on the preloaded list, so that iOS loads it over https.
        Row(code: .http, bad: media("http://img.attache.io/a.png"), good: media("http://img.attache.dev/a.png")),
        Row(code: .noExtension, bad: media("\(host)/photo"), good: media("\(host)/photo.jpg")),
        Row(code: .extensionInQuery, bad: media("\(host)/i?file=a.jpg"), good: media("\(host)/i?file=a.jpgx")),
        Row(code: .extensionCase, bad: media("\(host)/a.JPG"), good: media("\(host)/A.jpg")),
        Row(code: .query, bad: media("\(host)/a.jpg?w=600"), good: media("\(host)/a.jpg#w=600")),
    ]

    static let formatRows = [
        Row(code: .webP, bad: media("\(host)/a.webp"), good: media("\(host)/a.webp.png")),
        Row(code: .svg, bad: media("\(host)/a.svg"), good: media("\(host)/a.png")),
        Row(code: .heic, bad: media("\(host)/a.HEIC"), good: media("\(host)/a.jpeg")),
        Row(code: .mov, bad: media("\(host)/a.mov"), good: media("\(host)/a.mp4")),
        Row(code: .formatUnsupported, bad: media("\(host)/a.php"), good: media("\(host)/a.gif")),
        Row(code: .formatUnsupported, bad: media("\(host)/a.pdf"), good: media("\(host)/a.gif")),
        Row(code: .audio, bad: media("\(host)/a.mp3"), good: media("\(host)/a.mp4")),
        Row(code: .notPortable, bad: media("\(host)/a.avi"), good: media("\(host)/a.gif"), isPortable: true),
        Row(
            code: .textCut,
            bad: #"{"aps":{"alert":{"title":"\#(String(repeating: "x", count: 35))"}}}"#,
            good: #"{"aps":{"alert":{"title":"\#(String(repeating: "x", count: 34))"}}}"#
        ),
        Row(
            code: .textCut,
            bad: #"{"aps":{"alert":"\#(String(repeating: "한", count: 35))"}}"#,
            good: #"{"aps":{"alert":"\#(String(repeating: "한", count: 34))"}}"#
        ),
    ]

    @Test(arguments: payloadRows + startRows + keyRows + urlRows + formatRows)
    func codeIsFoundOnOneSideOfItsBoundary(_ row: Row) throws {
        let bad = try LintScene.codes(row.bad, policy: row.policy, isPortable: row.isPortable)
        #expect(bad.contains(row.code), "\(bad)")
        let good = try LintScene.codes(row.good, policy: row.policy, isPortable: row.isPortable)
        #expect(!good.contains(row.code), "\(good)")
    }

    /// A correct push has no finding at all, with and without the strictest profile.
    @Test(arguments: [false, true])
    func correctPushHasNoFindings(_ isPortable: Bool) throws {
        #expect(try LintScene.codes(LintScene.media("\(LintScene.host)/a.png"), isPortable: isPortable) == [])
    }

    /// A placeholder hides no other mistake, and what its value may decide is not reported.
    @Test(arguments: [
        ("http://img.attache.io/{{image}}.webp", [LintCode.placeholder, .http, .webP]),
        ("{{cdn}}/a.svg", [.placeholder, .svg]), ("https://{{host}}/a.png", [.placeholder]),
        ("https://img.example.com/{{name}}", [.placeholder, .testHost]),
        ("https://img.attache.dev/a.{{type}}", [.placeholder]),
        ("https://img.attache.dev:{{port}}/a.png", [.placeholder]),
        ("https://img.attache.dev/{{id}}/photo", [.placeholder, .noExtension]),
        ("https://img.attache.dev/{{id}}.PNG?w={{w}}", [.placeholder, .extensionCase, .query]),
        ("https://img.attache.dev/a b/{{id}}.png", [.placeholder, .urlCharacters]), ("{{image}}", [.placeholder]),
    ])
    func placeholderHidesNothing(_ url: String, _ codes: [LintCode]) throws {
        let result = try LintScene.lint(LintScene.media(url))
        #expect(Set(result.findings.map(\.code)) == Set(codes))
        // The text is a template: nothing is written over its fields.
        #expect(result.findings.flatMap(\.edits).isEmpty)
    }

    /// A host of tests that the operator opens is meant, and no other one is.
    @Test(arguments: [
        ("https://cdn.lan/a.png", true), ("https://nas.lan/a.png", false), ("https://10.0.0.1/a.png", false),
    ])
    func openedHost(_ url: String, isMeantByName: Bool) throws {
        func isReported(_ change: (inout AttacheConfiguration) -> Void) throws -> Bool {
            var configuration = AttacheConfiguration()
            change(&configuration)
            let findings = try LintScene.linter(configuration).lint(LintScene.item(LintScene.media(url))).findings
            return findings.contains { $0.code == .testHost }
        }
        #expect(try isReported { _ in })
        #expect(try isReported { $0.allowedHosts = ["cdn.lan"] } != isMeantByName)
        #expect(try !isReported { $0.allowedAddresses = ["10.0.0.0/24"] })
        #expect(try isReported { $0.allowedAddresses = ["10.0.1.0/24"] } == url.contains("10."))
    }

    /// A file of another kind is never shown; one of the same kind is drawn by its bytes.
    @Test(arguments: [("gif", LintSeverity.warning), ("mp4", .error), ("video", .error)])
    func contradictingType(_ type: String, _ severity: LintSeverity) throws {
        let payload = LintScene.media("\(LintScene.host)/a.png").replacing("\"image\"", with: "\"mediaUrl\"")
        let typed = payload.dropLast() + #","mediaType":"\#(type)"}"#
        let found = try LintScene.lint(String(typed)).findings.first { $0.code == .typeContradictsName }
        #expect(found?.severity == severity)
        #expect(found?.pointer == "/mediaType")
    }

    @Test func everyCodeHasTexts() {
        for code in LintCode.allCases {
            let texts = code.texts
            #expect(code.rawValue.wholeMatch(of: /lint\.[a-z-]+/) != nil)
            #expect(!texts.title.isEmpty && !texts.title.hasSuffix(".") && !texts.source.isEmpty, "\(code)")
            #expect(texts.why.hasSuffix(".") && texts.fix.hasSuffix("."), "\(code)")
        }
        #expect(Set(LintCode.allCases.map(\.rawValue)).count == LintCode.allCases.count)
    }

    @Test func portableProfileMakesRulesErrors() throws {
        let payload = LintScene.media("\(LintScene.host)/a.jpg?w=1")
        #expect(try LintScene.lint(payload).findings.map(\.severity) == [.note])
        #expect(try LintScene.lint(payload, isPortable: true).findings.map(\.severity) == [.error])
    }

    @Test func policyThatRefusesAFormatMakesItAnError() throws {
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"media_url":"https://img.attache.dev/a.mov"}"#
        #expect(try LintScene.lint(payload, policy: "community").findings.map(\.severity) == [.warning])
        #expect(try LintScene.lint(payload, policy: "hive").findings.map(\.severity) == [.error])
    }

    /// White space is an error only for extensions that do not remove it, and what it does depends on its end.
    @Test(arguments: [
        (" https://img.attache.dev/a.png", "onesignal", false, [LintCode]()),
        ("https://img.attache.dev/a.png\\t", "onesignal", false, []),
        ("https://img.attache.dev/a.png\\n", "onesignal", false, [.urlSpace]),
        (" https://img.attache.dev/a.png", "onesignal", true, [.urlSpace]),
        (" https://img.attache.dev/a.png", "airship", false, [.urlSpace]),
    ])
    func spaceOfTrimmingPolicy(_ url: String, _ policy: String, isPortable: Bool, _ codes: [LintCode]) throws {
        let key = policy == "airship" ? "com.urbanairship.media_attachment" : "att"
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"\#(key)":{"url":"\#(url)"}}"#
        #expect(try LintScene.codes(payload, policy: policy, isPortable: isPortable) == codes)
    }

    @Test func spaceBehindIsNoMissingURLSinceIOS17() throws {
        let before = try LintScene.lint(LintScene.media(" \(LintScene.host)/a.png")).findings.map(\.message)
        let behind = try LintScene.lint(LintScene.media("\(LintScene.host)/a.png ")).findings.map(\.message)
        #expect(before.contains { $0.contains("nil") } && !behind.contains { $0.contains("nil") })
    }

    /// What a missing type does is known only of an extension that is described.
    @Test(arguments: [("community", false), ("klaviyo", true)])
    func missingTypeNeedsDeviceRules(_ policy: String, isReported: Bool) throws {
        let key = policy == "community" ? "mediaUrl" : "rich-media"
        let payload = #"{"aps":{"alert":"Hi","mutable-content":1},"\#(key)":"https://img.attache.dev/a.png"}"#
        let codes = try LintScene.codes(payload, policy: policy, isPortable: true)
        #expect(codes == (isReported ? [.notPortable] : []))
    }

    /// The query of a URL may hold a secret, which no message names.
    @Test(
        arguments: [
            ("https://img.attache.dev/{{image}}.png", "{{image}}"), ("https://img.attache.dev/a.png?t={{token}}", nil),
        ] as [(String, String?)]
    )
    func placeholderInQueryIsNotNamed(_ url: String, _ named: String?) throws {
        let findings = try LintScene.lint(LintScene.media(url)).findings.filter { $0.code == .placeholder }
        #expect(findings.count == 1)
        #expect(findings.first?.message.contains(named ?? "token") == (named != nil))
    }
}
