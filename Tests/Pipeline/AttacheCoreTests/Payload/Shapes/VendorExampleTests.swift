import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// Requests of the structure that each vendor's reference pages show: the shape, and what is lost is named.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct VendorExampleTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let source: String
        let shape: String?
        let text: String
        /// The codes of what is reported about the request.
        let codes: [ReasonCode]

        init(_ source: String, _ shape: String?, _ text: String, _ codes: ReasonCode...) {
            self.source = source
            self.shape = shape
            self.text = text
            self.codes = codes
        }

        var testDescription: String { source }
    }

    static let rows = [
        Row(
            "FCM: topic with data, a message per platform",
            "fcm-v1",
            #"{"message":{"topic":"news","notification":{"title":"A","body":"B"},"data":{"story":"s1"},"android":{"ttl":"86400s","notification":{"click_action":"OPEN"}},"apns":{"headers":{"apns-priority":"5"},"payload":{"aps":{"category":"NEW"}}},"webpush":{"headers":{"TTL":"86400"}}}}"#
        ),
        Row(
            "FCM: image for every platform",
            "fcm-v1",
            #"{"message":{"topic":"t","notification":{"title":"A"},"android":{"notification":{"image":"https://h/a.png"}},"apns":{"payload":{"aps":{"mutable-content":1}},"fcm_options":{"image":"https://h/a.png"}},"webpush":{"headers":{"image":"https://h/a.png"}}}}"#
        ),
        Row(
            "FCM legacy: notification with data",
            "fcm-legacy",
            #"{"to":"t","notification":{"title":"A","body":"B","icon":"i"},"data":{"k":"v"}}"#,
            .payloadRequestRefused
        ),
        Row(
            "Admin SDK for Node.js",
            "fcm-admin",
            #"{"topic":"t","notification":{"title":"A"},"android":{"notification":{"imageUrl":"https://h/a.png"}},"apns":{"payload":{"aps":{"mutable-content":1}},"fcmOptions":{"imageUrl":"https://h/a.png"}},"webpush":{"headers":{"image":"https://h/a.png"}}}"#
        ),
        Row(
            "Admin SDK, multicast",
            "fcm-admin",
            #"{"tokens":["a","b"],"data":{"score":"850"},"notification":{"title":"A"}}"#
        ),
        Row(
            "flutterfire: RemoteMessage.toMap",
            "remote-message",
            #"{"senderId":null,"category":null,"collapseKey":"c","contentAvailable":false,"data":{},"from":"1","messageId":"m","messageType":null,"mutableContent":true,"notification":{"title":"A","titleLocArgs":[],"body":"B","android":null,"apple":{"imageUrl":"https://h/a.png"},"web":null},"sentTime":1,"threadId":null,"ttl":2}"#,
            .payloadRequestUnknown
        ),
        Row(
            "OneSignal: media and buttons",
            "onesignal",
            #"{"app_id":"a","included_segments":["All"],"contents":{"en":"B"},"headings":{"en":"A"},"ios_attachments":{"id1":"https://h/a.png"},"big_picture":"https://h/a.png","buttons":[{"id":"1","text":"Yes","icon":"i"},{"id":"2","text":"No"}]}"#
        ),
        Row(
            "OneSignal: badge and sound",
            "onesignal",
            #"{"app_id":"a","include_aliases":{"external_id":["x"]},"target_channel":"push","contents":{"en":"B"},"ios_badgeType":"Increase","ios_badgeCount":1,"ios_sound":"chime.wav"}"#,
            .payloadRequestUnknown
        ),
        Row(
            "OneSignal: a template",
            "onesignal",
            #"{"app_id":"a","template_id":"t","include_subscription_ids":["s"]}"#,
            .payloadNotAPayload
        ),
        Row("Expo: one message", "expo", #"{"to":"ExponentPushToken[x]","title":"A","body":"B"}"#),
        Row(
            "Expo: several messages",
            "expo",
            #"[{"to":"ExponentPushToken[x]","sound":"default","body":"A"},{"to":"ExponentPushToken[y]","badge":1,"body":"B"}]"#,
            .payloadNotAPayload
        ),
        Row(
            "Airship: one device",
            "airship",
            #"{"audience":{"ios_channel":"9c36"},"notification":{"alert":"A"},"device_types":["ios"]}"#
        ),
        Row(
            "Airship: iOS overrides with media",
            "airship",
            #"{"audience":"all","device_types":["ios"],"notification":{"ios":{"alert":{"title":"A","body":"B"},"badge":"+1","sound":"default","extra":{"k":"v"},"expiry":"2026-01-01T00:00:00","mutable_content":true,"media_attachment":{"url":"https://h/a.gif","options":{"crop":{"x":0.1,"y":0.1,"width":0.5,"height":0.5},"time":15},"content":{"title":"T","body":"B"}}}}}"#,
            .payloadRequestUnknown
        ),
        Row(
            "Braze: Apple push object",
            "braze",
            #"{"external_user_ids":["u"],"messages":{"apple_push":{"badge":1,"alert":{"title":"A","body":"B"},"sound":"default","extra":{"k":"v"},"interruption_level":"active","relevance_score":0.5,"expiry":"2026-01-01T00:00:00Z","custom_uri":"app://x","message_variation_id":"v","notification_group_thread_id":"g","asset_url":"https://h/a.jpg","asset_file_type":"jpg","collapse_id":"c","mutable_content":true,"category":"c","buttons":[{"action_id":"a","action":"URI","uri":"app://y"}]}}}"#,
            .payloadRequestUnknown
        ),
        Row(
            "Customer.io: transactional push",
            "customerio",
            #"{"transactional_message_id":44,"identifiers":{"id":"12345"},"message_data":{"n":1},"title":"A","message":"B","image_url":"https://h/a.png","link":"app://x","sound":"default"}"#,
            .payloadRequestUnknown
        ),
        Row(
            "Customer.io: custom payload with comments, APNs",
            nil,
            "{\n\"aps\": {\n// basic options go here\n\"mutable-content\": 1, \"alert\": {\"title\": \"A\"} //optional\n},\n\"CIO\": {\"push\": {\"link\": \"app://x\", \"image\": \"https://h/a.png\"}}\n}",
            .payloadConsoleText
        ),
        Row(
            "Customer.io: custom payload, FCM",
            "customerio-payload",
            #"{"message":{"apns":{"payload":{"aps":{"mutable-content":1,"alert":{"title":"A"}},"CIO":{"push":{"link":"app://x","image":"https://h/a.png"}}},"headers":{}}}}"#,
            .payloadRequestUnknown
        ),
        Row(
            "Amazon SNS: several platforms",
            "sns",
            #"{"default":"d","APNS":"{\"aps\":{\"alert\":\"A\",\"url\":\"x\"}}","GCM":"{\"data\":{\"message\":\"A\"}}","ADM":"{}"}"#
        ),
        Row(
            "Amazon SNS: FCM v1",
            "sns",
            #"{"GCM":"{\"fcmV1Message\": {\"message\": {\"notification\": {\"title\": \"A\", \"body\": \"B\"}, \"data\": {\"k\": \"v\"}}}}"}"#,
            .payloadRequestUnknown
        ),
        Row(
            "Amazon Pinpoint: raw content",
            "pinpoint",
            #"{"Addresses":{"t":{"ChannelType":"APNS"}},"MessageConfiguration":{"APNSMessage":{"RawContent":"{\"aps\":{\"alert\":{\"title\":\"A\"},\"content-available\":0},\"data\":{\"k\":\"v\"}}"}}}"#
        ),
        Row(
            "Azure: installation with a template",
            "azure-installation",
            #"{"installationId":"i","tags":["foo"],"platform":"apns","pushChannel":"c","templates":{"t":{"body":"{\"aps\":{\"alert\":\"$(message)\"}}","tags":["x"],"expiry":"$(e)"}}}"#,
            .payloadRequestUnknown
        ),
        Row(
            "gorush: alert and badge",
            "gorush",
            #"{"notifications":[{"tokens":["a","b"],"platform":1,"badge":5,"alert":{"title":"A","body":"B","action-loc-key":"PLAY"}}]}"#
        ),
        Row(
            "gorush: critical sound",
            "gorush",
            #"{"notifications":[{"tokens":["a"],"platform":1,"message":"A","badge":9,"sound":{"critical":1,"name":"default","volume":1.0}}]}"#
        ),
        Row(
            "gorush: through Firebase",
            "gorush",
            #"{"notifications":[{"tokens":["a"],"platform":2,"message":"A"}]}"#,
            .payloadRequestUnknown
        ),
        Row(
            "Parse: channels",
            "parse",
            #"{"channels":["Giants","Mets"],"data":{"alert":"A","badge":"Increment","sound":"cheering.caf","title":"T"}}"#
        ),
        Row("Parse: a query", "parse", #"{"where":{"deviceType":"ios"},"data":{"alert":"A","category":"c"}}"#),
        Row(
            "Pushwoosh: createMessage with comments",
            "pushwoosh",
            "{\"request\": {\n\"application\": \"X-X\", // code\n\"auth\": \"y\", // token\n\"notifications\": [{\n// Content settings\n\"send_date\": \"now\", // required\n\"content\": {\"en\": \"A\"},\n\"ios_badges\": 5, \"ios_title\": \"T\", \"ios_attachment\": \"https://h/a.png\",\n\"ios_root_params\": {\"aps\": {\"mutable-content\": 1}}, \"ios_category_id\": \"1\"\n}]}}",
            .payloadConsoleText,
            .payloadRequestUnknown
        ),
        Row(
            "CleverTap: by identity",
            "clevertap",
            #"{"to":{"Email":["a@b"]},"tag_group":"g","respect_frequency_caps":false,"content":{"title":"A","body":"B","platform_specific":{"ios":{"deep_link":"app://x","sound_file":"x.caf","category":"c","badge_count":1,"mutable-content":"true","key":"value_ios"},"android":{"background_image":"https://h/a.jpg"}}}}"#
        ),
        Row(
            "Iterable: target a user",
            "iterable",
            #"{"campaignId":0,"recipientEmail":"a@b","dataFields":{},"sendAt":"s","allowRepeatMarketingSends":true}"#,
            .payloadNotAPayload
        ),
        Row(
            "Home Assistant: attachment",
            "home-assistant",
            #"{"message":"A","data":{"attachment":{"url":"https://h/a.mp4","content-type":"mpeg4","hide-thumbnail":false}}}"#
        ),
        Row(
            "Home Assistant: image of the user's server",
            "home-assistant",
            #"{"action":"notify.mobile_app_x","data":{"title":"A","message":"B","data":{"image":"/media/local/a.jpg","push":{"sound":{"name":"default","critical":1,"volume":1.0}}}}}"#
        ),
        Row(
            "Home Assistant: automation",
            "home-assistant",
            #"{"automation":[{"alias":"A","trigger":null,"action":[{"delay":1},{"action":"notify.mobile_app_x","data":{"message":"B","data":{"image":"https://h/a.png"}}}]}]}"#
        ),
        Row(
            "Home Assistant: list of steps",
            "home-assistant",
            #"[{"action":"notify.mobile_app_x","data":{"message":"B","data":{"image":"https://h/a.png"}}}]"#
        ),
        Row(
            "Home Assistant: script with a choice",
            "home-assistant",
            #"{"alias":"A","sequence":[{"if":[],"then":[{"service":"notify.x","data":{"message":"B"}}]}]}"#
        ),
        Row(
            "Home Assistant: call in the older form",
            "home-assistant",
            #"{"service":"notify.mobile_app_x","data":{"message":"B"}}"#
        ),
        Row(
            "Home Assistant: call with its domain",
            "home-assistant",
            #"{"domain":"notify","service":"mobile_app_x","service_data":{"message":"B","data":{"image":"https://h/a.png"}}}"#
        ),
        Row(
            "Home Assistant: list of calls without their action",
            "home-assistant",
            #"[{"message":"B","title":"T","data":{"attachment":{"url":"https://h/a.png"}}}]"#
        ),
        Row(
            "Home Assistant: automation from a blueprint",
            nil,
            #"{"alias":"A","use_blueprint":{"path":"a.yaml","input":{}}}"#,
            .payloadNotAPayload
        ),
        Row(
            "Customer.io: message to FCM with an image of its own store",
            "customerio-payload",
            #"{"message":{"notification":{"title":"A","body":"B","image":"https://userimg-assets.customeriomail.com/images/a.png"}}}"#,
            .payloadRequestLoss,
            .payloadRequestUnknown
        ),
        Row(
            "awesome_notifications: request to FCM's retired API",
            "fcm-legacy",
            #"{"to":"t","notification":{"title":"A"},"data":{"content":{"channelKey":"a","notificationLayout":"BigPicture","bigPicture":"https://h/a.png"}}}"#,
            .payloadRequestRefused,
            .payloadRequestUnknown
        ),
        Row(
            "UMeng: unicast to iOS",
            "umeng",
            #"{"appkey":"a","timestamp":"1","type":"unicast","device_tokens":"t","payload":{"aps":{"alert":{"title":"A"}},"k":"v"},"policy":{"expire_time":"2030-01-01 00:00:00"},"production_mode":"true","description":"d"}"#
        ),
    ]

    @Test("The documented structure is recognised, and what is lost is named", arguments: rows)
    func examples(_ row: Row) {
        let item = InputItem(source: "test", content: .bytes(Array(row.text.utf8)), arrival: .now).transcribed()
        switch PayloadReader().read(item) {
        case .success(let notification):
            #expect(notification.delivery?.shape == row.shape)
            #expect(notification.findings.map(\.code) == row.codes, "\(notification.findings.map(\.message))")
        case .failure(let rejection):
            #expect(rejection.shape == row.shape)
            #expect(rejection.reasons.map(\.code) == row.codes, "\(rejection.reasons.map(\.message))")
        }
    }
}
