import TestWidth
import Testing

@testable import AttacheCore
@testable import AttachePayload

/// Objects without `aps`: the sentence says what they look like.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct NoPayloadTests {
    private func reason(_ text: String) throws -> Reason {
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .failure(let rejection) = PayloadReader().read(item) else {
            throw ConfigurationError(problems: ["\(text) was not rejected"])
        }
        return try #require(rejection.reasons.first)
    }

    @Test(
        "It names the service that it looks like",
        arguments: [
            (#"{"notification":{"title":"x","body":"y"}}"#, "FCM"), (#"{"data":{"k":"v"}}"#, "Parse"),
            (#"{"messages":[{"token":"t","apns":{"payload":{"aps":{"alert":"x"}}}}]}"#, "one message"),
            (#"{"immediateDeliveryFlag":true,"target":["ios"],"message":"x"}"#, "NIFCLOUD"),
            (#"{"title":"x","body":"y"}"#, "server"), (#"{"title":"x","body":"y"}"#, "service"),
            (#"{"message":"x","title":"y"}"#, "server"),
            (#"{"contents":{"en":"x"},"included_segments":["All"]}"#, "OneSignal"),
            (#"{"alert":{"title":"x"},"mutable-content":1}"#, "aps"),
            (#"{"badge":"0","mutable_content":"true"}"#, "aps"),
            (#"{"title":"x","ios":{"attachments":[{"url":"https://h/a.png"}]}}"#, "service"),
            (#"{"alias":"x","use_blueprint":{"path":"a.yaml"}}"#, "blueprint"),
            (#"{"alert":"x","asset_url":"u"}"#, "Braze"),
            (#"{"title":"x","body":"y","richContent":{"image":"u"}}"#, "Expo"),
            (#"{"title":"x","platform_specific":{"ios":{}}}"#, "CleverTap"),
            (#"{"notification":{"alert":"x","ios":{"media_attachment":{}}}}"#, "Airship"),
            (
                #"{"platform":"all","audience":"all","notification":{"alert":"x","ios":{"extras":{"k":"v"}}}}"#,
                "JPush"
            ),
            (#"{"platform":["ios"],"audience":{"tag":["a"]},"notification":{"alert":"x"}}"#, "JPush"),
        ]
    )
    func likeness(_ text: String, word: String) throws {
        let reason = try reason(text)
        #expect(reason.code == .payloadNotAPayload)
        #expect(reason.message.contains("not what the phone receives") && reason.message.contains(word), "\(reason)")
        #expect(reason.fix != nil)
    }

    @Test(
        "A push to a browser is named, with its picture",
        arguments: [
            (
                #"{"title":"x","body":"y","icon":"https://h/i.png","image":"https://h/a.png","data":{"url":"u"}}"#,
                "/image"
            ),
            (#"{"title":"x","body":"y","badge":"/b.png","tag":"t"}"#, nil),
            (#"{"title":"x","actions":[{"action":"open","title":"Open"}]}"#, nil),
            (#"{"notification":{"title":"x","vibrate":[1],"image":"https://h/a.webp"}}"#, "/notification/image"),
            (
                #"{"web_push":8030,"notification":{"title":"x","navigate":"https://h","image":"i"}}"#,
                "/notification/image"
            ),
        ] as [(String, String?)]
    )
    func browser(_ text: String, pointer: String?) throws {
        let reason = try reason(text)
        #expect(reason.code == .payloadNotAPayload && reason.message.contains("web push"), "\(reason)")
        #expect(reason.pointer == pointer)
    }

    @Test(
        "What only looks like one is none",
        arguments: [
            #"{"title":"x","body":"y","image":"https://h/a.png"}"#, #"{"title":"x","body":"y","icon":"ic_launcher"}"#,
            #"{"title":"x","body":"y","icon":"https://h/i.png","sound":"default"}"#,
            #"{"title":"x","message":"y","icon":"https://h/i.png"}"#, #"{"title":"x","badge":1,"tag":"t"}"#,
            #"{"notification":{"title":"x","icon":"https://h/i.png","click_action":"u"}}"#,
        ]
    )
    func noBrowser(_ text: String) throws {
        #expect(try !reason(text).message.contains("web push"))
    }

    @Test(
        "An object around a payload whose policy is no name is no envelope",
        arguments: [
            #"{"policy":{"expire_time":"x"},"payload":{"aps":{"alert":"x"}}}"#,
            #"{"policy":{},"payload":{"aps":{"alert":"x"}},"id":1}"#,
            #"{"policy":{},"payload":{"aps":{"alert":"x"}},"deadline_ms":1}"#,
        ]
    )
    func noEnvelope(_ text: String) throws {
        let reason = try reason(text)
        #expect(reason.code == .payloadNotAPayload && reason.pointer == "/payload/aps")
    }

    @Test(
        "An aps object inside another is named with its place",
        arguments: [
            (#"{"userInfo":{"aps":{"alert":"x"}}}"#, "/userInfo/aps"),
            (#"{"APNS":{"aps":{"alert":"x"}}}"#, "/APNS/aps"),
            (#"{"pn_apns":{"aps":{"alert":"x"}},"pn_fcm":{}}"#, "/pn_apns/aps"),
        ]
    )
    func inner(_ text: String, pointer: String) throws {
        #expect(try reason(text).pointer == pointer)
    }

    @Test("An object of thousands of members is answered") func many() throws {
        let members = (0..<5000).map { #""k\#($0)":{"aps":1}"# }.joined(separator: ",")
        #expect(try reason("{\(members)}").code == .payloadNoAPS)
    }
}
