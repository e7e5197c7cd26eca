import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONDocumentRemovingTests {
    private func removing(_ paths: [String], from text: String) throws -> String {
        let document = try JSONDocument(parsing: Array(text.utf8))
        let values = try paths.flatMap { try JSONPath(parsing: $0).matches(in: document.root).map(\.value) }
        return String(decoding: document.removing(values).bytes, as: UTF8.self)
    }

    @Test(
        arguments: [
            // Each position in an object
            (#"{"a":1,"b":2,"c":3}"#, ["$.a"], #"{"b":2,"c":3}"#),
            (#"{"a":1,"b":2,"c":3}"#, ["$.b"], #"{"a":1,"c":3}"#),
            (#"{"a":1,"b":2,"c":3}"#, ["$.c"], #"{"a":1,"b":2}"#),
            (#"{"a":1,"b":2,"c":3}"#, ["$.a", "$.b"], #"{"c":3}"#),
            (#"{"a":1,"b":2,"c":3}"#, ["$.b", "$.c"], #"{"a":1}"#),
            (#"{"a":1,"b":2,"c":3}"#, ["$.c", "$.a"], #"{"b":2}"#),
            (#"{"a":1,"b":2,"c":3}"#, ["$.*"], "{}"),
            (#"{"a":1}"#, ["$.a"], "{}"),
            // And in an array
            ("[1,2,3]", ["$[0]"], "[2,3]"), ("[1,2,3]", ["$[1]"], "[1,3]"), ("[1,2,3]", ["$[2]"], "[1,2]"),
            ("[1,2,3]", ["$[*]"], "[]"), ("[1,2,3,4,5]", ["$[1]", "$[3]"], "[1,3,5]"), ("[[1],2]", ["$[0]"], "[2]"),
            // Nested, repeated, overlapping
            (#"{"a":{"b":1,"c":2},"d":3}"#, ["$.a.b"], #"{"a":{"c":2},"d":3}"#),
            (#"{"a":{"b":1,"c":2},"d":3}"#, ["$.a.b", "$.d"], #"{"a":{"c":2}}"#),
            (#"{"a":{"b":1,"c":2},"d":3}"#, ["$.a", "$.a.b"], #"{"d":3}"#),
            (#"{"a":{"b":1,"c":2},"d":3}"#, ["$.a.*", "$.a"], #"{"d":3}"#),
            (#"{"a":{"b":1,"c":2},"d":3}"#, ["$.d", "$.d"], #"{"a":{"b":1,"c":2}}"#),
            (#"{"a":[{"x":1},{"x":2,"y":3}]}"#, ["$.a[*].x"], #"{"a":[{},{"y":3}]}"#),
            // White space of the remaining values is unchanged
            ("{ \"a\" : 1 , \"b\" : 2 }", ["$.a"], "{ \"b\" : 2 }"),
            ("{ \"a\" : 1 , \"b\" : 2 }", ["$.b"], "{ \"a\" : 1 }"),
            ("{ \"a\" : 1 , \"b\" : 2 , \"c\" : 3 }", ["$.b"], "{ \"a\" : 1 , \"c\" : 3 }"),
            ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", ["$.b"], "{\n  \"a\": 1\n}\n"),
            ("{\n  \"a\": 1,\n  \"b\": 2\n}\n", ["$.a"], "{\n  \"b\": 2\n}\n"),
            ("{\n  \"a\": 1\n}\n", ["$.a"], "{}\n"),
            // Everything else is unchanged
            (#"{"k\u0061":1e400,"x":0,"n":0.10,"s":"\/é"}"#, ["$.x"], #"{"k\u0061":1e400,"n":0.10,"s":"\/é"}"#),
            (#"{"a":1}"#, ["$.b"], #"{"a":1}"#), (#"{"a":1}"#, ["$"], #"{"a":1}"#), (#"{"a":1}"#, [], #"{"a":1}"#),
            (#"{"a":1,"b":2}"#, ["$", "$.a"], #"{"b":2}"#),
        ] as [(String, [String], String)]
    )
    func removesWholeMembers(_ text: String, paths: [String], rest: String) throws {
        #expect(try removing(paths, from: text) == rest)
    }

    /// The result is a complete document, ready for the next edit.
    @Test func returnsDocument() throws {
        var document = try JSONDocument(parsing: Array(#"{"a":[1,2,3],"b":{"c":null}}"#.utf8))
        document = document.removing([try #require(document.root["a"]?[0])])
        document = document.removing([try #require(document.root["b"]?["c"])])
        #expect(document.root["a"]?.count == 2)
        #expect(document.root["b"]?.count == 0)
        #expect(document.bytes == Array(#"{"a":[2,3],"b":{}}"#.utf8))
    }
}
