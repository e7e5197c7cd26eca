import Testing

@testable import AttacheCore
@testable import AttacheJSON

/// A request to a push service, what the phone receives for it, and the request without its media.
struct ShapeCase: Sendable, CustomTestStringConvertible {
    let shape: String
    let request: String
    let delivered: String
    let plain: String
    /// The place of the first medium in the request.
    let pointer: String

    var testDescription: String { "\(shape) \(pointer)" }

    /// A request that has `media` in one place.
    init(_ shape: String, _ request: String, _ delivered: String, without media: String..., at pointer: String) {
        self.shape = shape
        self.request = request
        self.delivered = delivered
        self.pointer = pointer
        plain = media.reduce(request) { $0.replacing($1, with: "") }
    }

    /// The media of all cases, with their type hints.
    static let policy: Policy? = {
        let paths = [
            ("$.fcm_options.image", nil), ("$.att.*", nil), ("$.body._richContent.image", nil),
            ("$['com.urbanairship.media_attachment'].url", nil), ("$.ab.att.url", "$.ab.att.type"),
            ("$.CIO.push.image", nil), ("$.data['media-url']", nil), ("$.image", nil),
            ("$.attachment.url", "$.attachment['content-type']"), ("$.attachment", nil),
            ("$.ct_mediaUrl", "$.ct_mediaType"),
        ]
        let media = paths.compactMap { url, type -> MediaLocation? in
            guard let url = try? JSONPath(parsing: url) else { return nil }
            return MediaLocation(url: url, type: type.flatMap { try? JSONPath(parsing: $0) })
        }
        return media.count == paths.count ? Policy(name: "test", payload: PayloadRules(media: media)) : nil
    }()

    typealias MediaLocation = PayloadRules.MediaLocation

    static let all: [ShapeCase] = [
        ShapeCase(
            "fcm-v1",
            #"{"message":{"token":"t","notification":{"title":"A","body":"B\u00e9","image":"https://h/a.png"},"data":{"n":"1"},"apns":{"payload":{"aps":{"mutable-content":1,"badge":2.50}}}}}"#,
            #"{"aps":{"mutable-content":1,"badge":2.50,"alert":{"title":"A","body":"B\u00e9"}},"fcm_options":{"image":"https://h/a.png"},"n":"1"}"#,
            without: #","image":"https://h/a.png""#,
            at: "/message/notification/image"
        ),
        ShapeCase(
            "fcm-v1",
            #"{"validate_only":false,"message":{"topic":"t","notification":{"title":"A","image":"https://h/b.png"},"apns":{"payload":{"aps":{"alert":"x","mutable-content":1},"z":1e400},"fcm_options":{"analytics_label":"l","image":"https://h/a.png"}}}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"z":1e400,"fcm_options":{"image":"https://h/a.png"}}"#,
            without: #","image":"https://h/a.png""#,
            #","image":"https://h/b.png""#,
            at: "/message/apns/fcm_options/image"
        ),
        ShapeCase(
            "fcm-v1",
            #"{"token":"t","data":{"image":"https://h/a.png"},"apns":{"payload":{"aps":{"alert":"x","mutable-content":1}}}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"image":"https://h/a.png"}"#,
            without: #""image":"https://h/a.png""#,
            at: "/data/image"
        ),
        ShapeCase(
            "fcm-admin",
            #"{"token":"t","notification":{"title":"A","body":"B","imageUrl":"https://h/a.png"},"data":{"n":"1"},"apns":{"payload":{"aps":{"badge":2.50,"mutableContent":true,"threadId":"g","interruption-level":"active"},"k":{"z":1}}}}"#,
            #"{"aps":{"badge":2.50,"interruption-level":"active","mutable-content":1,"thread-id":"g","alert":{"title":"A","body":"B"}},"k":{"z":1},"fcm_options":{"image":"https://h/a.png"},"n":"1"}"#,
            without: #","imageUrl":"https://h/a.png""#,
            at: "/notification/imageUrl"
        ),
        ShapeCase(
            "fcm-admin",
            #"{"Token":"t","Notification":{"Title":"A","ImageUrl":"https://h/b.png"},"Apns":{"Aps":{"MutableContent":true,"Alert":{"LocKey":"L","Title":"T"}},"CustomData":{"k":"v"},"FcmOptions":{"ImageUrl":"https://h/a.png"}}}"#,
            #"{"aps":{"mutable-content":1,"alert":{"loc-key":"L","title":"T"}},"k":"v","fcm_options":{"image":"https://h/a.png"}}"#,
            without: #""ImageUrl":"https://h/a.png""#,
            #","ImageUrl":"https://h/b.png""#,
            at: "/Apns/FcmOptions/ImageUrl"
        ),
        ShapeCase(
            "remote-message",
            #"{"messageId":"m","senderId":"1","sentTime":1700000000000,"category":"c","mutableContent":true,"data":{"k":"v"},"notification":{"title":"A","body":"B","apple":{"subtitle":"S","badge":"3","imageUrl":"https://h/a.png"}},"fcmOptions":{"image":"https://h/b.png"}}"#,
            #"{"aps":{"alert":{"title":"A","subtitle":"S","body":"B"},"badge":3,"category":"c","mutable-content":1},"fcm_options":{"image":"https://h/a.png"},"k":"v"}"#,
            without: #","imageUrl":"https://h/a.png""#,
            #""image":"https://h/b.png""#,
            at: "/notification/apple/imageUrl"
        ),
        ShapeCase(
            "remote-message",
            #"{"messageId":"m","from":"1","mutableContent":true,"fcmOptions":{"image":"https://h/a.png"},"notification":{"title":"A","body":"B"},"data":{}}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1},"fcm_options":{"image":"https://h/a.png"}}"#,
            without: #""image":"https://h/a.png""#,
            at: "/fcmOptions/image"
        ),
        ShapeCase(
            "customerio-payload",
            #"{"message":{"apns":{"payload":{"aps":{"alert":"x","mutable-content":1},"CIO":{"push":{"link":"l","image":"https://h/a.png"}}}}}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"CIO":{"push":{"link":"l","image":"https://h/a.png"}},"CIO-Delivery-ID":"set-by-customer.io","CIO-Delivery-Token":"set-by-customer.io"}"#,
            without: #","image":"https://h/a.png""#,
            at: "/message/apns/payload/CIO/push/image"
        ),
        ShapeCase(
            "home-assistant",
            #"{"action":"notify.mobile_app_x","data":{"title":"A","message":"B","data":{"image":"https://h/a.png","url":"/lovelace","group":"g","push":{"badge":1.0,"category":"Cam"}}}}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"sound":"default","badge":1.0,"category":"CAM","thread-id":"g","mutable-content":true},"url":"/lovelace","attachment":{"content-type":"jpeg","url":"https://h/a.png"}}"#,
            without: #""image":"https://h/a.png","#,
            at: "/data/data/image"
        ),
        ShapeCase(
            "home-assistant",
            #"{"message":"B","data":{"attachment":{"content-type":"gif","url":"https://h/a.gif"},"push":{"sound":"none"}}}"#,
            #"{"aps":{"alert":{"body":"B"},"category":"DYNAMIC","mutable-content":true},"attachment":{"content-type":"gif","url":"https://h/a.gif"}}"#,
            without: #""attachment":{"content-type":"gif","url":"https://h/a.gif"},"#,
            at: "/data/attachment/url"
        ),
        // Without the first medium the SDK would send the next one, and so would the relay.
        ShapeCase(
            "fcm-admin",
            #"{"token":"t","notification":{"body":"B","image":"https://h/b.png","imageUrl":"https://h/a.png"}}"#,
            #"{"aps":{"alert":{"body":"B"}},"fcm_options":{"image":"https://h/a.png"}}"#,
            without: #","image":"https://h/b.png","imageUrl":"https://h/a.png""#,
            at: "/notification/imageUrl"
        ),
        ShapeCase(
            "home-assistant",
            #"{"message":"B","data":{"attachment":{"url":"https://h/a.gif"},"image":"https://h/b.png","audio":"https://h/c.wav"}}"#,
            #"{"aps":{"alert":{"body":"B"},"sound":"default","category":"DYNAMIC","mutable-content":true},"attachment":{"url":"https://h/a.gif","content-type":"jpeg"}}"#,
            without: #""url":"https://h/a.gif""#,
            #","image":"https://h/b.png","audio":"https://h/c.wav""#,
            at: "/data/attachment/url"
        ),
        ShapeCase(
            "onesignal",
            #"{"app_id":"a","included_segments":["All"],"headings":{"en":"A"},"contents":{"de":"C","en":"B"},"data":{"k":[1,2]},"ios_attachments":{"id":"https://h/a.png"},"ios_interruption_level":"time_sensitive"}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1,"interruption-level":"time-sensitive"},"custom":{"a":{"k":[1,2]}},"att":{"id":"https://h/a.png"}}"#,
            without: #""id":"https://h/a.png""#,
            at: "/ios_attachments/id"
        ),
        ShapeCase(
            "expo",
            #"{"to":"ExponentPushToken[x]","title":"A","body":"B","data":{"k":1.10},"mutableContent":true,"richContent":{"image":"https://h/a.png"}}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1},"body":{"k":1.10,"_richContent":{"image":"https://h/a.png"}}}"#,
            without: #""image":"https://h/a.png""#,
            at: "/richContent/image"
        ),
        ShapeCase(
            "expo",
            #"[{"to":["ExpoPushToken[x]","ExpoPushToken[y]"],"body":"B","mutableContent":true,"richContent":{"image":"https://h/a.png"}},{"to":"ExpoPushToken[z]","body":"B","mutableContent":true,"richContent":{"image":"https://h/a.png"}}]"#,
            #"{"aps":{"alert":{"body":"B"},"mutable-content":1},"body":{"_richContent":{"image":"https://h/a.png"}}}"#,
            without: #""image":"https://h/a.png""#,
            at: "/0/richContent/image"
        ),
        ShapeCase(
            "airship",
            #"{"audience":"all","device_types":["ios","android"],"notification":{"alert":"x","ios":{"title":"T","extra":{"k":"v"},"media_attachment":{"url":"https://h/a.gif","options":{"time":2}}}}}"#,
            #"{"aps":{"alert":{"body":"x","title":"T"},"mutable-content":1},"com.urbanairship.media_attachment":{"url":"https://h/a.gif","options":{"time":2}},"k":"v"}"#,
            without: #""url":"https://h/a.gif","#,
            at: "/notification/ios/media_attachment/url"
        ),
        ShapeCase(
            "braze",
            #"{"external_user_ids":["u"],"messages":{"apple_push":{"alert":{"title":"A","body":"B"},"asset_url":"https://h/a.gif","asset_file_type":"gif","extra":{"k":"v"}}}}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1},"ab":{"att":{"url":"https://h/a.gif","type":"gif"}},"k":"v"}"#,
            without: #","asset_url":"https://h/a.gif","asset_file_type":"gif""#,
            at: "/messages/apple_push/asset_url"
        ),
        ShapeCase(
            "customerio",
            #"{"transactional_message_id":4,"identifiers":{"id":"u"},"custom_payload":{"ios":{"aps":{"alert":"x","mutable-content":1},"CIO":{"push":{"link":"l","image":"https://h/a.png"}}}}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"CIO":{"push":{"link":"l","image":"https://h/a.png"}},"CIO-Delivery-ID":"set-by-customer.io","CIO-Delivery-Token":"set-by-customer.io"}"#,
            without: #","image":"https://h/a.png""#,
            at: "/custom_payload/ios/CIO/push/image"
        ),
        ShapeCase(
            "customerio",
            #"{"identifiers":{"id":"u"},"title":"A","message":"B","image_url":"https://h/a.png","link":"l"}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1},"CIO":{"push":{"image":"https://h/a.png","link":"l"}},"CIO-Delivery-ID":"set-by-customer.io","CIO-Delivery-Token":"set-by-customer.io"}"#,
            without: #","image_url":"https://h/a.png""#,
            at: "/image_url"
        ),
        ShapeCase(
            "sns",
            #"{"default":"x","APNS":"{\"aps\": {\"alert\":\"caf\u00e9 \\n\",\u0022mutable-content\":1}, \"image\" : \"https://h/a.png\"}"}"#,
            #"{"aps":{"alert":"café \n","mutable-content":1},"image":"https://h/a.png"}"#,
            without: #", \"image\" : \"https://h/a.png\""#,
            at: "/APNS"
        ),
        ShapeCase(
            "sns",
            #"{"GCM":"{\"fcmV1Message\":{\"message\":{\"apns\":{\"payload\":{\"aps\":{\"alert\":\"x\",\"mutable-content\":1},\"image\":\"https://h/a.png\"}}}}}"}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"image":"https://h/a.png"}"#,
            without: #",\"image\":\"https://h/a.png\""#,
            at: "/GCM"
        ),
        ShapeCase(
            "sns",
            #"{"MessageStructure":"json","Message":"{\"APNS\":\"{\\\"aps\\\":{\\\"alert\\\":\\\"x\\\",\\\"mutable-content\\\":1},\\\"image\\\":\\\"https://h/a.png\\\"}\",\"APNS_SANDBOX\":\"{\\\"aps\\\":{\\\"alert\\\":\\\"x\\\",\\\"mutable-content\\\":1},\\\"image\\\":\\\"https://h/a.png\\\"}\"}"}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"image":"https://h/a.png"}"#,
            without: #",\\\"image\\\":\\\"https://h/a.png\\\""#,
            at: "/Message"
        ),
        ShapeCase(
            "pinpoint",
            #"{"MessageConfiguration":{"APNSMessage":{"RawContent":"{\"aps\":{\"alert\":\"x\",\"mutable-content\":1},\"data\":{\"media-url\":\"https://h/a.png\"}}"}}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"data":{"media-url":"https://h/a.png"}}"#,
            without: #"\"media-url\":\"https://h/a.png\""#,
            at: "/MessageConfiguration/APNSMessage/RawContent"
        ),
        ShapeCase(
            "pinpoint",
            #"{"ApplicationId":"a","MessageRequest":{"MessageConfiguration":{"APNSMessage":{"Title":"A","Body":"B","MediaUrl":"https://h/a.png"}}}}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1},"data":{"media-url":"https://h/a.png"}}"#,
            without: #","MediaUrl":"https://h/a.png""#,
            at: "/MessageRequest/MessageConfiguration/APNSMessage/MediaUrl"
        ),
        ShapeCase(
            "azure-installation",
            #"{"installationId":"i","platform":"apns","pushChannel":"c","templates":{"t":{"body":"{\"aps\":{\"alert\":\"$(m)\",\"mutable-content\":1},\"image\":\"https://h/a.png\"}","tags":["x"]}}}"#,
            #"{"aps":{"alert":"$(m)","mutable-content":1},"image":"https://h/a.png"}"#,
            without: #",\"image\":\"https://h/a.png\""#,
            at: "/templates/t/body"
        ),
        ShapeCase(
            "umeng",
            #"{"policy":{"expire_time":"2020-09-10 11:21:01"},"appkey":"a","timestamp":"1","type":"unicast","payload":{"aps":{"alert":"x","mutable-content":1},"image":"https://h/a.png","k":"v"}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"image":"https://h/a.png","k":"v"}"#,
            without: #""image":"https://h/a.png","#,
            at: "/payload/image"
        ),
        ShapeCase(
            "pinpoint",
            #"{"APNSMessage":"{\"aps\":{\"alert\":\"x\",\"mutable-content\":1},\"data\":{\"media-url\":\"https://h/a.png\"}}","GCMMessage":"{}"}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"data":{"media-url":"https://h/a.png"}}"#,
            without: #"\"media-url\":\"https://h/a.png\""#,
            at: "/APNSMessage"
        ),
        ShapeCase(
            "pinpoint",
            #"{"APNSMessage":{"aps":{"alert":"x","mutable-content":1},"k":"v","data":{"media-url":"https://h/a.png"}}}"#,
            #"{"aps":{"alert":"x","mutable-content":1},"k":"v","data":{"media-url":"https://h/a.png"}}"#,
            without: #""media-url":"https://h/a.png""#,
            at: "/APNSMessage/data/media-url"
        ),
        ShapeCase(
            "gorush",
            #"{"tokens":["t"],"platform":2,"title":"A","message":"B","mutable_content":true,"image":"https://h/a.png"}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1},"fcm_options":{"image":"https://h/a.png"}}"#,
            without: #","image":"https://h/a.png""#,
            at: "/image"
        ),
        ShapeCase(
            "gorush",
            #"{"notifications":[{"tokens":["t"],"platform":2,"message":"y"},{"tokens":["t"],"platform":1,"title":"A","message":"B","mutable_content":true,"data":{"image":"https://h/a.png","n":0.10}}]}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1},"image":"https://h/a.png","n":0.10}"#,
            without: #""image":"https://h/a.png","#,
            at: "/notifications/1/data/image"
        ),
        ShapeCase(
            "parse",
            #"{"where":{"deviceType":"ios"},"data":{"alert":"B","title":"A","mutable-content":1,"badge":"Increment","image":"https://h/a.png"}}"#,
            #"{"aps":{"alert":{"body":"B","title":"A"},"mutable-content":1},"image":"https://h/a.png"}"#,
            without: #","image":"https://h/a.png""#,
            at: "/data/image"
        ),
        ShapeCase(
            "pushwoosh",
            #"{"request":{"application":"A-B","auth":"x","notifications":[{"content":{"en":"B"},"ios_title":"A","ios_badges":"+1","ios_root_params":{"aps":{"mutable-content":1}},"ios_attachment":"https://h/a.png","data":{"k":1}}]}}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"pw_badge":"+1","mutable-content":1},"pw_msg":"1","attachment":"https://h/a.png","u":{"k":1}}"#,
            without: #","ios_attachment":"https://h/a.png""#,
            at: "/request/notifications/0/ios_attachment"
        ),
        ShapeCase(
            "clevertap",
            #"{"to":{"Identity":["u"]},"content":{"title":"A","body":"B","platform_specific":{"ios":{"mutable-content":"true","ct_mediaType":"gif","ct_mediaUrl":"https://h/a.gif","deep_link":"d"}}}}"#,
            #"{"aps":{"alert":{"title":"A","body":"B"},"mutable-content":1},"wzrk_dl":"d","ct_mediaType":"gif","ct_mediaUrl":"https://h/a.gif"}"#,
            without: #","ct_mediaType":"gif","ct_mediaUrl":"https://h/a.gif""#,
            at: "/content/platform_specific/ios/ct_mediaUrl"
        ),
    ]
}
