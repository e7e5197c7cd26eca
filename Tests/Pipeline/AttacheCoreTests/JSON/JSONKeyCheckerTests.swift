import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONKeyCheckerTests {
    @Test(arguments: [
        #"{"a":1,"a":1}"#, #"{"a":1,"b":2,"a":3}"#, #"{"":1,"":2}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"a":2}"#,
        #"{"a/b":1,"a\/b":2}"#, #"{"é":1,"\u00e9":2}"#, #"{"é":1,"\u00E9":2}"#, #"{"😀":1,"\ud83d\ude00":2}"#,
        #"{"\n":1,"\u000a":2}"#, #"{"a":{"b":1,"b":2}}"#, #"[[{"x":[],"x":{}}]]"#, #"{"a":{"a":{}},"a":[]}"#,
        #"{"12345678":1,"12345678":2}"#, #"{"123456789":1,"123456789":2}"#,
        #"{"1234567890abcdef":1,"1234567890abcdef":2}"#,
    ])
    func rejectsDuplicateKey(_ text: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: Array(text.utf8)) }
        #expect(error.code == .payloadDuplicateKey)
        // It is still one complete line of NDJSON, which then becomes one rejected item.
        #expect(JSONDocument.isCompleteValue(Array(text.utf8)))
    }

    @Test(arguments: [
        #"{"a":1,"A":2}"#, #"{"a":"a","b":"a"}"#, #"{"a":{"a":{"a":1}}}"#, #"[{"a":1},{"a":2}]"#, #"{"a":1,"a ":2}"#,
        #"{"":1,"\u0000":2}"#, #"{"\u0000":1,"\u0000\u0000":2}"#, #"{"a":1,"\\u0061":2}"#,
        // Visually equal, but other scalars: composed and decomposed.
        "{\"\u{E9}\":1,\"e\u{301}\":2}",
        #"{"12345678":1,"123456789":2}"#, #"{"1234567":1,"12345678":2}"#,
    ])
    func acceptsDifferentKeys(_ text: String) throws {
        #expect(try JSONDocument(parsing: Array(text.utf8)).compacted() == Array(text.utf8))
    }

    /// Sizes on both sides of the change from pairs to a table, and of the table's growth.
    @Test(arguments: [2, 15, 16, 17, 18, 31, 32, 33, 63, 64, 65, 1000])
    func findsDuplicateAtAnyPosition(_ count: Int) throws {
        let keys = (0..<count).map { "\"key\($0)\"" }
        func text(_ keys: [String]) -> [UInt8] {
            Array("{\(keys.map { "\($0):{\"key0\":[1,2]}" }.joined(separator: ","))}".utf8)
        }
        #expect(try JSONDocument(parsing: text(keys)).root.count == count)
        for position in Set([1, count / 2, count - 1]) where position > 0 {
            var changed = keys
            changed[position] = "\"\\u006bey0\""
            let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: text(changed)) }
            #expect(error.code == .payloadDuplicateKey)
            let offset = text(Array(changed[..<position])).count
            #expect(error.position.offset == offset)
        }
    }

    /// The first repeated key is reported, also when several are repeated.
    @Test(arguments: [0, 20])
    func reportsFirstDuplicate(_ others: Int) throws {
        let rest = (0..<others).map { ",\"other\($0)\":0" }.joined()
        let text = "{\"a\":1,\"b\":2,\"b\":3,\"a\":4\(rest)}"
        let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: Array(text.utf8)) }
        #expect(error.position.offset == 13)
    }

    /// A quadratic comparison of these keys would take minutes.
    @Test func comparisonIsLinear() throws {
        let members = (0..<200_000).map { "\"\($0)\":0" }
        let text = Array("{\(members.joined(separator: ","))}".utf8)
        #expect(try JSONDocument(parsing: text).root.count == 200_000)
        let twice = Array("{\(members.joined(separator: ",")),\"7\":0}".utf8)
        let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: twice) }
        #expect(error.code == .payloadDuplicateKey)
        #expect(error.position.offset == text.count)
    }
}
