import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONMatchTests {
    private static let text = #"""
        { "aps": {"alert": {"title": "x"}}, "a": [ [1, 2], {"b": "y", "c": []}, [] ], "\u0065": 3,
          "o'k": {"q\"\\": {"\u0001\n": true}}, "": null, "m": {"x": {"u": 1}, "y": {}, "z": {"u": 2}, "w": [{"u": 3}]} }
        """#

    private func root() throws -> JSONValue {
        try JSONDocument(parsing: Array(JSONMatchTests.text.utf8)).root
    }

    @Test(
        arguments: [
            ("$.aps.alert.title", ["$['aps']['alert']['title']": "\"x\""]),
            ("$.a[0][1]", ["$['a'][0][1]": "2"]),
            ("$.a[-2].b", ["$['a'][1]['b']": "\"y\""]),
            ("$.a[-1]", ["$['a'][2]": "[]"]),
            ("$.e", ["$['e']": "3"]),
            ("$['']", ["$['']": "null"]),
            (#"$["o'k"]['q"\\']['\u0001\n']"#, [#"$['o\'k']['q"\\']['\u0001\n']"#: "true"]),
            ("$.a[0][*]", ["$['a'][0][0]": "1", "$['a'][0][1]": "2"]),
            ("$.a[*][0]", ["$['a'][0][0]": "1"]),
            ("$.a[*].b", ["$['a'][1]['b']": "\"y\""]),
            ("$.a[1].*", ["$['a'][1]['b']": "\"y\"", "$['a'][1]['c']": "[]"]),
            ("$.m.*.u", ["$['m']['x']['u']": "1", "$['m']['z']['u']": "2"]),
            ("$.m.*.*.u", ["$['m']['w'][0]['u']": "3"]),
            ("$.nothing", [:]), ("$.aps.alert.title.x", [:]), ("$.aps[0]", [:]), ("$.a.b", [:]), ("$.a[3]", [:]),
            ("$.a[-4]", [:]),
            ("$.e.*", [:]), ("$.a[2][*]", [:]), ("$[0]", [:]),
        ] as [(String, KeyValuePairs<String, String>)]
    )
    func findsValuesInOrder(_ path: String, expected: KeyValuePairs<String, String>) throws {
        let path = try JSONPath(parsing: path)
        let matches = path.matches(in: try root())
        #expect(matches.map(\.location) == expected.map(\.key))
        #expect(matches.map(\.value.text) == expected.map(\.value))
        let first = path.first(in: try root())
        #expect(first?.location == expected.first?.key)
        #expect(first?.value.text == expected.first?.value)
    }

    @Test func dollarIsRoot() throws {
        let match = try #require(JSONPath(parsing: "$").first(in: try root()))
        #expect(match.location == "$")
        #expect(match.value.kind == .object)
    }

    /// A path can start inside a document, as with the payload in an envelope.
    @Test func startsAtGivenValue() throws {
        let inner = try #require(try root()["m"])
        #expect(try JSONPath(parsing: "$.z.u").first(in: inner)?.location == "$['z']['u']")
        #expect(try JSONPath(parsing: "$").first(in: inner)?.location == "$")
        #expect(try JSONPath(parsing: "$.m").first(in: inner) == nil)
    }

    /// A location is a path that leads to the same value.
    @Test func locationsResolveToTheirValue() throws {
        let root = try root()
        for path in ["$.*", "$.*.*", "$.*.*.*", "$.*.*.*.*"] {
            for match in try JSONPath(parsing: path).matches(in: root) {
                let again = try JSONPath(parsing: match.location).matches(in: root)
                #expect(again.map(\.value.byteRange) == [match.value.byteRange])
            }
        }
    }
}
