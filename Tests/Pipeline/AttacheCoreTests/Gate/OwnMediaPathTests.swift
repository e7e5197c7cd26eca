import AttacheTesting
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// Media paths of the caller, for an extension of their own: no other app's keys decide.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct OwnMediaPathTests {
    private static let url = "https://example.com/a.png"

    private static func policies(reading paths: [String]) throws -> PolicySet {
        let image = PayloadRules.MediaLocation(url: try JSONPath(parsing: "$.media_url"))
        let community = Policy(name: "community", order: 900, payload: PayloadRules(media: [image]))
        return PolicySet([Policy(name: "apple", order: 0), community])
            .reading(mediaAt: try paths.flatMap { try JSONPath.paths(orPointer: $0) })
    }

    private static func notification(_ members: String, flag: String = #","mutable-content":1"#) throws -> Notification
    {
        let text = #"{"aps":{"alert":"x"\#(flag)}\#(members)}"#
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        return try PayloadReader().read(item).get()
    }

    private static func stop(_ members: String, flag: String = #","mutable-content":1"#, _ paths: [String]) throws
        -> GateStop?
    {
        let policies = try policies(reading: paths)
        let notification = try notification(members, flag: flag)
        let place = try #require(PolicyChooser(policies: policies).choose(for: notification.payload)?.place)
        guard case .stop(let stop) = Gate(policies: policies).decide(notification, under: policies.policies[place])
        else { return nil }
        return stop
    }

    @Test(arguments: [
        #","media_url":"\#(url)""#, #","my":{"pic":"\#(url)"}"#, #","media_url":"u","my":{"pic":"u"}"#, "",
    ])
    func automaticChoiceIsThePolicyThatReadsThePaths(_ members: String) throws {
        let policies = try Self.policies(reading: ["/my/pic"])
        let choice = PolicyChooser(policies: policies).choose(for: try Self.notification(members).payload)
        #expect(choice.map { policies.names[$0.place] } == "apple")
        #expect(choice?.findings.isEmpty == true)
    }

    @Test(arguments: [
        (["/nothere"], "/nothere.", "path of the media URL"), (["/att/*"], "/att/*.", "$.att.*"),
        (["/a-b/*/0"], "/a-b/*/0.", "$['a-b'].*[0]"), (["/"], "path /.", "path of the media URL"),
        (["/att/0"], "path /att/0.", "path of the media URL"), (["$.att[*]"], "$.att[*].", "path of the media URL"),
        (["/a", "/b"], "paths /a, /b.", "path of the media URL"),
    ])
    func pathsWithoutAValueAreReported(_ paths: [String], as place: String, advising word: String) throws {
        for members in ["", #","media_url":"\#(Self.url)""#] {
            let stop = try #require(try Self.stop(members, paths))
            #expect(stop.outcome == .untouched)
            #expect(stop.reasons.first?.code == .gateMediaUnread)
            #expect(stop.reasons.first?.message.hasSuffix(place) == true, "\(stop.reasons)")
            #expect(stop.reasons.first?.fix?.contains(word) == true, "\(stop.reasons)")
        }
    }

    @Test("A plain push, and one without paths of the caller, has no media and nothing is wrong")
    func plainPushes() throws {
        #expect(try Self.stop("", flag: "", ["/my/pic"])?.reasons.map(\.code) == [.gateNoMedia])
        #expect(try Self.stop("", [])?.reasons.map(\.code) == [.gateNoMedia])
        #expect(try Self.stop(#","my":{"pic":"\#(Self.url)"}"#, ["/my/pic"]) == nil)
    }

    @Test func rootIsNamed() throws {
        let stop = try #require(try Self.stop("", ["$"]))
        #expect(stop.reasons.map(\.code) == [.gateMediaValueUnusable])
        #expect(stop.reasons.first?.message.contains("path $ is the whole payload") == true)
    }
}
