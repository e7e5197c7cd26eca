import AttacheTesting
import Testing

@testable import AttacheCore

@Suite(.timeLimit(.minutes(5)))
struct GateTests {
    private static let hive = Policy(
        name: "hive",
        payload: PayloadRules(media: [
            .init(url: path("$.media_url")), .init(url: path("$.hive.mediaUrl")),
        ])
    )

    private static func path(_ text: String) -> JSONPath {
        guard let path = try? JSONPath(parsing: text) else { preconditionFailure("\(text) is a path.") }
        return path
    }

    private func decide(
        _ text: String,
        under policy: Policy = hive
    ) throws -> GateDecision {
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .success(let notification) = PayloadReader().read(item) else {
            preconditionFailure("\(text) is a push.")
        }
        return Gate(policies: PolicySet([Self.hive])).decide(notification, under: policy)
    }

    private func stop(_ text: String, under policy: Policy = hive) throws -> GateStop? {
        guard case .stop(let stop) = try decide(text, under: policy) else { return nil }
        return stop
    }

    private static let url = "https://example.com/a.png"

    @Test(arguments: [
        (#"{"aps":{"alert":"x","mutable-content":1},"media_url":"\#(url)"}"#, "$['media_url']"),
        (#"{"aps":{"alert":"x","mutable-content":true},"hive":{"mediaUrl":"\#(url)"}}"#, "$['hive']['mediaUrl']"),
        (
            #"{"aps":{"alert":"x","mutable-content":1},"hive":{"mediaUrl":"b"},"media_url":"\#(url)"}"#,
            "$['media_url']"
        ),
    ])
    func firstExistingPathIsUsed(_ text: String, location: String) throws {
        guard case .media(let references, let warnings) = try decide(text) else {
            Issue.record("The gate stopped the push.")
            return
        }
        #expect(references == [MediaReference(text: Self.url, location: location)])
        #expect(warnings.isEmpty)
    }

    @Test(arguments: [
        (#"{"aps":{"alert":"x"},"media_url":"\#(url)"}"#, ReasonCode.gateMutableContentMissing),
        (#"{"aps":{"alert":"x","mutable-content":0},"media_url":"\#(url)"}"#, .gateMutableContentMissing),
        (#"{"aps":{"mutable-content":1,"sound":"a"},"media_url":"\#(url)"}"#, .gateNoAlert),
        (#"{"aps":{"mutable-content":1,"content-available":1},"media_url":"\#(url)"}"#, .gateBackgroundPush),
        (
            #"{"headers":{"apns-push-type":"background"},"payload":{"aps":{"alert":"x","mutable-content":1},"media_url":"\#(url)"}}"#,
            .gateBackgroundPush
        ),
        (#"{"aps":{"alert":"x","mutable-content":1,"media_url":"\#(url)"}}"#, .gateMediaKeyMisplaced),
        (#"{"aps":{"alert":"x","mutable-content":1},"data":{"mediaUrl":"\#(url)"}}"#, .gateMediaKeyMisplaced),
        (#"{"aps":{"alert":"x","mutable-content":1}}"#, .gateNoMedia),
        (#"{"aps":{"alert":"x"}}"#, .gateNoMedia),
    ])
    func pushIsLeftUntouched(_ text: String, because code: ReasonCode) throws {
        let stop = try #require(try stop(text))
        #expect(stop.outcome == .untouched)
        #expect(stop.reasons.first?.code == code)
    }

    @Test func flagOutsideAPSIsReported() throws {
        let stop = try stop(#"{"aps":{"alert":"x"},"mutable-content":1,"media_url":"\#(Self.url)"}"#)
        #expect(stop?.reasons.first?.fix == GoldenMessages["gate.flag-beside-aps.fix"])
    }

    @Test func keyInsideAPSIsReportedWithItsPath() throws {
        let stop = try stop(#"{"aps":{"alert":"x","mutable-content":1,"media_url":"\#(Self.url)"}}"#)
        #expect(stop?.reasons.first?.message == GoldenMessages["gate.key-inside-aps", ["key": "media_url"]])
        let names = ["path": "/media_url", "policy": "hive"]
        #expect(stop?.reasons.first?.fix == GoldenMessages["gate.key-misplaced.fix", names])
        #expect(stop?.reasons.first?.pointer == "/aps/media_url")
        #expect(stop?.reasons.first?.url == Self.url)
    }

    @Test(arguments: ["7", "null", "[]", "{}", "true"])
    func nonStringValueFallsBack(_ value: String) throws {
        let stop = try #require(try stop(#"{"aps":{"alert":"x","mutable-content":1},"media_url":\#(value)}"#))
        #expect(stop.outcome == .plain)
        #expect(stop.reasons.map(\.code) == [.gateMediaValueUnusable])
    }

    @Test(arguments: [
        (PayloadRules.MissingBehaviour.plain, Outcome.plain, ReasonCode.gateVendorKeyMissing, nil as Duration?),
        (.untouched, .untouched, .gateVendorKeyMissing, nil),
        (.hang, .plain, .gateHandlerNotCalled, .seconds(30)),
    ])
    func missingVendorKeyIsReported(
        _ behaviour: PayloadRules.MissingBehaviour,
        ends outcome: Outcome,
        with code: ReasonCode,
        after delay: Duration?
    ) throws {
        var policy = Self.hive
        policy.payload.requires = [PayloadCondition(Self.path("$.vendor.id"))]
        policy.payload.onMissing = behaviour
        let stop = try stop(#"{"aps":{"alert":"x","mutable-content":1},"media_url":"\#(Self.url)"}"#, under: policy)
        #expect(stop?.outcome == outcome)
        #expect(stop?.reasons.first?.code == code)
        #expect(stop?.deviceDelay == delay)
    }

    @Test func unusualFlagWarns() throws {
        let text = #"{"aps":{"alert":"x","mutable-content":"1"},"media_url":"\#(Self.url)"}"#
        guard case .media(_, let warnings) = try decide(text) else {
            Issue.record("The gate stopped the push.")
            return
        }
        #expect(warnings.map(\.code) == [.gateMutableContentUnusual])
    }

    @Test(arguments: [(16, 16, 0), (17, 16, 1)])
    func mediaIsCounted(_ count: Int, taken: Int, warnings expected: Int) throws {
        var policy = Self.hive
        policy.payload.media = [.init(url: Self.path("$.media[*]"))]
        let urls = (0..<count).map { #""https://example.com/\#($0).png""# }.joined(separator: ",")
        let text = #"{"aps":{"alert":"x","mutable-content":1},"media":[\#(urls)]}"#
        guard case .media(let references, let warnings) = try decide(text, under: policy) else {
            Issue.record("The gate stopped the push.")
            return
        }
        #expect(references.count == taken)
        #expect(warnings.count == expected)
    }
}
