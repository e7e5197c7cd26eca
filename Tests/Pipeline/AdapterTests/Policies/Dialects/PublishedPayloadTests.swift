import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia
@testable import PolicyFiles

/// Whole payloads as the vendors' documentation and code have them: the policy that `auto` chooses, and what is attached.
@Suite("Published payloads", .inProcess, .timeLimit(.minutes(1)))
struct PublishedPayloadTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let policy: String
        /// The names or type hints of the attached files, in the order of the payload.
        let files: [String]
        let text: String

        init(_ policy: String, _ files: [String], _ text: String) {
            self.policy = policy
            self.files = files
            self.text = text
        }

        var testDescription: String { "\(policy): \(files)" }
    }

    static let rows = [
        Row(
            "hive",
            ["media.gif"],
            #"{"aps":{"alert":{"title":"Raid starts","body":"Join now"},"mutable-content":1,"thread-id":"raid","category":"CONFIRM_CATEGORY"},"hive":{"mediaUrl":"https://img.example.com/raid.gif","groupId":"raid"}}"#
        ),
        Row(
            "fcm",
            ["sale.png"],
            #"{"aps":{"alert":{"title":"Sale","body":"50% off"},"mutable-content":1},"fcm_options":{"image":"https://img.example.com/sale.png"},"gcm.message_id":"1700000000000000","google.c.sender.id":"123","google.c.fid":"abc"}"#
        ),
        Row(
            "fcm",
            ["8f2c.png"],
            #"{"aps":{"alert":"No extension, rescued by Content-Type","mutable-content":1},"fcm_options":{"image":"https://img.example.com/i/8f2c"}}"#
        ),
        Row(
            "onesignal",
            ["media.jpeg"],
            #"{"aps":{"alert":{"title":"New","body":"Look"},"mutable-content":1},"custom":{"i":"5f0c9c7e-1111-2222-3333-444455556666"},"att":{"id1":"https://img.example.com/photo.jpg"},"buttons":[{"i":"a","n":"Open"},{"i":"b","n":"Later"}]}"#
        ),
        Row(
            "onesignal",
            ["media.png", "media.mp4"],
            #"{"aps":{"alert":"os_data form","mutable-content":1},"os_data":{"i":"n-1","badge_inc":1,"att":{"pic":"https://cdn.example.com/optimised/c528_720_960?filename=file.png","clip":"https://cdn.example.com/c.mp4"}}}"#
        ),
        Row(
            "airship",
            ["m.gif"],
            #"{"aps":{"alert":"oh hi","mutable-content":1,"category":"news"},"_":"a323385b-010a-401c-93ae-936cb58dff04","com.urbanairship.media_attachment":{"url":["https://media.example.com/m.gif"],"content":{"title":"T","subtitle":"S","body":"B"},"options":{"time":2,"crop":{"x":0.25,"y":0.25,"width":0.5,"height":0.5},"hidden":false}}}"#
        ),
        Row(
            "airship",
            ["a.jpg", "public.png"],
            #"{"aps":{"alert":"two","mutable-content":1},"com.urbanairship.media_attachment":{"thumbnail_id":"b","urls":[{"url":"https://media.example.com/a.jpg","url_id":"a"},{"url":"https://media.example.com/b","url_id":"b"}]}}"#
        ),
        Row(
            "braze",
            ["media.gif"],
            #"{"aps":{"alert":{"title":"Hi","body":"See"},"mutable-content":1,"category":"ab_cat_accept_decline"},"ab":{"att":{"url":"https://img.example.com/promo.gif","type":"gif"},"c":"campaign","uri":"myapp://promo"}}"#
        ),
        Row(
            "clevertap",
            ["media.gif"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"ct_mediaType":"gif","ct_mediaUrl":"https://img.example.com/a.gif","wzrk_acct_id":"TEST-XYZ"}"#
        ),
        Row(
            "clevertap",
            ["media.mp4"],
            #"{"aps":{"alert":"video","mutable-content":1},"ct_mediaType":"video","ct_mediaUrl":"https://img.example.com/stream.mp4?id=9"}"#
        ),
        Row(
            "pushwoosh",
            ["banner.png"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1,"pw_badge":"+1"},"pw_msg":"1","p":"1pB","attachment":"https://img.example.com/banner.png"}"#
        ),
        Row(
            "iterable",
            ["logo.png"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"itbl":{"messageId":"m-1","attachment-url":"https://img.example.com/logo.png","actionButtons":[{"identifier":"buy","title":"Buy","buttonType":"default","openApp":true}]}}"#
        ),
        Row(
            "customerio",
            ["i.jpg"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"CIO-Delivery-ID":"d1","CIO-Delivery-Token":"tok","CIO":{"push":{"image":"https://img.example.com/i.jpg","link":"myapp://x"}}}"#
        ),
        Row(
            "batch",
            ["public.png"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"com.batch":{"t":"c","l":"myapp://x","at":{"u":"https://img.example.com/foo.png","t":"public.png"}}}"#
        ),
        Row(
            "klaviyo",
            ["media.mp4"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"rich-media":"https://img.example.com/v.mp4","rich-media-type":"mp4","body":{"_k":"x","action_buttons":[{"id":"com.klaviyo.action.shop","action":"deep_link","label":"Shop","url":"myapp://sale"}]},"badge_config":"increment_one"}"#
        ),
        Row(
            "adobe-aep",
            ["media.png"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"adb_media":"https://img.example.com/hero.png","adb_uri":"https://example.com"}"#
        ),
        Row(
            "adobe-campaign-standard",
            ["cc.jpeg"],
            #"{"aps":{"alert":{"title":"ACS","body":"B"},"mutable-content":1},"media-attachment-url":"https://img.example.com/cc.jpeg","uri":"https://example.com","_mId":"h1","_dId":"56c4"}"#
        ),
        Row(
            "leanplum",
            ["media.png"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"_lpm":"5551234","LP_URL":"https://img.example.com/p.png"}"#
        ),
        Row(
            "salesforce-mc",
            ["media.png"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"_mediaUrl":"https://img.example.com/x","_mediaAlt":"Photo of our new store","_sid":"SFMC"}"#
        ),
        Row(
            "expo",
            ["media.jpg"],
            #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},"body":{"withSome":"data","_richContent":{"image":"https://img.example.com/e.jpg"}},"experienceId":"@me/app","scopeKey":"@me/app"}"#
        ),
        Row(
            "aws-amplify",
            ["media.png"],
            #"{"aps":{"alert":"Pinpoint","mutable-content":1},"data":{"media-url":"https://img.example.com/p.png","pinpoint":{"deeplink":"myapp://x","campaign":{"campaign_id":"c1"}}}}"#
        ),
    ]

    /// The answer of an honest origin: the type of the name, and PNG without one.
    private static func answer(_ url: String) -> ResponseFacts {
        let format = DeviceURL(url)?.pathExtension.flatMap { MediaFormat.named(byExtension: $0) } ?? .png
        return ResponseFacts.whole(url, format.mimeType, format)
    }

    @Test("Each payload shows its media", arguments: rows)
    func payloads(_ row: Row) throws {
        let choice = try Dialects.chosen(row.text)
        #expect(choice.name == row.policy && choice.warnings.isEmpty)
        let verdict = try #require(try Dialects.predict(row.text, under: row.policy, facts: Self.answer))
        #expect(verdict.shown == .media)
        #expect(verdict.media.map { $0.typeHint ?? $0.fileName } == row.files)
    }

    @Test("Airship replaces the texts when all media are attached")
    func airshipTexts() throws {
        let row = try #require(Self.rows.first { $0.policy == "airship" })
        let whole = try Dialects.predict(row.text, under: "airship", facts: Self.answer)
        #expect(whole?.texts == DeviceVerdict.Texts(title: "T", subtitle: "S", body: "B"))
        let large = try Dialects.predict(row.text, under: "airship") { url in
            var facts = Self.answer(url)
            facts.byteCount = 20 << 20
            return facts
        }
        #expect(large?.shown == .original && large?.texts == DeviceVerdict.Texts())
    }

    @Test("A template of a hand-written extension has no prediction")
    func template() throws {
        let text =
            #"{"aps":{"alert":"plain template","mutable-content":1},"attachment-url":"https://img.example.com/p.png"}"#
        #expect(try Dialects.chosen(text).name == "community")
        #expect(try Dialects.predict(text, under: "community", facts: Self.answer) == nil)
    }

    /// Inside `aps` no extension reads its key.
    @Test func keyInsideAPS() throws {
        let text =
            #"{"aps":{"alert":"x","mutable-content":1,"fcm_options":{"image":"https://img.example.com/sale.png"}}}"#
        let policy = try #require(Dialects.policies["fcm"])
        guard case .stop(let stop) = Gate(policies: Dialects.policies).decide(try Dialects.push(text), under: policy)
        else {
            Issue.record("The gate let the push through.")
            return
        }
        #expect(stop.reasons.first?.code == .gateMediaKeyMisplaced)
        #expect(try Dialects.predict(text, under: "fcm", facts: Self.answer)?.shown == .original)
    }
}
