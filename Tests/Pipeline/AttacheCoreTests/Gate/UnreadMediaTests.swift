import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct UnreadMediaTests {
    private static let url = "https://example.com/a.png"

    private static func policy(_ name: String, _ order: Int, _ paths: [String], auto: [String] = []) throws -> Policy {
        var policy = Policy(name: name, order: order)
        policy.payload.media = try paths.map { PayloadRules.MediaLocation(url: try JSONPath(parsing: $0)) }
        policy.payload.evidence = try auto.map { PayloadCondition(try JSONPath(parsing: $0)) }
        return policy
    }

    /// The policy of a vendor's extension.
    private static func vendor(_ name: String, _ title: String, _ paths: String..., auto: [String] = []) throws
        -> Policy
    {
        var policy = try policy(name, 100, paths, auto: auto)
        var rules = DeviceRules()
        rules.vendor = title
        let source = rules
        policy.device = source
        return policy
    }

    private static func policies() throws -> PolicySet {
        PolicySet([
            try policy("apple", 0, []),
            try policy("hive", 10, ["$.media_url", "$.hive.mediaUrl"], auto: ["$.hive"]),
            try policy(
                "community",
                900,
                ["$.image", "$['media-url']", "$.mediaUrl", "$.media_url", "$.fcm_options.image"]
            ),
            try vendor("onesignal", "OneSignal", "$.os_data.att.*", "$.att.*"),
            try vendor(
                "airship",
                "Airship",
                "$['com.urbanairship.media_attachment'].url[*]",
                "$['com.urbanairship.media_attachment'].url"
            ),
            try vendor("braze", "Braze", "$.ab.att.url"), try vendor("clevertap", "CleverTap", "$.ct_mediaUrl"),
            try vendor("own", "Own", "$.image", auto: ["$.own_key"]),
        ])
    }

    private func findings(
        _ members: String,
        under name: String = "apple",
        isShown: Bool = true
    ) throws -> [Reason] {
        let policies = try Self.policies()
        let text = #"{"aps":{"alert":"x","mutable-content":1},\#(members)}"#
        let policy = try #require(policies[name])
        return UnreadMediaFinder(policies: policies)
            .findings(in: try JSONDocument(parsing: Array(text.utf8)), policy: policy, isShown: isShown)
    }

    /// A vendor's key in its own place, a key of another policy, and any URL with a media name: never silence.
    @Test(arguments: [
        (#""att":{"id":"\#(url)"}"#, "/att/id", "onesignal"),
        (
            #""com.urbanairship.media_attachment":{"url":["\#(url)"]}"#, "/com.urbanairship.media_attachment/url/0",
            "airship"
        ),
        (#""ab":{"att":{"url":"https://example.com/no-name","type":"png"}}"#, "/ab/att/url", "braze"),
        (#""image":"https://example.com/no-name""#, "/image", "community"),
        (#""media_url":"\#(url)""#, "/media_url", "community"),
        (#""hive":{"mediaUrl":"\#(url)"}"#, "/hive/mediaUrl", "hive"),
        (#""a/b":{"c~":["\#(url)?x=1"]}"#, "/a~1b/c~0/0", "--policy"),
        (#""custom":{"photo":"\#(url)"}"#, "/custom/photo", "--media /custom/photo"),
        (#""custom":{"image":"https://example.com/no-name"}"#, "/custom/image", "Move it to /image,"),
        (#""mediaURL":"\#(url)""#, "/mediaURL", "Move it to /mediaUrl,"),
        (#""Media-Url":"\#(url)""#, "/Media-Url", "Move it to /media-url,"),
        (
            #""rover":{"attachment":{"type":"image","url":"https://example.com/no-name"}}"#, "/rover/attachment/url",
            "--media /rover/attachment/url"
        ),
        (#""x":{"photos":["https://example.com/no-name"]}"#, "/x/photos/0", "--policy"),
        (#""x":{"picture_url":"https://example.com/no-name"}"#, "/x/picture_url", "--policy"),
        (#""pic_url":"\#(url)","mediaType":"0""#, "/pic_url", "Set mediaType to"),
        (#""x":{"pic":"\#(url)","media_type":7}"#, "/x/pic", "Set media_type to"),
    ])
    func unreadMediaIsReported(_ members: String, at pointer: String, naming word: String) throws {
        let findings = try findings(members)
        #expect(findings.map(\.code) == [.gateMediaUnread])
        #expect(findings.map(\.pointer) == [pointer])
        let texts = findings.flatMap { [$0.message, $0.fix ?? ""] }
        #expect(texts.contains { $0.contains(word) }, "\(texts)")
    }

    /// A URL in JSON text that is a string, and one without a scheme.
    @Test(arguments: [
        (#""b":"{\"u\":\"\#(url)\"}""#, "/b", "/u"), (#""b":" [{\"u\":[\"\#(url)\"]}]""#, "/b", "/0/u/0"),
        (#""b":"{\"u\":\"https:\\/\\/example.com\\/a.png\"}""#, "/b", "/u"),
        (#""c":["//cdn.example.com/x.png"]"#, "/c/0", "without a scheme"),
    ])
    func hiddenMediaAreReported(_ members: String, at pointer: String, naming word: String) throws {
        let findings = try findings(members)
        #expect(findings.map(\.code) == [.gateMediaUnread])
        #expect(findings.first?.pointer == pointer)
        #expect(findings.first?.message.contains(word) == true, "\(findings)")
        #expect(findings.first?.url?.hasSuffix(".png") == true)
        #expect(try self.findings(members, isShown: false).isEmpty)
    }

    /// Pushes whose pictures another part of the app draws: no key is missing.
    @Test(arguments: [
        (#""ct_ContentSlider":"{\"items\":[{\"imageUrl\":\"\#(url)\"}]}""#, "/ct_ContentSlider", "has no category"),
        (#""wzrk_id":"1","pt_id":"pt_basic","pt_big_img":"\#(url)""#, "/pt_id", "ct_mediaUrl"),
        (#""content":"{\"channelKey\":\"a\",\"bigPicture\":\"\#(url)\"}""#, "/content", "bigPicture"),
        (#""content":{"channelKey":"a","largeIcon":"\#(url)"}"#, "/content", "bigPicture"),
    ])
    func pushesOfOtherParts(_ members: String, at pointer: String, naming word: String) throws {
        let findings = try findings(members)
        #expect(findings.map(\.code) == [.gateMediaUnread] && findings.map(\.pointer) == [pointer])
        #expect(findings.first?.message.contains(word) ?? false)
    }

    @Test("Keys that only look like those of a template are judged as others")
    func noTemplate() throws {
        let findings = try findings(#""pt_img":"\#(Self.url)""#)
        #expect(findings.map(\.pointer) == ["/pt_img"] && findings.first?.message.contains("CleverTap") == false)
    }

    @Test(arguments: [
        #""b":"{\"u\":\"https://example.com/offers\"}""#, #""b":"{\"u\":7}""#, #""b":"{https://example.com/a.png""#,
        #""b":"//""#, #""b":"///a.png""#, #""b":"// a.png""#, #""b":"//cdn.example.com""#,
        #""link":"https://example.com/offers""#, #""link":"https://example.com/a.html""#, #""image":"b.png""#,
        #""link":"https://www.shop.com.au""#, #""link":"https://about.mov?a=1""#, #""link":"https://a.png#/b""#,
        #""custom":{"u":"https://example.com/offers"}"#,
        #""media":{"link":"https://example.com/offers"}"#,
        #""url":"https://example.com/offers""#, #""imagelink":"https://example.com/offers""#, #""version":"1.2.png""#,
        #""image":7"#, #""x":"ftp://example.com/a.png""#,
    ])
    func otherTextsAreNoMedia(_ members: String) throws {
        #expect(try findings(members).isEmpty)
    }

    @Test(arguments: ["image", "Video", "image/png", "public.png", "jpg", ".png", ""])
    func knownTypesAreNotReported(_ type: String) throws {
        let finding = try #require(try findings(#""pic_url":"\#(Self.url)","mediaType":"\#(type)""#).first)
        #expect(finding.fix?.contains("mediaType") == false)
    }

    @Test(arguments: [
        ("hive", #""data":{"media_url":"\#(url)"}"#, "/media_url"),
        ("community", #""deep":{"er":{"image":"\#(url)"}}"#, "/image"),
        ("community", #""wrap":{"fcm_options":{"image":"\#(url)"}}"#, "/fcm_options/image"),
    ])
    func adviceIsReadByThePolicyInUse(_ policy: String, _ members: String, to path: String) throws {
        let findings = try findings(members, under: policy)
        #expect(findings.map(\.code) == [.gateMediaKeyMisplaced])
        #expect(findings.first?.fix == GoldenMessages["gate.key-misplaced.fix", ["path": path, "policy": policy]])
    }

    @Test(
        "A policy that reads media elsewhere says where",
        arguments: [
            ("onesignal", #""image":"\#(url)""#, #""onesignal" reads /os_data/att/*, /att/*."#),
            ("onesignal", #""bild":"\#(url)""#, "where the policy reads media, /os_data/att/*, /att/*,"),
            ("community", #""bild":"\#(url)""#, "/image, /media-url, /mediaUrl, /media_url and others,"),
        ]
    )
    func ownPlacesAreNamed(_ policy: String, _ members: String, word: String) throws {
        let findings = try findings(members, under: policy)
        #expect(findings.map(\.code) == [.gateMediaUnread])
        #expect(findings.first?.fix?.contains(word) == true, "\(findings.first?.fix ?? "")")
    }

    @Test func keyInsideAPSIsMovedWithItsDictionary() throws {
        let policies = try Self.policies()
        let text = #"{"aps":{"alert":"x","fcm_options":{"image":"\#(Self.url)"}}}"#
        let findings = UnreadMediaFinder(policies: policies)
            .findings(
                in: try JSONDocument(parsing: Array(text.utf8)),
                policy: try #require(policies["apple"]),
                isShown: true
            )
        #expect(findings.map(\.code) == [.gateMediaKeyMisplaced])
        let names = ["reads": "reads it at /fcm_options/image", "policy": "community"]
        #expect(findings.first?.fix == GoldenMessages["gate.key-inside-aps.fix", names])
    }

    @Test func policyOfKnownVendorIsNamedWhenItExists() throws {
        let policies = try Self.policies()
        let text = #"{"aps":{"alert":"x"},"att":{"id":"\#(Self.url)"}}"#
        let finder = UnreadMediaFinder(policies: policies)
        let payload = try JSONDocument(parsing: Array(text.utf8))
        let fix = finder.findings(in: payload, policy: try #require(policies["apple"]), isShown: true).first?.fix
        #expect(fix?.contains("--policy onesignal") == true)
    }

    @Test("A push that shows nothing has no media, unless a known key says so")
    func backgroundPush() throws {
        #expect(try findings(#""avatar":"\#(Self.url)""#, isShown: false).isEmpty)
        #expect(try findings(#""att":{"id":"\#(Self.url)"}"#, isShown: false).count == 1)
    }

    @Test("Of equal places the one of the policy that auto would use is advised")
    func ties() throws {
        #expect(try findings(#""foo":{"media_url":"\#(Self.url)"}"#).first?.fix?.contains("\"community\"") == true)
    }

    @Test("Names of a payload are in no command that a reader may paste, and in no sentence at length")
    func names() throws {
        for name in ["a'; rm -rf ~; '", "a b", #"a\"b"#, #"a\nb"#] {
            let finding = try #require(try findings(#""\#(name)":"\#(Self.url)""#).first)
            #expect(finding.fix?.contains("--media") == false, "\(finding.fix ?? "")")
        }
        let long = String(repeating: "k", count: 3000)
        let finding = try #require(try findings(#""\#(long)":"\#(Self.url)""#).first)
        let length = [finding.message, finding.fix ?? ""].reduce(0) { $0 + $1.utf8.count }
        #expect(length < 500)
        #expect(finding.pointer == "/" + long)
    }

    @Test("A mark that combines with a slash or a tilde leaves its escape")
    func combiningMarks() throws {
        let finding = try #require(try findings("\"a/\u{338}b~\u{301}c\":\"\(Self.url)\"").first)
        let expected = "/a~1\u{338}b~0\u{301}c"
        #expect(finding.pointer?.unicodeScalars.elementsEqual(expected.unicodeScalars) == true)
    }

    @Test("Hundreds of URLs deep in a payload are not all examined")
    func many() throws {
        let urls = (0..<70).map { #""k\#($0)":"http://""# } + [#""last":"\#(Self.url)""#]
        let deep = String(repeating: #""a":{"#, count: 200)
        let text = deep + urls.joined(separator: ",") + String(repeating: "}", count: 200)
        #expect(try findings(text).isEmpty)
    }

    /// A vendor's key beside one that the policy reads: read in part, the payload is not green.
    @Test(
        arguments: [
            (#""ct_mediaUrl":"\#(url)","image":"\#(url)""#, "community", ["/ct_mediaUrl"]),
            (
                #""image":"\#(url)","com.urbanairship.media_attachment":{"url":"\#(url)"}"#, "community",
                ["/com.urbanairship.media_attachment/url"]
            ),
            (#""media_url":"\#(url)","att":{"id1":"\#(url)","id2":"\#(url)"}"#, "hive", ["/att/id1", "/att/id2"]),
            (#""image":"\#(url)","\u0063t_mediaUrl":"\#(url)""#, "community", ["/ct_mediaUrl"]),
            (#""image":"\#(url)","ct_mediaUrl":"""#, "community", []),
            (#""image":"\#(url)","ct_mediaUrl":{"url":"\#(url)"}"#, "community", []),
            (#""image":"\#(url)","c":{"b":"\#(url)"}"#, "community", []),
            (#""image":"\#(url)","custom":{"photo":"\#(url)"}"#, "community", []),
            (#""media_url":"\#(url)""#, "community", []),
            // The key of a vendor's extension that is also a usual one needs the vendor's own key.
            (#""media_url":"\#(url)","image":"\#(url)""#, "hive", []),
            (#""media_url":"\#(url)","image":"\#(url)","own_key":1"#, "hive", ["/image"]),
        ] as [(String, String, [String])]
    )
    func vendorKeyBesideAnotherIsReported(_ members: String, under name: String, at pointers: [String]) throws {
        let policies = try Self.policies()
        let text = #"{"aps":{"alert":"x","mutable-content":1},\#(members)}"#
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        let notification = try PayloadReader().read(item).get()
        guard
            case .media(_, let warnings) = Gate(policies: policies)
                .decide(notification, under: try #require(policies[name]))
        else {
            Issue.record("The gate stopped the push.")
            return
        }
        #expect(warnings.compactMap(\.pointer) == pointers)
        #expect(warnings.allSatisfy { $0.code == .gateMediaUnread && $0.url == Self.url })
    }

    @Test("A vendor's key that the policy reads at a later place is read")
    func vendorKeyOfThePolicyItselfIsSilent() throws {
        let paths = try ["$.image", "$.att.*"].map { try JSONPath(parsing: $0) }
        let policies = try Self.policies().reading(mediaAt: paths)
        let text = #"{"aps":{"alert":"x"},"image":"\#(Self.url)","att":{"id":"\#(Self.url)"}}"#
        let finder = UnreadMediaFinder(policies: policies)
        let payload = try JSONDocument(parsing: Array(text.utf8))
        #expect(finder.vendorKeys(in: payload, policy: try #require(policies["apple"])).isEmpty)
        #expect(finder.vendorKeys(in: payload, policy: try #require(policies["community"])).count == 1)
    }
}
