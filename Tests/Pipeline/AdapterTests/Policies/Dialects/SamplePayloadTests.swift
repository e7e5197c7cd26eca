import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheMedia
@testable import PolicyFiles

/// The sample payloads of the dialects: the policy that `auto` chooses, and what the user sees.
@Suite("Sample payloads of the dialects", .inProcess, .timeLimit(.minutes(1)))
struct SamplePayloadTests {
    /// A payload, the chosen policy, and the prediction in words: what is shown, then the file's name or type hint.
    struct Row: Sendable, CustomTestStringConvertible {
        let policy: String
        let shown: String
        let members: String
        var type = "image/png"
        var format: MediaFormat? = .png
        var status = 200

        var testDescription: String { "\(policy): \(shown)" }
        var text: String { #"{"aps":{"alert":{"title":"T","body":"B"},"mutable-content":1},\#(members)}"# }
    }

    static let rows: [Row] = [
        Row(
            policy: "hive",
            shown: "media media.gif",
            members: #""hive":{"mediaUrl":"https://h.ex/raid.gif"}"#,
            type: "image/gif",
            format: .gif
        ),
        Row(policy: "hive", shown: "plain", members: #""hive":{"mediaUrl":"https://h.ex/raid"}"#),
        Row(
            policy: "fcm",
            shown: "media sale.png",
            members: #""fcm_options":{"image":"https://h.ex/sale.png"},"gcm.message_id":"1""#
        ),
        Row(policy: "fcm", shown: "media 8f2c.png", members: #""fcm_options":{"image":"https://h.ex/i/8f2c"}"#),
        Row(
            policy: "fcm",
            shown: "plain 8f2c",
            members: #""fcm_options":{"image":"https://h.ex/i/8f2c"}"#,
            type: "application/octet-stream"
        ),
        Row(
            policy: "onesignal",
            shown: "media media.jpeg",
            members: #""custom":{"i":"5"},"att":{"id1":"https://h.ex/photo.jpg"}"#,
            type: "image/jpeg",
            format: .jpeg
        ),
        Row(
            policy: "onesignal",
            shown: "media media.png",
            members: #""os_data":{"i":"n","att":{"pic":"https://h.ex/c528?filename=file.png"}}"#,
            type: "application/octet-stream"
        ),
        Row(
            policy: "onesignal",
            shown: "plain",
            members: #""att":{"a":"https://h.ex/photo.webp"}"#,
            type: "image/webp",
            format: .webp
        ),
        Row(
            policy: "airship",
            shown: "media m.gif",
            members:
                #""com.urbanairship.media_attachment":{"url":["https://h.ex/m.gif"],"content":{"title":"T","body":"B"}}"#,
            type: "image/gif",
            format: .gif
        ),
        Row(
            policy: "airship",
            shown: "original photo.webp",
            members: #""com.urbanairship.media_attachment":{"url":"https://h.ex/photo.webp"}"#,
            type: "image/webp",
            format: .webp
        ),
        Row(
            policy: "braze",
            shown: "media media.gif",
            members: #""ab":{"att":{"url":"https://h.ex/promo","type":"gif"},"c":"x"}"#,
            type: "image/gif",
            format: .gif
        ),
        Row(
            policy: "braze",
            shown: "original media.webp",
            members: #""ab":{"att":{"url":"https://h.ex/a.webp","type":"webp"}}"#,
            type: "image/webp",
            format: .webp
        ),
        Row(policy: "braze", shown: "original", members: #""ab":{"att":{"url":"https://h.ex/promo.gif"}}"#),
        Row(
            policy: "braze",
            shown: "nothing media.jpg",
            members: #""ab":{"att":{"url":"https://h.ex/v","type":"jpg"}}"#,
            type: "video/mp4",
            format: .mp4
        ),
        Row(
            policy: "clevertap",
            shown: "media media.gif",
            members: #""ct_mediaType":"gif","ct_mediaUrl":"https://h.ex/a.gif""#,
            type: "image/gif",
            format: .gif
        ),
        Row(
            policy: "clevertap",
            shown: "media media.mp4",
            members: #""ct_mediaType":"video","ct_mediaUrl":"https://h.ex/stream?id=9""#,
            type: "video/mp4",
            format: .mp4
        ),
        Row(
            policy: "clevertap",
            shown: "plain media",
            members: #""ct_mediaType":"Image","ct_mediaUrl":"https://h.ex/a.webp""#,
            type: "image/webp",
            format: .webp
        ),
        Row(policy: "clevertap", shown: "plain", members: #""ct_mediaUrl":"https://h.ex/a.gif""#),
        Row(
            policy: "pushwoosh",
            shown: "media banner.png",
            members: #""pw_msg":"1","attachment":"https://h.ex/banner.png""#
        ),
        Row(
            policy: "iterable",
            shown: "media logo.png",
            members: #""itbl":{"messageId":"m","attachment-url":"https://h.ex/logo.png"}"#
        ),
        Row(
            policy: "customerio",
            shown: "media i.jpg",
            members: #""CIO-Delivery-ID":"d","CIO-Delivery-Token":"t","CIO":{"push":{"image":"https://h.ex/i.jpg"}}"#,
            type: "image/jpeg",
            format: .jpeg
        ),
        Row(
            policy: "customerio",
            shown: "original 30",
            members: #""CIO-Delivery-ID":1,"CIO-Delivery-Token":"t","CIO":{"push":{"image":"https://h.ex/i.jpg"}}"#
        ),
        Row(
            policy: "batch",
            shown: "media hint:public.png",
            members: #""com.batch":{"t":"c","at":{"u":"https://h.ex/foo.png","t":"public.png"}}"#
        ),
        Row(
            policy: "batch",
            shown: "original hint:image/png",
            members: #""com.batch":{"at":{"u":"https://h.ex/foo.png","t":"image/png"}}"#
        ),
        Row(
            policy: "klaviyo",
            shown: "media media.mp4",
            members: #""rich-media":"https://h.ex/v.mp4","rich-media-type":"mp4","body":{"_k":"x"}"#,
            type: "video/mp4",
            format: .mp4
        ),
        Row(
            policy: "klaviyo",
            shown: "nothing media.jpg",
            members: #""rich-media":"https://h.ex/v.mp4""#,
            type: "video/mp4",
            format: .mp4
        ),
        Row(policy: "adobe-aep", shown: "media media.png", members: #""adb_media":"https://h.ex/hero.png""#),
        Row(policy: "adobe-aep", shown: "plain", members: #""adb_media":"http://h.ex/hero.png""#),
        Row(
            policy: "adobe-aep",
            shown: "plain",
            members: #""adb_media":"https://h.ex/hero.png""#,
            type: "text/html",
            format: nil,
            status: 404
        ),
        Row(
            policy: "adobe-campaign-standard",
            shown: "media cc.jpeg",
            members: #""media-attachment-url":"https://h.ex/cc.jpeg","_mId":"h""#,
            type: "image/jpeg",
            format: .jpeg
        ),
        Row(policy: "leanplum", shown: "media media.png", members: #""_lpm":"5","LP_URL":"https://h.ex/p.png""#),
        Row(
            policy: "leanplum",
            shown: "plain media.tmp",
            members: #""_lpm":"5","LP_URL":"https://h.ex/v.mp4""#,
            type: "video/mp4",
            format: .mp4
        ),
        Row(policy: "leanplum", shown: "plain", members: #""LP_URL":"https://h.ex/p.png""#),
        Row(
            policy: "salesforce-mc",
            shown: "media media.png",
            members: #""_mediaUrl":"https://h.ex/x","_mediaAlt":"Photo","_sid":"SFMC""#
        ),
        Row(
            policy: "salesforce-mc",
            shown: "changed-text",
            members: #""_mediaUrl":"https://h.ex/x","_mediaAlt":"Photo""#,
            type: "text/html",
            format: nil,
            status: 404
        ),
        Row(
            policy: "salesforce-mc",
            shown: "plain",
            members: #""_mediaUrl":"https://h.ex/x""#,
            type: "text/html",
            format: nil,
            status: 404
        ),
        Row(
            policy: "expo",
            shown: "media media.jpg",
            members: #""body":{"_richContent":{"image":"https://h.ex/e.png"}},"experienceId":"@me/app""#
        ),
        Row(
            policy: "aws-amplify",
            shown: "media media.png",
            members: #""data":{"media-url":"https://h.ex/p.png","pinpoint":{"deeplink":"x"}}"#
        ),
        Row(
            policy: "aws-amplify",
            shown: "plain media.png?w=1",
            members: #""data":{"media-url":"https://h.ex/p.png?w=1","pinpoint":{}}"#
        ),
        Row(
            policy: "notifee",
            shown: "media hint:public.png",
            members: #""notifee_options":{"ios":{"attachments":[{"url":"https://h.ex/a","typeHint":"public.png"}]}}"#
        ),
        Row(
            policy: "notifee",
            shown: "changed-text",
            members: #""notifee_options":{"title":"N","image":"https://h.ex/a"}"#,
            type: "application/octet-stream"
        ),
        Row(
            policy: "emarsys",
            shown: "media media.png",
            members: #""ems":{"actions":[]},"image_url":"https://h.ex/a""#
        ),
        Row(
            policy: "emarsys",
            shown: "plain media.png; charset=utf-8",
            members: #""ems":{},"image_url":"https://h.ex/a.png""#,
            type: "image/png; charset=utf-8"
        ),
        Row(
            policy: "swrve",
            shown: "media media.png",
            members: #""_sw":{"media":{"url":"https://h.ex/a.png","title":"T"}}"#
        ),
        Row(
            policy: "swrve",
            shown: "plain",
            members: #""_sw":{"media":{"url":"https://h.ex/a.png","title":"T"}}"#,
            status: 201
        ),
        Row(policy: "countly", shown: "media a.png", members: #""c":{"i":"id","a":"https://h.ex/a.png"}"#),
        Row(
            policy: "infobip",
            shown: "media media.png",
            members: #""messageId":"m","internalData":{"atts":[{"url":"https://h.ex/a.png"}]}"#
        ),
        Row(
            policy: "infobip",
            shown: "original media",
            members: #""messageId":"m","internalData":{"atts":[{"url":"https://h.ex/a"}]}"#
        ),
        Row(policy: "appcues", shown: "media media.png", members: #""appcues_attachment_url":"https://h.ex/a""#),
        Row(
            policy: "appcues",
            shown: "plain media.tmp",
            members: #""appcues_attachment_url":"https://h.ex/a.png""#,
            type: "application/octet-stream"
        ),
        Row(
            policy: "appcues",
            shown: "plain media.tmp",
            members: #""appcues_attachment_url":"https://h.ex/a.png""#,
            type: "image/x-unknown"
        ),
        Row(
            policy: "cleverpush",
            shown: "media media.png",
            members: #""notification":{"mediaUrl":"https://h.ex/a.png"}"#
        ),
        Row(policy: "cleverpush", shown: "plain", members: #""notification":{"mediaUrl":"https://h.ex/a.PNG"}"#),
        Row(
            policy: "wonderpush",
            shown: "media hint:public.png",
            members: #""_wp":{"attachments":[{"url":"https://h.ex/a","type":"image/png"}]}"#
        ),
        Row(policy: "wonderpush", shown: "plain", members: #""_wp":{"attachments":[{"url":"https://h.ex/a"}]}"#),
        Row(
            policy: "bloomreach",
            shown: "media media.png",
            members: #""source":"xnpe_platform","title":"N","message":"M","image":"https://h.ex/a.jpg""#,
            type: "image/jpeg",
            format: .jpeg
        ),
        Row(
            policy: "kumulos-optimove",
            shown: "media media.png",
            members:
                #""custom":{"a":{"k.message":{"data":{"id":1}}}},"attachments":{"pictureUrl":"https://h.ex/a.png"}"#
        ),
        Row(
            policy: "kumulos-optimove",
            shown: "original 30",
            members: #""attachments":{"pictureUrl":"https://h.ex/a.png"}"#
        ),
        Row(
            policy: "dengage",
            shown: "media media.png",
            members: #""messageSource":"DENGAGE","title":"N","subtitle":"S","urlImageString":"https://h.ex/a.png""#
        ),
        Row(
            policy: "dengage",
            shown: "original 30 media",
            members: #""messageSource":"DENGAGE","title":"N","subtitle":"S","urlImageString":"https://h.ex/a""#
        ),
        Row(
            policy: "home-assistant",
            shown: "media hint:public.png",
            members: #""attachment":{"url":"https://h.ex/a","content-type":"png"}"#
        ),
        Row(
            policy: "home-assistant",
            shown: "error-picture",
            members: #""attachment":{"url":"https://h.ex/a.png"}"#,
            type: "text/html",
            format: nil,
            status: 500
        ),
        Row(policy: "mixpanel", shown: "media media.png", members: #""mp":"x","mp_media_url":"https://h.ex/a.png""#),
        Row(
            policy: "mixpanel",
            shown: "plain media.png?w=1",
            members: #""mp":"x","mp_media_url":"https://h.ex/a.png?w=1""#
        ),
        Row(
            policy: "moengage",
            shown: "media a.png",
            members: #""moengage":{},"media-attachment":"https://h.ex/a.png""#
        ),
    ]

    @Test("Each sample has the result that the vendor's code gives", arguments: rows)
    func samples(_ row: Row) throws {
        #expect(try Dialects.chosen(row.text).name == row.policy)
        let verdict = try #require(
            try Dialects.predict(row.text, under: row.policy) { url in
                var facts = ResponseFacts.whole(
                    url,
                    row.type,
                    row.format,
                    bytes: row.format == .png ? [0x89, 0x50, 0x4E, 0x47] : []
                )
                facts.status = row.status
                return facts
            }
        )
        var words = [verdict.shown?.rawValue ?? "unknown"]
        if verdict.delay == .seconds(30) { words.append("30") }
        if let medium = verdict.decisive {
            if let hint = medium.typeHint {
                words.append("hint:\(hint)")
            } else if let name = medium.fileName {
                words.append(name)
            }
        }
        #expect(words.joined(separator: " ").hasPrefix(row.shown), "\(words)")
        #expect(
            row.shown.contains(" ") || words.count == 1 || verdict.shown == .changedText
                || verdict.shown == .errorPicture,
            "\(words)"
        )
        // No verdict shows a medium that iOS refuses.
        #expect(verdict.shown != .media || verdict.decisive?.error == nil)
    }

    /// Every policy with device rules has a row, so that a new dialect brings its samples.
    @Test func everyDialectHasASample() {
        #expect(Set(Self.rows.map(\.policy)).union(["airship-17"]) == Set(Dialects.names))
    }
}
