import TestWidth
import Testing
import UserNotifications

@Suite("Content of a payload", .inProcess, .timeLimit(.minutes(1)))
struct PayloadTests {
    private static func pushed(_ payload: String) throws -> PushedNotification {
        try PushedNotification(payload: Array(payload.utf8))
    }

    @Test("Every member of aps reaches its property")
    func members() throws {
        let content = try Self.pushed(
            #"""
            {"aps":{"alert":{"title":"T","subtitle":"S","body":"B","launch-image":"L","summary-arg":"A","summary-arg-count":3},
            "badge":7,"sound":{"critical":1,"name":"a.caf","volume":0.5},"thread-id":"th","category":"ca",
            "target-content-id":"ta","interruption-level":"time-sensitive","relevance-score":0.25,"filter-criteria":"f"}}
            """#
        ).content
        #expect([content.title, content.subtitle, content.body, content.launchImageName] == ["T", "S", "B", "L"])
        #expect(content.summaryArgument == "A" && content.summaryArgumentCount == 3 && content.badge == 7)
        #expect(content.sound == .criticalSoundNamed(.init("a.caf"), withAudioVolume: 0.5))
        #expect(content.threadIdentifier == "th" && content.categoryIdentifier == "ca")
        #expect(content.targetContentIdentifier == "ta" && content.filterCriteria == "f")
        #expect(content.interruptionLevel == .timeSensitive && content.relevanceScore == 0.25)
        #expect(content.attachments.isEmpty && content.userInfo["aps"] is [String: Any])
    }

    @Test(
        "An extension runs for an alert with text and mutable-content",
        arguments: [
            (#"{"aps":{"alert":"x","mutable-content":1}}"#, true),
            (#"{"aps":{"alert":{"title":"x"},"mutable-content":2}}"#, true),
            (#"{"aps":{"alert":{"subtitle":"x"},"mutable-content":"0"}}"#, true),
            (#"{"aps":{"alert":"x","mutable-content":0}}"#, false),
            (#"{"aps":{"alert":"x","mutable-content":-1}}"#, false),
            (#"{"aps":{"alert":"x"}}"#, false),
            (#"{"aps":{"alert":"","mutable-content":1}}"#, false),
            (#"{"aps":{"sound":"default","mutable-content":1}}"#, false),
            (#"{"aps":{"alert":["x"],"mutable-content":1}}"#, false),
        ]
    )
    func runsExtension(payload: String, runs: Bool) throws {
        #expect(try Self.pushed(payload).runsExtension == runs)
    }

    @Test("The casts of real extensions work on userInfo")
    func casts() throws {
        let info = try Self.pushed(
            #"{"aps":{"alert":"x"},"s":"t","i":3,"b":true,"d":1.5,"o":{"k":"v"},"l":["a"],"m":[{"k":"v"}],"n":null}"#
        ).content.userInfo
        #expect(info["s"] as? String == "t" && info["s"] as? NSString == "t")
        #expect(info["i"] as? Int == 3 && info["i"] as? NSNumber == 3 && info["b"] as? Bool == true)
        #expect(info["d"] as? Double == 1.5 && info["d"] as? Int == nil)
        #expect(info["o"] as? [String: String] == ["k": "v"] && (info["o"] as? NSDictionary)?["k"] as? String == "v")
        #expect((info["o"] as? [AnyHashable: Any])?["k"] as? String == "v" && info["o"] as? [String: Any] != nil)
        #expect(info["l"] as? [String] == ["a"] && info["m"] as? [[String: String]] == [["k": "v"]])
        #expect(info["n"] is NSNull && JSONSerialization.isValidJSONObject(info))
        #expect((info as NSDictionary)["s"] as? String == "t")
    }

    @Test("Numbers bridge where they are exact, and constants and dictionaries bridge back")
    func bridging() throws {
        let info = try Self.pushed(
            #"{"aps":{"alert":"x","badge":2},"i":3,"one":1,"d":1.5,"large":9007199254740993,"o":{"k":{"n":[1,{"m":"v"}]}}}"#
        ).content.userInfo
        let (integer, double) = (info["i"] as? NSNumber, info["d"] as? NSNumber)
        #expect(integer?.intValue == 3 && integer as? Double == 3 && integer as? Bool == nil)
        #expect(double as? Int == nil && double?.intValue == 1 && info["one"] as? Bool == true)
        #expect(info["large"] as? Int == 9_007_199_254_740_993 && info["i"] as? String == nil)
        let whole = info as NSDictionary
        #expect((whole["aps"] as? NSDictionary)?["badge"] as? Int == 2)
        let nested = (info["o"] as? [String: Any])?["k"] as? [String: Any]
        #expect((nested?["n"] as? [Any])?.count == 2 && ((nested?["n"] as? NSArray)?[1] as? NSDictionary)?.count == 1)
        #expect(info["o"] as? NSObject != nil && info as? [String: Any] != nil)
    }

    @Test("userInfo is written as JSON as it is, and read again by a decoder")
    func serialization() throws {
        struct Extra: Decodable { let image: String }
        let info = try Self.pushed(
            #"{"aps":{"alert":"x"},"extra":{"image":"u"},"text":"{\"image\":\"v\"}","list":[1,true,null]}"#
        ).content.userInfo
        #expect(JSONSerialization.isValidJSONObject(info))
        let extra = try #require(info["extra"])
        let data = try JSONSerialization.data(withJSONObject: extra)
        #expect(try JSONDecoder().decode(Extra.self, from: data).image == "u")
        let text = try #require(info["text"] as? String)
        #expect(try JSONDecoder().decode(Extra.self, from: Data(text.utf8)).image == "v")
        let again = try JSONSerialization.jsonObject(with: JSONSerialization.data(withJSONObject: info))
        #expect((again as? [String: Any])?.keys.count == info.count)
    }

    @Test(
        "What APNs does not deliver is refused",
        arguments: [
            "", "[]", "1", "{}", #"{"aps":1}"#, #"{"aps":{}"#, #"{"aps":null}"#,
            String(repeating: "[", count: 100_000), #"{"aps":"# + String(repeating: #"{"a":"#, count: 600),
        ]
    )
    func refused(payload: String) {
        #expect(throws: PushPayloadError.self) { try Self.pushed(payload) }
    }

    @Test("Values of the wrong type and very many members are read")
    func hostile() throws {
        let wrong = try Self.pushed(#"{"aps":{"alert":{"title":1,"body":[]},"badge":1e400,"sound":[],"category":{}}}"#)
        #expect(wrong.content == wrong.content && !wrong.content.isVisible && wrong.content.sound == nil)
        let members = (0..<10_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",")
        let many = try Self.pushed("{\"aps\":{\"alert\":\"x\"},\(members)}")
        #expect(many.content.userInfo.count == 10_001)
    }
}
