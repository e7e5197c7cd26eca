import Testing

@testable import AttacheCore

/// What to do about text that is not a payload.
@Suite(.timeLimit(.minutes(5)))
struct RejectionHintTests {
    private func rejection(_ text: String, line: Int? = nil) throws -> Reason {
        let item = InputItem(source: "test", line: line, content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .failure(let rejected) = PayloadReader().read(item) else {
            throw ConfigurationError(problems: ["\(text) was not rejected"])
        }
        return try #require(rejected.reasons.first)
    }

    @Test(
        "The fix of invalid JSON is that of the mistake",
        arguments: [
            (#"{"aps":{}} {"aps":{}}"#, nil, "--ndjson"), (#"{"aps":{},}"#, nil, "comma"),
            ("{// x\n\"aps\":{}}", nil, "comment"), ("{\"aps\":{} # x\n}", nil, "comment"),
            (#"{'aps':{}}"#, nil, "double quotes"), (#"{"aps":{}"#, nil, "cut off"), ("{", 1, "jq -c"),
            (#""aps": {"#, 2, "jq -c"), ("}", 3, "jq -c"), (#"{"aps":{}} {}"#, 1, "line of its own"),
            ("\u{FEFF}{}", nil, "byte order mark"),
        ] as [(String, Int?, String)]
    )
    func invalidJSON(_ text: String, line: Int?, words: String) throws {
        let reason = try rejection(text, line: line)
        #expect(reason.code == .payloadInvalidJSON)
        #expect(reason.fix?.contains(words) == true, "\(reason)")
    }

    @Test(
        "A request to a push service is named, with the place of its payload",
        arguments: [
            (#"{"message":{"token":"t","apns":{"payload":{"aps":{}}}}}"#, "FCM HTTP v1", "/message/apns/payload"),
            (#"{"message":{"topic":"t","notification":{"title":"x"}}}"#, "FCM HTTP v1", nil),
            (#"{"to":"t","notification":{"title":"x"}}"#, "FCM", nil),
            (#"{"app_id":"a","contents":{"en":"x"},"ios_attachments":{"i":"u"}}"#, "OneSignal", nil),
            (#"{"to":"ExponentPushToken[x]","title":"y"}"#, "Expo", nil),
            (#"{"to":["ExpoPushToken[x]"],"title":"y"}"#, "Expo", nil),
            (#"{"audience":"all","device_types":["ios"],"notification":{}}"#, "Airship", nil),
            (#"{"messages":{"apple_push":{"alert":"x"}}}"#, "Braze", nil),
            (#"{"default":"x","APNS":"{}"}"#, "SNS", "/APNS"),
        ] as [(String, String, String?)]
    )
    func sendRequests(_ text: String, service: String, place: String?) throws {
        let reason = try rejection(text)
        #expect(reason.code == .payloadNoAPS)
        #expect(reason.message.contains(service), "\(reason)")
        if let place { #expect(reason.message.contains(place), "\(reason)") }
        // A pointer in every interface, and no file, since a request may come by HTTP.
        #expect(!"\(reason.message) \(reason.fix ?? "")".contains(#/FILE|\$\./#), "\(reason)")
    }

    @Test(
        "The payload of an FCM request is what FCM joins, not one member alone",
        arguments: [
            (
                #""apns":{"payload":{"aps":{}},"fcm_options":{"image":"u"}}"#,
                ["/message/apns/payload", "/message/apns/fcm_options"]
            ),
            (
                #""notification":{"title":"x"},"apns":{"payload":{"aps":{}}}"#,
                ["/message/apns/payload", "/message/notification"]
            ),
            (#""notification":{"image":"u"}"#, ["/message/notification"]),
            (#""data":{"image":"u"},"apns":{"payload":{"aps":{}}}"#, ["/message/apns/payload", "/message/data"]),
        ]
    )
    func joinedRequest(_ members: String, places: [String]) throws {
        let fix = try #require(try rejection(#"{"message":{"token":"t",\#(members)}}"#).fix)
        #expect(places.allSatisfy(fix.contains), "\(fix)")
        #expect(fix.contains("jq '\(SendRequest.deliveredFilter)'"))
    }

    @Test(
        "Other objects without aps are not taken for a request",
        arguments: ["{}", #"{"message":"x"}"#, #"{"to":"x"}"#]
    )
    func noRequest(_ text: String) throws {
        #expect(try rejection(text).message.contains("aps"))
    }

    @Test("An envelope without a payload is named as one")
    func emptyEnvelope() throws {
        #expect(try rejection(#"{"id":"x","deadline_ms":300}"#).message.contains("envelope"))
        #expect(try !rejection(#"{"payload":{"id":"1"}}"#).message.contains("envelope"))
    }

    @Test(
        "Members of an envelope that are not read are reported, all at once",
        arguments: [
            (#""deadlin_ms":300,"nte":1"#, Severity.warning), (#""campaign":"spring""#, .note), (#""uid":"7""#, .note),
        ]
    )
    func unknownMembers(_ members: String, severity: Severity) throws {
        let text = #"{\#(members),"payload":{"aps":{"alert":"x"}}}"#
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        let notification = try PayloadReader().read(item).get()
        let findings = notification.findings.filter { $0.code == .payloadUnknownMember }
        #expect(findings.count == 1 && findings.first?.severity == severity)
        if severity == .warning {
            #expect(findings.first?.message.contains("deadline_ms") == true)
            #expect(findings.first?.message.contains("nte") == true)
        }
    }
}
