import TestWidth
import Testing

@testable import AttacheCore
@testable import AttachePayload

private let gorush = #""tokens":["t"],"platform":1,"message":"x""#

/// What a push service loses, changes or keeps to itself.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ShapeFindingTests {
    private func read(_ text: String) -> Result<AttacheCore.Notification, RejectedPayload> {
        PayloadReader().read(InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now))
    }

    private func rejection(_ text: String) -> RejectedPayload? {
        guard case .failure(let rejection) = read(text) else { return nil }
        return rejection
    }

    @Test(
        "A loss is a warning with its place",
        arguments: [
            (#"{\#(gorush),"image":"https://h/a.png"}"#, "/image"),
            (#"{\#(gorush),"alert":{"title":"A"}}"#, "/message"),
            (#"{\#(gorush),"alert":{"body":"A"}}"#, "/message"),
            (#"{\#(gorush),"title":"T","alert":{"title":"A"}}"#, "/title"),
            (#"{\#(gorush),"apns":{"payload":{"aps":{"badge":1}}}}"#, "/apns"),
            (#"{\#(gorush),"mutable-content":true}"#, "/mutable-content"),
            (#"{\#(gorush),"mutableContent":true}"#, "/mutableContent"),
            (
                #"{"tokens":["t"],"platform":2,"message":"x","mutable_content":true}"#,
                "/mutable_content"
            ),
            (#"{"action":"notify.x","data":{"message":"x","data":{"entity_id":"camera.x"}}}"#, "/data/data/entity_id"),
            (
                #"{"action":"notify.x","data":{"message":"x","data":{"icon_url":"https://h/a.png"}}}"#,
                "/data/data/icon_url"
            ),
            (
                #"{"message":{"notification":{"title":"x","image":"https://h/a.png"},"data":{"source":"customerIo"}}}"#,
                "/message/notification/image"
            ),
            (#"{"where":{},"data":{"alert":"x","mutable-content":true}}"#, "/data/mutable-content"),
            (#"{"where":{},"data":{"alert":"x","mutable-content":"1"}}"#, "/data/mutable-content"),
            (#"{"where":{},"data":{"alert":"x","aps":{"badge":1}}}"#, "/data/alert"),
            (#"{"where":{},"data":{"mutable-content":1,"aps":{"alert":"x"}}}"#, "/data/mutable-content"),
            (#"{"where":{},"data":{"aps":{"alert":"x"},"alert":"y"}}"#, "/data/aps/alert"),
            (#"{"where":{},"data":{"title":"T","alert":"x"}}"#, "/data/title"),
            (#"{"where":{},"data":{"alert":"x","badge":"1"}}"#, "/data/badge"),
            (#"{"to":"ExpoPushToken[x]","title":"x","badge":"1"}"#, "/badge"),
            (#"{"to":"ExpoPushToken[x]","title":"x","mutableContent":"true"}"#, "/mutableContent"),
            (#"{"to":"ExpoPushToken[x]","title":"x","mutable-content":true,"foo":1}"#, "/mutable-content"),
            (#"{"app_id":"a","contents":{"en":"x"},"mutable-content":true}"#, "/mutable-content"),
            (#"{"identifiers":{},"custom_payload":{"ios":{"aps":{"alert":"x"}}},"title":"A"}"#, "/title"),
            (
                #"{"MessageConfiguration":{"APNSMessage":{"RawContent":"{\"aps\":{\"alert\":\"x\"}}","Title":"A"}}}"#,
                "/MessageConfiguration/APNSMessage/Title"
            ),
            (
                #"{"MessageConfiguration":{"APNSMessage":{"Title":"A","body":"B"}}}"#,
                "/MessageConfiguration/APNSMessage/body"
            ),
            (
                #"{"message":{"token":"t","notification":{"title":"x"},"data":{"content_available":"1"}}}"#,
                "/message/data/content_available"
            ),
            (
                #"{"message":{"token":"t","notification":{"title":"x"},"android":{"notification":{"image":"https://h/a.png"}}}}"#,
                "/message/android/notification/image"
            ),
            (
                #"{"message":{"token":"t","apns":{"payload":{"aps":{"alert":"x","sound":"chime"}}}}}"#,
                "/message/apns/payload/aps/sound"
            ),
            (
                #"{"app_id":"a","contents":{"en":"x"},"ios_category":"c","buttons":[{"id":"a","text":"b"}]}"#,
                "/buttons"
            ),
            (#"{"app_id":"a","contents":{"en":"x"},"buttons":[{"id":"a"}]}"#, "/buttons/0"),
            (#"{"app_id":"a","contents":{"de":"x"}}"#, "/contents"),
            (#"{"message":"x","data":{"video":"","image":"https://h/a.png","push":{}}}"#, "/data/image"),
            (#"{"message":"x","data":{"attachment":{"url":"https//:h/a.png"}}}"#, "/data/attachment/url"),
            (#"{"message":"x","image":"https://h/a.png","data":{"push":{"badge":1}}}"#, "/image"),
            (#"{"message":"x","data":{"push":{},"image":"/config/www/a.png"}}"#, "/data/image"),
            (#"{"message":{"token":"t","notification":{"title":"x"},"data":{"aps":"1"}}}"#, "/message/data/aps"),
            (#"{"app_id":"a","contents":{"en":"x"},"big_picture":"https://h/a.png"}"#, "/big_picture"),
            (#"{"messages":{"apple_push":{"alert":"x","asset_url":"https://h/a"}}}"#, "/messages/apple_push/asset_url"),
        ] as [(String, String?)]
    )
    func losses(_ text: String, pointer: String?) throws {
        let losses = try read(text).get().findings.filter { $0.code == .payloadRequestLoss }
        #expect(losses.count == 1)
        #expect(losses.first?.pointer == pointer && losses.first?.severity == .warning)
    }

    @Test(
        "Media in a member that the service does not read, or in another form, are a fallback with their place",
        arguments: [
            (#"{"app_id":"a","contents":{"en":"x"},"ios_attachments":"https://h/a.png"}"#, "/ios_attachments"),
            (#"{"app_id":"a","contents":{"en":"x"},"ios_attachments":["https://h/a.png"]}"#, "/ios_attachments"),
            (#"{"app_id":"a","contents":{"en":"x"},"ios_attachment":{"i":"https://h/a.png"}}"#, "/ios_attachment"),
            (#"{"message":"x","data":{"push":{},"attachment":"https://h/a.png"}}"#, "/data/attachment"),
            (
                #"{"messages":{"apple_push":{"alert":"x","image_url":"https://h/a.png"}}}"#,
                "/messages/apple_push/image_url"
            ),
            (
                #"{"request":{"application":"a","notifications":[{"content":"x","ios_attachments":"https://h/a.png"}]}}"#,
                "/request/notifications/0/ios_attachments"
            ),
            (
                #"{"request":{"application":"a","notifications":[{"content":"x","image":"https://h/a.png"}]}}"#,
                "/request/notifications/0/image"
            ),
            (
                #"{"audience":"all","device_types":"all","notification":{"alert":"x","ios":{"media":"https://h/a.png"}}}"#,
                "/notification/ios/media"
            ),
            (#"{"to":"ExpoPushToken[x]","title":"x","image":"https://h/a.png"}"#, "/image"),
            (#"{"app_id":"a","contents":{"en":"x"},"image":"https://h/a.png"}"#, "/image"),
            (#"{\#(gorush),"picture":"https://h/a.png"}"#, "/picture"),
            (
                #"{"MessageConfiguration":{"APNSMessage":{"RawContent":"{\"aps\":{\"alert\":\"x\"}}","MediaUrl":"https://h/a.png"}}}"#,
                "/MessageConfiguration/APNSMessage/MediaUrl"
            ),
            (#"{"to":{},"content":{"title":"A","body":"B","image":"https://h/a.png"}}"#, "/content/image"),
        ] as [(String, String)]
    )
    func lostMedia(_ text: String, pointer: String) throws {
        let notification = try read(text).get()
        #expect(notification.findings.map(\.code) == [.gateMediaUnread])
        #expect(notification.findings.first?.pointer == pointer)
        let located = notification.delivery?.located(notification.findings)
        #expect(located?.first?.pointer == pointer)
    }

    @Test(
        "A member without a URL, and a member of another kind, are a note alone",
        arguments: [
            #"{"app_id":"a","contents":{"en":"x"},"ios_attachment":{"i":""}}"#,
            #"{"app_id":"a","contents":{"en":"x"},"ios_sounds":"https://h/a.caf"}"#,
            #"{"app_id":"a","contents":{"en":"x"},"heading":{"en":"y"},"mutable_contents":true,"thread-id":"t"}"#,
            #"{"to":"ExpoPushToken[x]","title":"x","foo":1}"#,
            #"{\#(gorush),"zzz":1,"mutable_content":"true"}"#,
            #"{"MessageConfiguration":{"APNSMessage":{"Title":"A","Badge":"1","Zzz":1}}}"#,
            #"{"MessageConfiguration":{"APNSMessage":{"RawContent":"{\"aps\":{\"alert\":\"x\"}}","Zzz":1}}}"#,
            #"{"to":{},"content":{"title":"A","body":"B","zzz":1}}"#,
            #"{"to":{},"content":{"title":"A","body":"B","platform_specific":{"ios":{"badge_count":"1","k":"v"}}}}"#,
        ] as [String]
    )
    func unknownMember(_ text: String) throws {
        #expect(try read(text).get().findings.map(\.code) == [.payloadRequestUnknown])
    }

    @Test(
        "Members for receivers and for other platforms are no note",
        arguments: [
            #"{"app_id":"a","contents":{"en":"x"},"include_aliases":{"external_id":["u"]},"target_channel":"push"}"#,
            #"{"app_id":"a","contents":{"en":"x"},"isIos":true,"android_channel_id":"c","huawei_sound":"s","ttl":5,"name":"n"}"#,
            #"{"app_id":"a","contents":{"en":"x"},"ios_attachments":{"i":"https://h/a.png"},"chrome_web_image":"https://h/a.png"}"#,
            #"{"request":{"application":"a","notifications":[{"send_date":"now","content":{"en":"x"},"platforms":[1],"android_banner":"https://h/a.png","inbox_image":"https://h/a.png"}]}}"#,
            #"{"to":"ExpoPushToken[x]","title":"x","priority":"high","ttl":5,"channelId":"c","sound":null,"badge":1}"#,
            #"{"to":"ExpoPushToken[x]","title":"x","richContent":{"image":"https://h/a.png"},"mutableContent":true}"#,
            #"{"to":"ExpoPushToken[x]","title":"x","body":"","data":{},"richContent":{"image":"https://h/a.png"}}"#,
            #"{\#(gorush),"notif_id":"1","production":true,"priority":"high","push_type":"alert","huawei_data":"d"}"#,
            #"{"MessageConfiguration":{"APNSMessage":{"RawContent":"{\"aps\":{\"alert\":\"x\"}}","Action":"OPEN_APP","TimeToLive":5}}}"#,
        ] as [String]
    )
    func otherMembers(_ text: String) throws {
        #expect(try read(text).get().findings.map(\.code) == [])
    }

    @Test(
        "A finding about a member names it, and what to write",
        arguments: [
            (#"{"identifiers":{},"title":"x","zzz":1}"#, ReasonCode.payloadRequestUnknown, "\"zzz\""),
            (
                #"{"identifiers":{},"custom_payload":{"ios":{"aps":{"alert":"x"}}},"image_url":"https://h/a.png"}"#,
                .gateMediaUnread, "CIO.push.image"
            ),
            (#"{\#(gorush),"mutable-content":true}"#, .payloadRequestLoss, "Write \"mutable_content\"."),
            (#"{\#(gorush),"thread_id":"t"}"#, .payloadRequestLoss, "Write \"thread-id\"."),
            (
                #"{"to":"ExpoPushToken[x]","title":"x","mutableContent":"true"}"#, .payloadRequestLoss,
                "true or false, and this is a string"
            ),
            (#"{"request":{"notifications":[{"content":"x"}]}}"#, .payloadRequestUnknown, "application and auth"),
        ] as [(String, ReasonCode, String)]
    )
    func named(_ text: String, code: ReasonCode, words: String) throws {
        let findings = try read(text).get().findings.filter { $0.code == code }
        #expect(findings.contains { $0.message.contains(words) || $0.fix?.contains(words) == true }, "\(findings)")
    }

    @Test(
        "What only the service knows is a note",
        arguments: [
            #"{"identifiers":{},"title":"x"}"#,
            #"{"messages":{"apple_push":{"alert":"Hello {{name}}"}}}"#,
            #"{"app_id":"a","contents":{"en":"x","de":"y"}}"#,
            #"{"audience":"all","device_types":"all","notification":{"alert":"x","ios":{"media_attachment":{}}}}"#,
            #"{"MessageConfiguration":{"APNSMessage":{"Body":"x","MediaUrl":"https://h/a.png"}}}"#,
            #"{"APNS":"{\"aps\":{\"alert\":\"x\"}}","APNS_SANDBOX":"{\"aps\":{\"alert\":\"y\"}}"}"#,
            #"{"installationId":"i","templates":{"t":{"body":"{\"aps\":{\"alert\":\"$(x)\"}}"}}}"#,
            #"{"message":{"notification":{"title":"x"}}}"#,
            #"{"messageId":"m","from":"1","notification":{"title":"x"}}"#,
            #"{"title":"x","message":"y","data":{"image":"https://h/a.png"}}"#,
            #"{"ios":{"aps":{"alert":"x"},"CIO":{"push":{}}}}"#,
            #"{"GCM":"{\"fcmV1Message\":{\"message\":{\"notification\":{\"title\":\"x\"}}}}"}"#,
            #"{"request":{"notifications":[{"content":"x"}]}}"#,
        ]
    )
    func unknown(_ text: String) throws {
        let findings = try read(text).get().findings
        #expect(findings.map(\.code) == [.payloadRequestUnknown])
    }

    @Test(
        "The flag of Parse counts only as the number 1",
        arguments: [
            ("1", APSDictionary.MutableContent.on), ("1.0", .on), ("true", .absent), ("\"1\"", .absent), ("2", .absent),
            ("0", .absent),
        ]
    )
    func parseFlag(_ value: String, expected: APSDictionary.MutableContent) throws {
        let notification = try read(#"{"channels":["c"],"data":{"alert":"x","mutable-content":\#(value)}}"#).get()
        #expect(notification.aps.mutableContent == expected)
    }

    @Test(
        "A request that reaches no iOS device is rejected by name",
        arguments: [
            (#"{"tokens":["t"],"platform":3,"message":"x"}"#, "gorush"),
            (#"{"appkey":"a","timestamp":"1","type":"unicast","payload":{"body":{"title":"x"}}}"#, "umeng"),
            (#"{"audience":"all","device_types":["android"],"notification":{"alert":"x"}}"#, "airship"),
            (#"{"messages":{"android_push":{"alert":"x","title":"y"}}}"#, "braze"),
            (#"{"request":{"application":"a","notifications":[]}}"#, "pushwoosh"),
            (#"{"request":{"application":"a","notifications":[{"content":"x","platforms":[3]}]}}"#, "pushwoosh"),
            (#"{"message":{"token":"t","data":{"a":"1"}}}"#, "fcm-v1"),
            (#"{"GCM":"{\"notification\":{\"title\":\"x\"}}"}"#, "sns"),
            (#"{"action":"notify.mobile_app_x","data":{"message":"clear_badge"}}"#, "home-assistant"),
            (#"{"installationId":"i","platform":"gcm","templates":{}}"#, "azure-installation"),
            (#"[{"to":"ExpoPushToken[x]","body":"a"},1]"#, "expo"),
        ]
    )
    func rejected(_ text: String, shape: String) throws {
        try expect(.payloadNoAPS, of: text, shape: shape)
    }

    @Test(
        "A request whose texts are elsewhere, or with several pushes, is no payload",
        arguments: [
            (#"{"campaignId":1,"recipientEmail":"a@b"}"#, "iterable"),
            (#"{"app_id":"a","template_id":"t","included_segments":["All"]}"#, "onesignal"),
            (#"{"identifiers":{},"transactional_message_id":1}"#, "customerio"),
            (#"{"campaign_id":"c","recipients":[{"external_user_id":"u"}]}"#, "braze"),
            (#"{"canvas_id":"c","broadcast":true}"#, "braze"),
            (#"[{"to":"ExpoPushToken[x]","body":"a"},{"to":"ExpoPushToken[y]","body":"b"}]"#, "expo"),
        ]
    )
    func noPayload(_ text: String, shape: String) throws {
        try expect(.payloadNotAPayload, of: text, shape: shape)
    }

    private func expect(_ code: ReasonCode, of text: String, shape: String) throws {
        let rejection = try #require(self.rejection(text))
        #expect(rejection.reasons.map(\.code) == [code])
        #expect(rejection.shape == shape && rejection.reasons.first?.fix != nil)
    }

    @Test("The push type of a request decides about a background push", arguments: ["background", "alert"])
    func pushType(_ type: String) throws {
        let apns = #"{"headers":{"APNS-Push-Type":"\#(type)"},"payload":{"aps":{"alert":"x"}}}"#
        let notification = try read(#"{"message":{"token":"t","apns":\#(apns)}}"#).get()
        #expect(notification.isBackgroundPush == (type == "background"))
    }

    @Test("The limit is that of the delivered payload", arguments: [(4096, true), (4097, false)])
    func size(_ byteCount: Int, fits: Bool) throws {
        let frame = #"{"aps":{"alert":""}}"#
        let payload = frame.replacing(
            #"t":""#,
            with: #"t":""# + String(repeating: "a", count: byteCount - frame.utf8.count)
        )
        let token = String(repeating: "t", count: 5000)
        let rejection = self.rejection(#"{"message":{"token":"\#(token)","apns":{"payload":\#(payload)}}}"#)
        #expect((rejection == nil) == fits)
        #expect(rejection.map { $0.reasons.map(\.code) == [.payloadTooLarge] } ?? fits)
    }

    @Test(
        "A list is split when its messages make different payloads, and only then",
        arguments: [
            (#"[{"to":"ExpoPushToken[x]","body":"a"}, {"to":"ExpoPushToken[y]","body":"b"},7]"#, 3),
            (#"[{"to":"ExpoPushToken[x]","body":"a"},{"to":"ExpoPushToken[y]","body":"a"}]"#, nil),
            (#"[{"to":"ExpoPushToken[x]","body":"a"}]"#, nil), (#"[{"aps":{}},{"aps":{}}]"#, nil), ("[", nil),
            ("", nil),
            (#"{"to":"ExpoPushToken[x]","body":"a"}"#, nil),
        ]
    )
    func lists(_ text: String, count: Int?) {
        #expect(RequestShapes.messages(in: Array(text.utf8))?.count == count)
    }
}
