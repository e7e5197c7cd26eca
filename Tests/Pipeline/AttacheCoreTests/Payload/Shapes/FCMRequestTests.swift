import TestWidth
import Testing

@testable import AttacheCore
@testable import AttachePayload

/// Requests that FCM answers with 400, or not at all: each is rejected, with the place where the member belongs.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct FCMRequestTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let message: String
        /// The place in the message, and a word of the fix, for each refusal.
        let refusals: [(pointer: String, word: String)]

        init(_ message: String, _ refusals: (String, String)...) {
            self.message = message
            self.refusals = refusals
        }

        var testDescription: String { message }
    }

    /// What `apns` has wins over the members that it has too; a part of `apns.payload` that is completed keeps what it had.
    @Test(arguments: [
        (#""aps":{"alert":{"title":"A","body":"AB"}}"#, #"{"aps":{"alert":{"title":"A","body":"AB"}}"#),
        (#""aps":{"alert":{"title":"A"}}"#, #"{"aps":{"alert":{"title":"A","body":"NB"}}"#),
        (#""aps":{"alert":"A"}"#, #"{"aps":{"alert":"A"}"#),
        (#""fcm_options":{"image":"p"}"#, #"{"fcm_options":{"image":"p"}"#),
    ])
    func apnsWins(_ payload: String, built: String) throws {
        let notification = #""notification":{"title":"N","body":"NB","image":"n"}"#
        let text = #"{"message":{"token":"t",\#(notification),"apns":{"payload":{\#(payload)}}}}"#
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        let push = try PayloadReader().read(item).get()
        #expect(String(decoding: push.payload.bytes, as: UTF8.self).hasPrefix(built))
    }

    private func rejection(_ text: String) -> RejectedPayload? {
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .failure(let rejection) = PayloadReader().read(item) else { return nil }
        return rejection
    }

    static let rows = [
        Row(#"{"notification":{"title":"x","sound":"default"}}"#, ("/notification/sound", "apns.payload.aps.sound")),
        Row(#"{"notification":{"title":"x","badge":1}}"#, ("/notification/badge", "apns.payload.aps.badge")),
        Row(#"{"notification":{"title":"x","click_action":"c"}}"#, ("/notification/click_action", "aps.category")),
        Row(#"{"notification":{"title":"x","image_url":"u"}}"#, ("/notification/image_url", "image")),
        Row(#"{"notification":{"title":"x","imageUrl":"u"}}"#, ("/notification/imageUrl", "Admin SDK")),
        Row(#"{"notification":{"title":"x","subtitle":"s"}}"#, ("/notification/subtitle", "aps.alert.subtitle")),
        Row(
            #"{"notification":{"title":"x","mutable_content":true}}"#,
            ("/notification/mutable_content", "mutable-content")
        ),
        Row(#"{"notification":{"title":"x"},"priority":"high"}"#, ("/priority", "apns-priority")),
        Row(#"{"notification":{"title":"x"},"content_available":true}"#, ("/content_available", "content-available")),
        Row(#"{"notification":{"title":"x"},"mutable_content":true}"#, ("/mutable_content", "mutable-content")),
        Row(#"{"notification":{"title":"x"},"tokens":["t"]}"#, ("/tokens", "one message for each token")),
        Row(#"{"notification":{"title":"x"},"to":"t"}"#, ("/to", "token")),
        Row(
            #"{"title":"x","body":"y","token":"t","data":{}}"#,
            ("/title", "notification.title"),
            ("/body", "notification.body")
        ),
        Row(#"{"token":"t","apns":{"aps":{"alert":"x"}}}"#, ("/apns/aps", "apns.payload.aps")),
        Row(
            #"{"token":"t","apns":{"payload":{"aps":{"alert":"x"}},"fcm_options":{"image_url":"u"}}}"#,
            ("/apns/fcm_options/image_url", "image")
        ),
        Row(
            #"{"token":"t","apns":{"payload":{"aps":{"alert":"x"}},"headers":{"apns-priority":10}}}"#,
            ("/apns/headers/apns-priority", "string")
        ),
        Row(#"{"notification":{"title":"x"},"data":{"n":1,"o":{},"s":"t"}}"#, ("/data/n", "string")),
        Row(#"{"notification":{"title":1}}"#, ("/notification/title", "string")),
        Row(#"{"notification":"x"}"#, ("/notification", "")),
        Row(
            #"{"notification":{"title":"x"},"android":{"sound":"s"}}"#,
            ("/android/sound", "android.notification.sound")
        ),
        Row(#"{"token":"t","notification":{"Title":"x"}}"#, ("/notification/Title", #"Write "title"."#)),
        Row(#"{"token":"t","Notification":{"title":"x"}}"#, ("/Notification", #"Write "notification"."#)),
        Row(#"{"notification":{"title":"x"},"android":{"ttl":3600}}"#, ("/android/ttl", "ends in s")),
        Row(#"{"notification":{"title":"x"},"android":{"ttl":"3600"}}"#, ("/android/ttl", "ends in s")),
        Row(#"{"notification":{"title":"x"},"android":{"priority":"max"}}"#, ("/android/priority", "HIGH or NORMAL")),
        Row(
            #"{"notification":{"title":"x"},"android":{"notification":{"sound":1}}}"#,
            ("/android/notification/sound", "string")
        ),
        Row(#"{"notification":{"title":"x"},"apns":{"payload":"x"}}"#, ("/apns/payload", "")),
        Row(
            #"{"notification":{"title":"x"},"data":{"from":"a","google.x":"b","message_type":"c","gcm.notification.e":"1"}}"#,
            ("/data/from", "another name"),
            ("/data/google.x", "another name"),
            ("/data/message_type", "another name"),
            ("/data/gcm.notification.e", "another name")
        ),
        Row(#"{"token":"t","topic":"a","notification":{"title":"x"}}"#, ("/topic", "one message")),
    ]

    @Test("A member that the API does not have is refused with its place", arguments: rows)
    func refused(_ row: Row) throws {
        let rejection = try #require(self.rejection(#"{"message":\#(row.message)}"#))
        #expect(rejection.shape == "fcm-v1")
        let refusals = rejection.reasons.filter { $0.code == .payloadRequestRefused }
        #expect(refusals.map(\.pointer) == row.refusals.map { "/message" + $0.pointer })
        for (reason, expected) in zip(refusals, row.refusals) {
            #expect(reason.severity == .block && (expected.word.isEmpty || reason.fix?.contains(expected.word) == true))
        }
    }

    @Test("Several members are refused at once, and no more than a few of thousands")
    func many() throws {
        let members = (0..<5000).map { #""k\#($0)":1"# }.joined(separator: ",")
        let rejection = try #require(self.rejection(#"{"message":{"notification":{"title":"x",\#(members)}}}"#))
        #expect(rejection.reasons.count { $0.code == .payloadRequestRefused } == RequestShapes.findingLimit)
    }

    @Test(
        "Names in lower camel case are those of the API",
        arguments: [
            #"{"token":"t","fcmOptions":{"analyticsLabel":"l"},"notification":{"title":"x"}}"#,
            #"{"token":"t","apns":{"fcmOptions":{"image":"https://h/a.png"},"payload":{"aps":{"alert":"x"}}}}"#,
            #"{"token":"t","notification":{"title":"x"},"android":{"collapseKey":"c","notification":{"channelId":"c"}}}"#,
            #"{"token":"t","notification":{"title":"x"},"android":{"ttl":"3.5s","priority":"high","notification":{"sound":"s"}}}"#,
            #"{"topic":"a","notification":{"title":"x"},"android":{"priority":"NORMAL"},"data":{"fromage":"a","message_types":"b"}}"#,
            #"{"token":"t","notification":null,"apns":{"payload":{"aps":{"alert":"x"}}}}"#,
            #"{"token":"t","notification":{"title":"x"},"webpush":{"notification":{"anything":1},"fcm_options":{"link":"l"}}}"#,
        ]
    )
    func taken(_ message: String) throws {
        let item = InputItem(source: "test", content: .bytes(Array(#"{"message":\#(message)}"#.utf8)), arrival: .now)
        let notification = try PayloadReader().read(item).get()
        #expect(notification.findings.allSatisfy { $0.severity == .note })
        if message.contains("a.png") {
            #expect(notification.payload.root["fcm_options"]?["image"]?.string == "https://h/a.png")
        }
    }

    @Test(
        "The legacy API is off, also for a request with apns",
        arguments: [
            (#"{"to":"t","notification":{"title":"x"}}"#, [] as [String]),
            (#"{"registration_ids":["t"],"data":{"k":"v"}}"#, ["/data"]),
            (#"{"to":"t","notification":{"title":"x","image":"https://h/a.png"}}"#, []),
            (#"{"to":"t","notification":{"title":"x","image":"http://h/a.png"}}"#, ["/notification/image"]),
            (
                #"{"to":"t","notification":{"title":"x","picture":"http://h/a.png","summaryText":"s"}}"#,
                ["/notification/picture", "/notification/picture"]
            ),
            (#"{"to":"t","notification":{"title":"x"},"apns":{"payload":{"aps":{"mutable-content":1}}}}"#, ["/apns"]),
            (#"{"to":"t","apns":{"payload":{"aps":{"alert":"x"}}}}"#, ["/apns"]),
            (
                #"{"to":"t","notification":{"title":"x"},"apns":{"fcm_options":{"image":"http://h/a.png"}}}"#,
                ["/apns", "/apns/fcm_options/image"]
            ),
            (#"{"to":"t","notification":{"title":"x","category":"c"}}"#, ["/notification/category"]),
            (#"{"to":"t","notification":{"title":"x","sound":"chime"}}"#, ["/notification/sound"]),
            (
                #"{"to":"t","notification":{"title":"x"},"data":{"content_available":true}}"#,
                ["/data/content_available"]
            ),
        ]
    )
    func legacy(_ text: String, losses: [String]) throws {
        let rejection = try #require(self.rejection(text))
        #expect(rejection.shape == "fcm-legacy" && rejection.reasons.first?.code == .payloadRequestRefused)
        #expect(rejection.reasons.filter { $0.code == .payloadRequestLoss }.compactMap(\.pointer) == losses)
    }

    @Test(
        "The request that replaces one to the legacy API has the author's own members",
        arguments: [
            (
                #"{"to":"/topics/a","data":{"attachment-url":"https://h/a.jpg?k=secret","n":1}}"#,
                #"{"message": {"topic": …, "notification": {"title": …, "body": …}, "data": {"attachment-url": "https://h/a.jpg?…", "n": "1"}, "apns": {"payload": {"aps": {"mutable-content": 1}}}}}"#
            ),
            (
                #"{"to":"t","notification":{"title":"A","category":"C"}}"#,
                #"{"message": {"token": …, "notification": {"title": "A"}, "apns": {"payload": {"aps": {"mutable-content": 1, "category": "C"}}}}}"#
            ),
            (
                #"{"to":"t","data":{"title":"A","body":"B\"C"}}"#,
                #"{"message": {"token": …, "notification": {"title": "A", "body": "B\"C"}, "data": {"title": "A", "body": "B\"C"}, "apns": {"payload": {"aps": {"mutable-content": 1}}}}}"#
            ),
            (
                #"{"to":"t","notification":{"title":"A"},"apns":{"fcm_options":{"image":"https://h/a.png"}}}"#,
                #"{"message": {"token": …, "notification": {"title": "A"}, "apns": {"payload": {"aps": {"mutable-content": 1}}, "fcm_options": {"image": "https://h/a.png"}}}}"#
            ),
            (
                #"{"to":"t","notification":{"title":"A","image":"https://h/a.png","sound":"s.caf","click_action":"C"}}"#,
                #"{"message": {"token": …, "notification": {"title": "A"}, "apns": {"payload": {"aps": {"mutable-content": 1, "sound": "s.caf", "category": "C"}}, "fcm_options": {"image": "https://h/a.png"}}}}"#
            ),
        ]
    )
    func migration(_ text: String, to request: String) throws {
        let document = try JSONDocument(parsing: Array(text.utf8))
        #expect(FCMMigration.request(for: document.root) == request)
        let filled = request.replacing(": …", with: #": "x""#)
        #expect(try JSONDocument(parsing: Array(filled.utf8)).root["message"]?["notification"] != nil)
    }

    @Test("The request that replaces another names no secret of a URL in it")
    func secrets() throws {
        let text =
            #"{"to":"t","notification":{"image":"HTTPS://h/a.png?sig=SECRET"},"data":{"u":"https://user:SECRET@h/a","m":"{\"url\":\"https://h/a?sig=SECRET\"}"}}"#
        let request = FCMMigration.request(for: try JSONDocument(parsing: Array(text.utf8)).root)
        #expect(!request.contains("SECRET"), "\(request)")
    }

    @Test(
        "What other services and SDKs refuse is rejected too",
        arguments: [
            (#"{"to":"ExpoPushToken[x]","body":"x","data":[]}"#, "expo", "/data"),
            (#"{"token":"t","notification":{"title":"x","imageUrl":"u"},"data":{"n":1}}"#, "fcm-admin", "/data/n"),
            (#"{"token":"t","notification":{"title":"x","sound":"s"}}"#, "fcm-admin", "/notification/sound"),
            (
                #"{"message":{"apns":{"payload":{"aps":{"alert":"x"},"CIO":{}}},"sound":"s"}}"#, "customerio-payload",
                "/message/sound"
            ),
        ]
    )
    func others(_ text: String, shape: String, pointer: String) throws {
        let rejection = try #require(self.rejection(text))
        #expect(rejection.shape == shape)
        #expect(rejection.reasons.first?.code == .payloadRequestRefused && rejection.reasons.first?.pointer == pointer)
    }

    @Test(
        "The Admin SDK sends a flag for true and for 1",
        arguments: [("true", true, 0), ("1", true, 0), ("false", false, 0), ("\"true\"", false, 1), ("2", false, 1)]
    )
    func adminFlag(_ value: String, isOn: Bool, lossCount: Int) throws {
        let text = #"{"token":"t","apns":{"payload":{"aps":{"alert":"x","mutableContent":\#(value)}}}}"#
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        let notification = try PayloadReader().read(item).get()
        #expect((notification.aps.mutableContent == .on) == isOn)
        #expect(notification.findings.count { $0.code == .payloadRequestLoss } == lossCount)
    }
}
