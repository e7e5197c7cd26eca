import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// Requests that strangers wrote: each is answered, in linear time.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct HostileShapeTests {
    private func read(_ text: String) -> Result<AttacheCore.Notification, RejectedPayload> {
        PayloadReader().read(InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now))
    }

    private func codes(_ text: String) -> [ReasonCode] {
        switch read(text) {
        case .success(let notification): notification.findings.map(\.code)
        case .failure(let rejection): rejection.reasons.map(\.code)
        }
    }

    /// The JSON values of other kinds than the one that stands in a place.
    private static let others = ["null", "1", "true", "\"\"", "\"x\"", "[]", "[[]]", "{}", "{\"aps\":1}", "1e999"]

    @Test("Every member of every case may have any other kind", arguments: ShapeCase.all)
    func wrongKinds(_ test: ShapeCase) throws {
        let document = try JSONDocument(parsing: Array(test.request.utf8))
        var places: [Range<Int>] = []
        var open = [document.root]
        while let value = open.popLast() {
            places.append(value.byteRange)
            open += Array(JSONElements(value))
        }
        for place in places {
            for other in Self.others {
                var text = document.bytes
                text.replaceSubrange(place, with: other.utf8)
                let item = InputItem(source: "test", content: .bytes(text), arrival: .now)
                guard case .success(let notification) = PayloadReader().read(item) else { continue }
                guard let delivery = notification.delivery else { continue }
                // Every value of the payload can be removed, and leaves JSON.
                let values = Array(JSONElements(notification.payload.root)).flatMap { [$0] + Array(JSONElements($0)) }
                for value in values {
                    #expect(JSONDocument.isCompleteValue(delivery.request(without: [value])))
                    _ = delivery.pointer(of: JSONMatch(value: value, root: notification.payload.root).pointer)
                }
                #expect(JSONDocument.isCompleteValue(delivery.request(without: values)))
            }
        }
    }

    @Test(
        "Names of shapes with members of the wrong kind are no requests",
        arguments: [
            "{}", #"{"message":"x"}"#, #"{"message":[]}"#, #"{"message":{"apns":null}}"#, #"{"to":"x"}"#,
            #"{"to":[[]]}"#,
            #"{"app_id":1,"contents":{}}"#, #"{"audience":1}"#, #"{"messages":[{"apple_push":{}}]}"#, #"{"APNS":{}}"#,
            #"{"APNS":""}"#, #"{"notifications":[]}"#, #"{"notifications":[1]}"#, #"{"data":{"alert":"x"}}"#,
            #"{"request":{"notifications":[{}]}}"#, #"{"templates":{}}"#, #"{"campaignId":1}"#, "[]", "[[]]", "[{}]",
        ]
    )
    func noRequest(_ text: String) throws {
        #expect(RequestShapes.find(try JSONDocument(parsing: Array(text.utf8)).root) == nil)
    }

    @Test("10,000 receivers, members and messages cost linear time")
    func many() throws {
        let tokens = Array(repeating: #""ExpoPushToken[xxxxxxxxxxxxxxxxxxxxxx]""#, count: 10_000).joined(separator: ",")
        #expect(codes(#"{"to":[\#(tokens)],"body":"x"}"#).isEmpty)
        let message = #"{"to":"ExpoPushToken[x]","body":"x"}"#
        let messages = "[" + Array(repeating: message, count: 10_000).joined(separator: ",") + "]"
        #expect(codes(messages).isEmpty)
        let members = (0..<10_000).map { #""k\#($0)":"v""# }.joined(separator: ",")
        let data =
            #"{"message":{"token":"t","data":{\#(members)},"apns":{"payload":{"aps":{"alert":"x"},\#(members)}}}}"#
        #expect(codes(data) == [.payloadTooLarge])
    }

    @Test("Members that nothing comes from cost linear time, however much the payload has")
    func unused() throws {
        let members = (0..<60_000).map { #""k\#($0)":"v""# }.joined(separator: ",")
        let push = #"{"alert":"x","extra":{\#(members)},\#(members)}"#
        #expect(codes(#"{"messages":{"apple_push":\#(push)}}"#) == [.payloadTooLarge])
        let media = (0..<60_000).map { #""image\#($0)":"https://h/a.png""# }.joined(separator: ",")
        let pictures = #"{"alert":"x","extra":{\#(members)},\#(media)}"#
        #expect(codes(#"{"messages":{"apple_push":\#(pictures)}}"#) == [.payloadTooLarge])
    }

    @Test("Deep nesting is answered, not followed")
    func deep() {
        for depth in [100, 505, 512, 100_000] {
            let nest = String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth)
            let text =
                #"{"message":{"token":"t","data":{"x":\#(nest)},"apns":{"payload":{"aps":\#(nest),"x":\#(nest)}}}}"#
            #expect(!codes(text).isEmpty)
            #expect(!codes(#"{"app_id":"a","contents":{"en":"x"},"data":\#(nest)}"#).contains(.payloadInvalidJSON))
        }
    }

    /// JSON text in a string of JSON text, and so on.
    private func quoted(_ text: String, times: Int) -> String {
        (0..<times).reduce(text) { text, _ in
            var writer = JSONWriter()
            writer.string(text)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }

    @Test("JSON in strings in strings is unwrapped once for each string of the shape")
    func nestedStrings() throws {
        let payload = #"{"aps":{"alert":"x"}}"#
        let inner = #"{"APNS":\#(quoted(payload, times: 1))}"#
        #expect(codes(#"{"MessageStructure":"json","Message":\#(quoted(inner, times: 1))}"#).isEmpty)
        // A string in the string is no payload.
        #expect(codes(#"{"APNS":\#(quoted(payload, times: 2))}"#) == [.payloadNoAPS])
        #expect(codes(#"{"APNS":\#(quoted(payload, times: 5))}"#) == [.payloadNoAPS])
        let message = #"{"MessageStructure":"json","Message":\#(quoted(inner, times: 1))}"#
        #expect(codes(#"{"MessageStructure":"json","Message":\#(quoted(message, times: 1))}"#) == [.payloadNoAPS])
    }

    @Test(
        "Text in a string that is not JSON is named with its place",
        arguments: [
            ("{", ReasonCode.payloadInvalidJSON), ("{} {}", .payloadInvalidJSON), (" ", .payloadEmpty),
            (#"{"a":1,"a":2}"#, .payloadDuplicateKey),
        ]
    )
    func invalidString(_ text: String, code: ReasonCode) throws {
        guard case .failure(let rejection) = read(#"{"APNS":\#(quoted(text, times: 1))}"#) else {
            Issue.record("The request was not rejected.")
            return
        }
        #expect(rejection.reasons.map(\.code) == [code])
        #expect(rejection.reasons.first?.pointer == "/APNS")
    }

    @Test("The same member twice is an error, also by another spelling")
    func duplicates() {
        #expect(codes(#"{"message":{"token":"t","token":"u","data":{}}}"#) == [.payloadDuplicateKey])
        #expect(codes(#"{"message":{"token":"t","data":{"a":"1","\u0061":"2"}}}"#) == [.payloadDuplicateKey])
    }

    @Test("A key of the payload in another spelling is the same key")
    func spelling() throws {
        let data =
            #"{"message":{"token":"t","data":{"\u0078":"1"},"apns":{"payload":{"\u0061ps":{"alert":"x"},"x":2}}}}"#
        #expect(try read(data).get().payload.bytes == Array(#"{"\u0061ps":{"alert":"x"},"x":2}"#.utf8))
    }

    @Test("64 KiB of escapes in a string map back byte by byte")
    func escapes() throws {
        let filling = String(repeating: #"\\u00e9\u00e9\ud83d\ude00"#, count: 2700)
        let inner = #"{\"aps\":{\"alert\":\"x\"},\"image\":\"https://h/a.png\",\"z\":\"\#(filling)\"}"#
        let request = #"{"APNS":"\#(inner)"}"#
        let document = try JSONDocument(parsing: Array(request.utf8))
        #expect(request.utf8.count > 64 << 10)
        let delivery = try Delivery(document, as: SNSShape.self)
        let image = try #require(delivery.payload.root["image"])
        let expected = request.replacing(#",\"image\":\"https://h/a.png\""#, with: "")
        #expect(delivery.request(without: [image]) == Array(expected.utf8))
    }
}
