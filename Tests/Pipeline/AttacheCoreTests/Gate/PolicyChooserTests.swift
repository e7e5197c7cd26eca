import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct PolicyChooserTests {
    private static func policy(_ name: String, _ order: Int, _ paths: String...) throws -> Policy {
        let media = try paths.map { PayloadRules.MediaLocation(url: try JSONPath(parsing: $0)) }
        return Policy(name: name, order: order, payload: PayloadRules(media: media))
    }

    @Test(arguments: [
        (#"{"a":"u"}"#, ["one"]), (#"{"b":{"c":"u"}}"#, ["two"]), (#"{"b":{"d":"u"}}"#, ["apple"]),
        (#"{"a":"https://h/a","b":{"c":"http://h/b"}}"#, ["one", "two"]), (#"{"a":1,"b":{"c":2}}"#, ["one"]),
        (#"{"a":null,"b":{"c":"u"}}"#, ["two"]), (#"{"a":"u","b":{"c":7}}"#, ["one"]),
        (#"{"a":1,"b":{"c":"{{image}}"}}"#, ["two"]), (#"{"list":[{"u":1}]}"#, ["wild"]), (#"{}"#, ["apple"]),
        (#"{"\u0061":"u"}"#, ["one"]), (#"{"aa":"u"}"#, ["apple"]), (#"{"x":{"deep":1}}"#, ["wild"]),
    ])
    func mediaKeysSelectPolicy(_ payload: String, names: [String]) throws {
        let set = PolicySet([
            try Self.policy("apple", 0), try Self.policy("one", 1, "$.a"), try Self.policy("two", 2, "$.z", "$.b.c"),
            try Self.policy("wild", 3, "$.*[0].u", "$.*.deep"),
        ])
        let choice = PolicyChooser(policies: set).choose(for: try JSONDocument(parsing: Array(payload.utf8)))
        #expect(choice.map { set.names[$0.place] } == names.first)
        #expect(choice?.findings.map(\.code) == (names.count > 1 ? [.gateSeveralPolicies] : []))
    }

    @Test(arguments: [
        (#"{"media_url":"u"}"#, "community", 0), (#"{"media_url":"u","hive":{}}"#, "hive", 0),
        (#"{"hive":{"mediaUrl":"u"}}"#, "hive", 0), (#"{"hive":{}}"#, "apple", 0),
        (#"{"hive":{"mediaUrl":"u"},"image":"https://h/a"}"#, "hive", 1),
        (#"{"hive":{"mediaUrl":"u"},"image":"u"}"#, "hive", 0),
    ])
    func ownKeysDecideBetweenPolicies(_ payload: String, name: String, warnings: Int) throws {
        var hive = try Self.policy("hive", 10, "$.media_url", "$.hive.mediaUrl")
        hive.payload.evidence = [PayloadCondition(try JSONPath(parsing: "$.hive"))]
        let set = PolicySet([
            try Self.policy("apple", 0), hive, try Self.policy("community", 900, "$.image", "$.media_url"),
        ])
        let choice = PolicyChooser(policies: set).choose(for: try JSONDocument(parsing: Array(payload.utf8)))
        #expect(choice.map { set.names[$0.place] } == name)
        #expect(choice?.findings.count == warnings)
    }

    /// The vendor whose request builds the payload decides, also where its shape has another name than its policy.
    @Test(arguments: [
        (
            #"{"message":{"notification":{"title":"x","image":"https://h/a.png"},"data":{"source":"customerIo","image":"u"}}}"#,
            "customerio", 0
        ),
        (#"{"action":"notify.x","data":{"message":"x","data":{"image":"https://h/a.png"}}}"#, "home-assistant", 0),
        (
            #"{"message":{"notification":{"title":"x","image":"https://h/a.png"},"data":{"image":"https://h/b.png"}}}"#,
            "fcm", 1
        ),
    ])
    func requestDecides(_ text: String, name: String, warnings: Int) throws {
        let set = PolicySet([
            try Self.policy("apple", 0), try Self.policy("fcm", 10, "$.fcm_options.image"),
            try Self.policy("customerio", 20, "$.CIO.push.image"),
            try Self.policy("home-assistant", 30, "$.attachment.url"),
            try Self.policy("community", 900, "$.attachment", "$.image"),
        ])
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        let choice = PolicyChooser(policies: set).choose(for: try PayloadReader().read(item).get())
        #expect(choice.map { set.names[$0.place] } == name)
        #expect(choice?.findings.count == warnings)
    }

    /// A policy with many paths has a filter of its own, which leaves out no medium of another key.
    @Test(arguments: [
        (#"{"k0":"u"}"#, 0), (#"{"k0":"u","k3":"http://h/a"}"#, 1), (#"{"k0":"u","x":{"y":"http://h/a"}}"#, 1),
        (#"{"k0":"u","x":{}}"#, 0), (#"{"k0":"u","k6":"u"}"#, 0),
    ])
    func manyPaths(_ payload: String, warnings: Int) throws {
        let set = PolicySet([
            try Self.policy("one", 1, "$.k0"),
            try Self.policy("many", 2, "$.k0", "$.k1", "$.k2", "$.k3", "$.k4", "$.k5", "$.x.y"),
        ])
        let choice = PolicyChooser(policies: set).choose(for: try JSONDocument(parsing: Array(payload.utf8)))
        #expect(choice?.place == 0)
        #expect(choice?.findings.count == warnings)
    }

    @Test func moreThanSixtyFourPoliciesAreDistinguished() throws {
        let set = PolicySet(try (0..<150).map { try Self.policy("p\($0)", $0, "$.key\($0)") })
        let chooser = PolicyChooser(policies: set)
        for number in 0..<150 {
            let payload = try JSONDocument(parsing: Array(#"{"aps":{},"key\#(number)":"u"}"#.utf8))
            #expect(chooser.choose(for: payload)?.place == number)
        }
        #expect(chooser.choose(for: try JSONDocument(parsing: Array(#"{"key150":1}"#.utf8))) == nil)
    }
}
