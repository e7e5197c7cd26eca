import AttacheCore
import TestWidth
import Testing

@testable import AttacheLint

/// Requests to push services: judged by the payload that the device receives, at the places of the request.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RequestLintTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let text: String
        let codes: Set<LintCode>
        /// The pointer of the first finding.
        var pointer = ""

        var testDescription: String { name }
    }

    static let rows = [
        Row(
            name: "Expo without mutableContent",
            text:
                #"{"to":"ExponentPushToken[x]","title":"Hi","richContent":{"image":"https://img.attache.dev/a.png"}}"#,
            codes: [.mutableContentMissing]
        ),
        Row(
            name: "Expo with mutableContent",
            text: """
                {"to":"ExponentPushToken[x]","title":"Hi","mutableContent":true,\
                "richContent":{"image":"https://img.attache.dev/a.png"}}
                """,
            codes: []
        ),
        Row(
            name: "FCM with an http URL",
            text: """
                {"message":{"token":"t","notification":{"title":"Hi","image":"http://img.attache.io/a.png"},\
                "apns":{"payload":{"aps":{"mutable-content":1}}}}}
                """,
            codes: [.http],
            pointer: "/message/notification/image"
        ),
        Row(
            name: "OneSignal with a WebP",
            text: """
                {"app_id":"a","included_segments":["All"],"contents":{"en":"Hi"},"mutable_content":true,\
                "ios_attachments":{"id":"https://img.attache.dev/a.webp"}}
                """,
            codes: [.webP],
            pointer: "/ios_attachments/id"
        ),
        Row(
            name: "gorush with an image, which never reaches iOS",
            text: """
                {"notifications":[{"tokens":["t"],"platform":1,"message":"Hi","mutable_content":true,\
                "image":"https://img.attache.dev/a.png"}]}
                """,
            codes: [.requestLoss],
            pointer: "/notifications/0/image"
        ),
        Row(
            name: "a request in an envelope",
            text: """
                {"id":1,"payload":{"to":"ExponentPushToken[x]","title":"Hi","mutableContent":true,\
                "richContent":{"image":"http://img.attache.io/a.png"}}}
                """,
            codes: [.http],
            pointer: "/payload/richContent/image"
        ),
        Row(
            name: "FCM with a member that the API does not have",
            text: #"{"message":{"token":"t","notification":{"title":"Hi","sound":"default"}}}"#,
            codes: [.payloadRejected],
            pointer: "/message/notification/sound"
        ),
        Row(
            name: "FCM with data that is refused, in an envelope",
            text: #"{"payload":{"message":{"token":"t","notification":{"title":"Hi"},"data":{"n":{"x":"1"}}}}}"#,
            codes: [.payloadRejected],
            pointer: "/payload/message/data/n"
        ),
        Row(
            name: "a call of Home Assistant, whose relay writes the type of a picture",
            text: #"{"action":"notify.x","data":{"message":"Hi","data":{"image":"https://img.attache.dev/a.png"}}}"#,
            codes: []
        ),
        Row(
            name: "a call of Home Assistant with a video as image",
            text: #"{"action":"notify.x","data":{"message":"Hi","data":{"image":"https://img.attache.dev/a.mp4"}}}"#,
            codes: [.typeContradictsName],
            pointer: "/data/data/image"
        ),
        Row(
            name: "OneSignal with attachments in a list",
            text: #"{"app_id":"a","contents":{"en":"Hi"},"ios_attachments":["https://img.attache.dev/a.png"]}"#,
            codes: [.mediaUnread],
            pointer: "/ios_attachments"
        ),
        Row(
            name: "Braze without a text, and with media in a member of another name",
            text: #"{"messages":{"apple_push":{"image_url":"https://img.attache.dev/a.png"}}}"#,
            codes: [.payloadRejected, .mediaUnread]
        ),
        // The note about the request's expressions names them already.
        Row(
            name: "a text with an expression that the service replaces",
            text: #"{"app_id":"a","contents":{"en":"Hi {{name}}"}}"#,
            codes: [.requestLoss]
        ),
        Row(
            name: "a text with an expression of another service",
            text: #"{"app_id":"a","contents":{"en":"Hi %name%"}}"#,
            codes: [.placeholder],
            pointer: "/contents/en"
        ),
        Row(
            name: "a repr of Python, which has no places",
            text:
                "{'aps': {'alert': 'Hi', 'mutable-content': 1}, 'fcm_options': {'image': 'https://img.attache.dev/a.png'}}",
            codes: [.consoleText]
        ),
    ]

    @Test(arguments: rows)
    func requestIsJudgedByItsPayload(_ row: Row) throws {
        let findings = try LintScene.lint(row.text).findings
        #expect(Set(findings.map(\.code)) == row.codes)
        #expect(row.codes.isEmpty || findings.first?.pointer == row.pointer)
        // A change of the payload is none of the request.
        #expect(findings.filter(\.isFixable).isEmpty)
        for finding in findings where !row.pointer.isEmpty {
            let text = Array(row.text.utf8)[finding.range]
            #expect(text.first == JSONByte.quote, "the range is a key or a string")
        }
    }

    /// The fix is one of the request, since nobody writes `aps` there.
    @Test func fixIsThatOfTheRequest() throws {
        let finding = try #require(try LintScene.lint(Self.rows[0].text).findings.first)
        #expect(finding.fix.contains("mutableContent"))
    }
}
