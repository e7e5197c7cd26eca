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
            (#"{"title":"x","body":"y"}"#, "server"), (#"{"message":"x","title":"y"}"#, "server"),
            (#"{"contents":{"en":"x"},"included_segments":["All"]}"#, "OneSignal"),
            (#"{"alert":{"title":"x"},"mutable-content":1}"#, "aps"), (#"{"alert":"x","asset_url":"u"}"#, "Braze"),
            (#"{"title":"x","body":"y","richContent":{"image":"u"}}"#, "Expo"),
            (#"{"title":"x","platform_specific":{"ios":{}}}"#, "CleverTap"),
            (#"{"notification":{"alert":"x","ios":{"media_attachment":{}}}}"#, "Airship"),
        ]
    )
    func likeness(_ text: String, word: String) throws {
        let reason = try reason(text)
        #expect(reason.code == .payloadNoAPS)
        #expect(reason.message.contains("not what the phone receives") && reason.message.contains(word), "\(reason)")
        #expect(reason.fix != nil)
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
