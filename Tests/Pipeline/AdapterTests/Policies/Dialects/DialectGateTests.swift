import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import PolicyFiles

/// What each extension reads and does beside the keys of its medium: conditions, objects that it cannot decode, and
/// pushes without a medium.
@Suite("Gates of the dialects", .inProcess, .timeLimit(.minutes(1)))
struct DialectGateTests {
    /// Members of a payload under a policy, and the prediction in words: what is shown, the delay, the file's name.
    struct Row: Sendable, CustomTestStringConvertible {
        let policy: String
        let members: String
        let shown: String
        var type: String? = "image/png"

        init(_ policy: String, _ members: String, _ shown: String, type: String? = "image/png") {
            self.policy = policy
            self.members = members
            self.shown = shown
            self.type = type
        }

        var testDescription: String { "\(policy): \(members) is \(shown)" }
    }

    private static let url = "https://h.ex/a.png"

    private static func airship(_ members: String) -> String { #""com.urbanairship.media_attachment":{\#(members)}"# }
    private static func crop(_ members: String) -> String {
        airship(#""url":"\#(url)","options":{"crop":\#(members)}"#)
    }

    /// Airship decodes the whole object, and drops what is no URL.
    static let airshipRows = [
        Row("airship", airship(#""url":["\#(url)","\#(url)"]"#), "media a.png"),
        Row("airship", airship(#""url":["\#(url)",7]"#), "original"),
        Row("airship", airship(#""url":7"#), "original"),
        Row("airship", airship(#""urls":[{"url":"\#(url)","url_id":"b"}]"#), "media a.png"),
        Row("airship", airship(#""urls":[{"url":"\#(url)","url_id":7}]"#), "original"),
        Row("airship", airship(#""urls":[{"url":"\#(url)"},"x"]"#), "original"),
        Row("airship", airship(#""urls":null,"url":"\#(url)""#), "original"),
        Row("airship", airship(#""urls":[],"url":"\#(url)""#), "original"),
        Row("airship", airship(#""urls":[],"content":{"title":"N"}"#), "changed-text"),
        Row("airship", airship(#""url":[],"content":{"title":"N"}"#), "changed-text"),
        Row("airship", airship(#""content":{"title":"N"}"#), "original"),
        Row("airship", crop(#"{"x":0,"y":0,"width":1,"height":1}"#), "media a.png"),
        Row("airship", crop(#"{"x":0,"y":0,"width":1.01,"height":1}"#), "original"),
        Row("airship", crop(#"{"x":-0.01,"y":0,"width":1,"height":1}"#), "original"),
        Row("airship", crop(#"{"x":0,"y":0,"width":1}"#), "original"),
        Row("airship", crop(#"{"x":0,"y":0,"width":1,"height":"1"}"#), "original"),
        Row("airship", crop(#"{"x":0,"y":0,"width":1,"height":1e400}"#), "original"),
        Row("airship", crop("null"), "media a.png"),
        Row("airship", crop("[]"), "original"),
        Row("airship", airship(#""url":"\#(url)","options":{"hidden":1}"#), "original"),
        Row("airship", airship(#""url":"\#(url)","options":{"time":2,"hidden":true}"#), "media a.png"),
        Row("airship", airship(#""url":"\#(url)","thumbnail_id":7"#), "original"),
        Row("airship", airship(#""url":"\#(url)","content":{"body":7}"#), "original"),
        Row("airship", airship(#""urls":[{"url":" \#(url)"},{"url":"https://h.ex/b.png"}]"#), "media b.png"),
        Row("airship", airship(#""url":" \#(url)","content":{"title":"N"}"#), "changed-text"),
        Row("airship", airship(#""url":" \#(url)""#), "plain"),
        Row("airship", #""com.urbanairship.media_attachment":["\#(url)"]"#, "original"),
    ]

    /// A location that the extension reads only beside other keys.
    static let conditionRows = [
        Row("onesignal", #""os_data":{"i":"n"},"att":{"a":"\#(url)"}"#, "original"),
        Row("onesignal", #""os_data":"n","att":{"a":"\#(url)"}"#, "media media.png"),
        Row("onesignal", #""os_data":{"att":{"a":"\#(url)"}},"att":{"a":7}"#, "media media.png"),
        Row("onesignal", #""m":"x","at":{"a":"\#(url)"}"#, "original"),
        // The extension crashes, and iOS shows the push as sent.
        Row("onesignal", #""att":["\#(url)"]"#, "original"),
        Row("onesignal", #""att":{"a":"\#(url)","b":7}"#, "original"),
        Row("leanplum", #""_lpm":"5","LP_URL":"\#(url)""#, "media media.png"),
        Row("leanplum", #""_lpm":"5","LP_URL":7"#, "original 30"),
        Row("leanplum", #""_lpm":"5","LP_URL":["\#(url)"]"#, "original 30"),
        Row("leanplum", #""_lpm":"5""#, "original"), Row("leanplum", #""LP_URL":7"#, "plain"),
        Row("onesignal", #""att":{"a":"\#(url)","b":"https://h.ex/b.png"}"#, "media media.png"),
        Row("cleverpush", #""notification":{"carouselItems":[{"mediaUrl":"\#(url)"}]}"#, "original"),
        Row(
            "cleverpush",
            #""notification":{"carouselEnabled":true,"carouselItems":[{"mediaUrl":"\#(url)"}]}"#,
            "media media.png"
        ),
        Row(
            "cleverpush",
            #""notification":{"carouselEnabled":false,"carouselItems":[{"mediaUrl":"\#(url)"}]}"#,
            "original"
        ),
        Row(
            "cleverpush",
            #""notification":{"carouselEnabled":true,"carouselItems":[{}],"mediaUrl":"\#(url)"}"#,
            "original"
        ),
        Row("cleverpush", #""notification":{"carouselEnabled":true,"mediaUrl":"\#(url)"}"#, "media media.png"),
        Row("home-assistant", #""attachment":{"url":"\#(url)","lazy":true}"#, "original"),
        Row("home-assistant", #""attachment":{"url":"\#(url)","lazy":1}"#, "original"),
        Row("home-assistant", #""attachment":{"url":"\#(url)","lazy":false}"#, "media media.png"),
        Row("home-assistant", #""attachment":{"url":7}"#, "error-picture"),
        // The app completes it with its server.
        Row("home-assistant", #""attachment":{"url":"/media/local/a.jpg"}"#, "unknown"),
        Row("expo", #""body":{"_richContent":{"video":"\#(url)"}}"#, "original"),
        Row("wonderpush", #""_wp":{"attachments":{"a":{"url":"\#(url)"}}}"#, "original"),
        Row("wonderpush", #""_wp":{"attachments":[{"url":"\#(url)"}]}"#, "media media.png"),
        Row("appcues", #""appcues_attachment_url":"\#(url)""#, "plain media.tmp", type: "application/octet-stream"),
        Row("appcues", #""appcues_attachment_url":"\#(url)""#, "media media.png", type: nil),
        Row("swrve", #""_sw":{"media":{"fallback_url":"\#(url)"}}"#, "original"),
        Row("notifee", #""notifee_options":{"ios":{"attachments":[{"id":"x"}]},"image":"\#(url)"}"#, "original"),
        Row("notifee", #""notifee_options":{"ios":{"attachments":[{}]},"image":"\#(url)"}"#, "media a.png"),
    ]

    /// A push without a medium: the extension runs nevertheless.
    static let mediumRows = [
        Row("dengage", #""messageSource":"DENGAGE","title":"N","subtitle":"S""#, "original 30"),
        Row("dengage", #""x":1"#, "original 30"), Row("customerio", #""x":1"#, "original 30"),
        Row("customerio", #""CIO-Delivery-ID":"d","CIO-Delivery-Token":"t""#, "original"),
        Row("bloomreach", #""x":1"#, "original 30"), Row("kumulos-optimove", #""x":1"#, "original 30"),
        Row("bloomreach", #""source":"xnpe_platform""#, "changed-text"),
        Row("notifee", #""notifee_options":{"title":"N"}"#, "changed-text"),
        Row("notifee", #""notifee_options":{}"#, "original"), Row("notifee", #""x":1"#, "original"),
        Row("swrve", #""_sw":{"media":{"title":"N"}}"#, "original"), Row("fcm", #""x":1"#, "original"),
        Row("dengage", #""messageSource":"DENGAGE","title":"N","subtitle":"S","urlImageString":7"#, "original 30"),
    ]

    static let rows = airshipRows + conditionRows + mediumRows

    private func words(_ row: Row, aps: String) throws -> String {
        let text = #"{"aps":{"alert":"x"\#(aps)},\#(row.members)}"#
        let verdict = try #require(
            try Dialects.predict(text, under: row.policy) { url in
                ResponseFacts.whole(url, row.type, .png, bytes: [0x89, 0x50, 0x4E, 0x47])
            }
        )
        var words = [verdict.shown?.rawValue ?? "unknown"]
        if verdict.delay == .seconds(30) { words.append("30") }
        if let name = verdict.decisive?.fileName { words.append(name) }
        return words.joined(separator: " ")
    }

    @Test("Each push has the result that the vendor's code gives", arguments: rows)
    func gates(_ row: Row) throws {
        #expect(try words(row, aps: #","mutable-content":1"#) == row.shown)
    }

    /// Without `mutable-content` no extension runs, so that none hangs and none changes a text.
    @Test(arguments: mediumRows)
    func notStarted(_ row: Row) throws {
        #expect(try words(row, aps: "") == "original")
    }

    @Test("The texts of a push without a medium are those of the extension")
    func texts() throws {
        let text = #"{"aps":{"alert":"x","mutable-content":1},"source":"xnpe_platform","message":7}"#
        let verdict = try Dialects.predict(text, under: "bloomreach") { _ in nil }
        #expect(verdict?.texts == DeviceVerdict.Texts(title: "NO TITLE", subtitle: nil, body: ""))
    }

    /// The outcome is what the user sees, and the content has the texts that the extension sets.
    @Test(
        arguments: [
            ("bloomreach", #""source":"xnpe_platform","title":"N","message":"M""#, Outcome.rewritten, "N", "M"),
            ("notifee", #""notifee_options":{"title":"N"}"#, .rewritten, "N", "x"),
            ("notifee", #""notifee_options":{}"#, .untouched, nil, "x"),
            // A text that is sent twice changes nothing.
            ("bloomreach", #""source":"xnpe_platform","title":"","message":"x""#, .untouched, nil, "x"),
            ("notifee", #""notifee_options":{"body":"x"}"#, .untouched, nil, "x"),
            ("fcm", #""title":"N""#, .untouched, nil, "x"),
        ] as [(String, String, Outcome, String?, String)]
    )
    func changedTexts(_ name: String, _ members: String, outcome: Outcome, title: String?, body: String) throws {
        let policy = try #require(Dialects.policies[name])
        let push = try Dialects.push(#"{"aps":{"alert":"x","mutable-content":1},\#(members)}"#)
        guard case .stop(let stop) = Gate(policies: Dialects.policies).decide(push, under: policy) else {
            Issue.record("The gate let the push through.")
            return
        }
        let result = Rewriter().rewrite(
            push,
            of: InputItem(source: "test", content: .bytes(push.payload.bytes), arrival: .now),
            under: EvaluationContext(policy: policy, network: .wifi, deadline: Deadline(at: .now), findings: []),
            stop: stop,
            elapsed: .zero
        )
        #expect(result.outcome == outcome)
        #expect(result.content?.title == title && result.content?.body == body)
    }

    @Test("A path that only the app completes is not judged, and no fault", arguments: ["home-assistant"])
    func elsewhere(_ name: String) throws {
        let text = #"{"aps":{"alert":"x","mutable-content":1},"attachment":{"url":"/api/a/snapshot.jpg"}}"#
        let policy = try #require(Dialects.policies[name])
        guard case .stop(let stop) = Gate(policies: Dialects.policies).decide(try Dialects.push(text), under: policy)
        else {
            Issue.record("The gate let the push through.")
            return
        }
        #expect(stop.outcome == .untouched && stop.end == .elsewhere)
        #expect(stop.reasons.map(\.code) == [.gateMediaUnread] && stop.reasons.map(\.severity) == [.warning])
    }

    @Test("A medium that the extension passes over is reported with the key that decides")
    func reasons() throws {
        let text = #"{"aps":{"alert":"x","mutable-content":1},"os_data":{},"att":{"a":"\#(Self.url)"}}"#
        let policy = try #require(Dialects.policies["onesignal"])
        guard case .stop(let stop) = Gate(policies: Dialects.policies).decide(try Dialects.push(text), under: policy)
        else {
            Issue.record("The gate let the push through.")
            return
        }
        #expect(stop.reasons.map(\.code) == [.gateMediaUnread])
        #expect(stop.reasons.first?.pointer == "/att/a")
        #expect(stop.reasons.first?.message.contains("/os_data") == true)
    }

    /// Media of which one cannot be decoded: 10,000 values cost one pass.
    @Test func manyValues() throws {
        let policy = try #require(Dialects.policies["airship"])
        let entries = (0..<10_000).map { #"{"url":"https://h.ex/\#($0).png"}"# }.joined(separator: ",")
        for (last, isWhole) in [(#"{"url":7}"#, false), ("{}", true)] {
            let text = "{\(Self.airship(#""urls":[\#(entries),\#(last)]"#))}"
            let payload = try JSONDocument(parsing: Array(text.utf8))
            #expect((policy.payload.malformed(in: payload.root) == nil) == isWhole)
        }
    }
}
