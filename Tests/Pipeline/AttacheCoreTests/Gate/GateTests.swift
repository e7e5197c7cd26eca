import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

@Suite(.inProcess, .timeLimit(.minutes(1)))
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

    @Test("The flag in aps under another spelling is reported before that of an FCM member")
    func flagInAPSIsReportedFirst() throws {
        let payload = #"{"aps":{"alert":"x","mutable_content":1},"gcm.notification.mutable-content":"1"}"#
        let root = try JSONDocument(parsing: Array(payload.utf8)).root
        #expect(MutableContentPlace.stray(in: root) == "/aps/mutable_content")
    }

    @Test func flagOutsideAPSIsReported() throws {
        let stop = try stop(#"{"aps":{"alert":"x"},"mutable-content":1,"media_url":"\#(Self.url)"}"#)
        #expect(stop?.reasons.first?.fix == GoldenMessages["gate.flag-beside-aps.fix"])
    }

    @Test func flagInAPSUnderAnotherNameIsRenamed() throws {
        let stop = try stop(#"{"aps":{"alert":"x","mutable_content":1},"media_url":"\#(Self.url)"}"#)
        #expect(stop?.reasons.first?.fix == #"Rename it to "mutable-content": 1."#)
    }

    @Test func keyInsideAPSIsReportedWithItsPath() throws {
        let stop = try stop(#"{"aps":{"alert":"x","mutable-content":1,"media_url":"\#(Self.url)"}}"#)
        #expect(stop?.reasons.first?.message == GoldenMessages["gate.key-inside-aps", ["key": "media_url"]])
        let names = ["reads": "reads \"media_url\"", "policy": "hive"]
        #expect(stop?.reasons.first?.fix == GoldenMessages["gate.key-inside-aps.fix", names])
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

    /// A value without its form has a consequence of its own, otherwise that of a missing key.
    @Test(
        arguments: [
            (nil, Outcome.plain, GateStop.ExtensionEnd.declines), (.untouched, .untouched, .declines),
            (.hang, .plain, .hangs),
        ] as [(PayloadRules.MissingBehaviour?, Outcome, GateStop.ExtensionEnd)]
    )
    func malformedValue(
        _ behaviour: PayloadRules.MissingBehaviour?,
        _ outcome: Outcome,
        _ end: GateStop.ExtensionEnd
    ) throws {
        var policy = Self.hive
        policy.payload.forms = [PayloadForm(Self.path("$.vendor.id"), kinds: [.text])]
        policy.payload.onMalformed = behaviour
        let aps = #""aps":{"alert":"x","mutable-content":1}"#
        let stop = try stop(#"{\#(aps),"vendor":{"id":7},"media_url":"\#(Self.url)"}"#, under: policy)
        #expect(stop?.outcome == outcome && stop?.end == end)
        // Without a medium the push is shown as sent in each case, and the extension still hangs.
        let bare = try self.stop(#"{\#(aps),"vendor":{"id":7}}"#, under: policy)
        #expect(bare?.outcome == .untouched && bare?.end == end)
        #expect(bare?.deviceDelay == (end == .hangs ? .seconds(30) : nil))
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

    /// The extension runs for a push without media, and hangs where a key that it needs is missing.
    @Test(arguments: [
        (#"{"aps":{"alert":"x","mutable-content":1}}"#, GateStop.ExtensionEnd.hangs, ReasonCode.gateHandlerNotCalled),
        (#"{"aps":{"alert":"x","mutable-content":1},"vendor":1}"#, .withoutMedium, .gateNoMedia),
        (#"{"aps":{"alert":"x"}}"#, .notStarted, .gateNoMedia),
        (#"{"aps":{"mutable-content":1,"content-available":1}}"#, .notStarted, .gateNoMedia),
    ])
    func pushWithoutMedia(_ text: String, _ end: GateStop.ExtensionEnd, _ code: ReasonCode) throws {
        var policy = Self.hive
        policy.payload.requires = [PayloadCondition(Self.path("$.vendor"))]
        policy.payload.onMissing = .hang
        let stop = try #require(try stop(text, under: policy))
        #expect(stop.outcome == .untouched && stop.end == end && stop.reasons.first?.code == code)
        #expect(stop.deviceDelay == (end == .hangs ? .seconds(30) : nil))
    }

    @Test func handlerThatWaitsForAMediumHangs() throws {
        var rules = DeviceRules()
        rules.failure = .hang
        let hanging = rules
        var policy = Self.hive
        policy.device = hanging
        let stop = try stop(#"{"aps":{"alert":"x","mutable-content":1}}"#, under: policy)
        #expect(stop?.reasons.map(\.code) == [.gateHandlerNotCalled, .gateNoMedia])
        #expect(stop?.end == .hangs)
    }

    /// Each element has the hint beside it, and none that of another.
    @Test(
        arguments: [
            ("$.media[*].url", "$.media[*].type", #"[{"url":"a","type":"x"},{"url":"b"}]"#, ["x", nil]),
            ("$.media[*].url", "$.media[*].type", #"[{"url":"a"},{"type":"y","url":"b"}]"#, [nil, "y"]),
            ("$.media[*].url", "$.media[*].type", #"[{"type":"y"},{"url":"b"}]"#, [nil]),
            (
                "$.media[*].url", "$.media[*].type", #"{"k":{"url":"a","type":"x"},"l":{"url":"b","type":7}}"#,
                ["x", nil]
            ),
            ("$.media[*].url", "$.kind", #"[{"url":"a"},{"url":"b"}]"#, ["k", "k"]),
            ("$.media[*].url", "$.types[*]", #"[{"url":"a"},{"url":"b"}]"#, ["s", "t"]),
            ("$.media[*].url", "$.types[*]", #"[{"url":"a"},{"url":"b"},{"url":"c"}]"#, [nil, nil, nil]),
        ] as [(String, String, String, [String?])]
    )
    func hintsAreThoseOfTheirMedium(_ url: String, _ type: String, _ media: String, _ hints: [String?]) throws {
        var policy = Self.hive
        policy.payload.media = [.init(url: Self.path(url), type: Self.path(type))]
        let text = #"{"aps":{"alert":"x","mutable-content":1},"kind":"k","types":["s","t"],"media":\#(media)}"#
        guard case .media(let references, _) = try decide(text, under: policy) else {
            Issue.record("The gate stopped the push.")
            return
        }
        #expect(references.map(\.typeHint) == hints)
        #expect(references.allSatisfy { $0.pointer.hasPrefix("/media/") && $0.pointer.hasSuffix("/url") })
    }
}
