import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONValueTests {
    private func root(_ text: String) throws -> JSONValue {
        try JSONDocument(parsing: Array(text.utf8)).root
    }

    @Test(arguments: [
        ("{}", JSONKind.object), ("[]", .array), ("\"\"", .string), ("0", .number), ("-1", .number), ("true", .boolean),
        ("false", .boolean), ("null", .null),
    ])
    func hasItsKind(_ text: String, kind: JSONKind) throws {
        let value = try root(" [ \(text) ] ")[0]
        #expect(value?.kind == kind)
        #expect(value?.text == text)
        #expect(value?.byteRange == 3..<3 + text.utf8.count)
        #expect(value?.isNull == (kind == .null))
    }

    /// Each accessor returns a value for its own kind only.
    @Test func otherKindsReturnNil() throws {
        let values = try Array(root(#"[{},[],"1",1,true,null]"#).elements)
        #expect(values.map { $0.string } == [nil, nil, "1", nil, nil, nil])
        #expect(values.map { $0.numberText } == [nil, nil, nil, "1", nil, nil])
        #expect(values.map { $0.integer } == [nil, nil, nil, 1, nil, nil])
        #expect(values.map { $0.double } == [nil, nil, nil, 1, nil, nil])
        #expect(values.map { $0.boolean } == [nil, nil, nil, nil, true, nil])
        #expect(values.allSatisfy { $0.count == 0 && $0["a"] == nil && $0[0] == nil })
        #expect(values.allSatisfy { Array($0.members).isEmpty && Array($0.elements).isEmpty })
    }

    @Test func listsMembersInOrder() throws {
        let object = try root(#" { "b" : 1 , "a" : { "c" : [ 2 ] } , "\u0064\n" : "x" , "e":[]} "#)
        #expect(object.count == 4)
        #expect(object.members.map(\.key) == ["b", "a", "d\n", "e"])
        #expect(object.members.map(\.value.text) == ["1", #"{ "c" : [ 2 ] }"#, #""x""#, "[]"])
        #expect(object.members.map(\.value.key) == ["b", "a", "d\n", "e"])
        #expect(Array(object.elements).isEmpty)
    }

    @Test func listsElementsInOrder() throws {
        let array = try root(#"[1,[2,[3]],{"a":4},"",null]"#)
        #expect(array.count == 5)
        #expect(array.elements.map(\.text) == ["1", "[2,[3]]", #"{"a":4}"#, #""""#, "null"])
        #expect(array.elements.allSatisfy { $0.key == nil })
        #expect(Array(array.members).isEmpty)
    }

    @Test func findsMembersByDecodedKey() throws {
        let object = try root(#"{"a":1,"\u0062":2,"":3,"é":4,"c":{"a":5},"ab":6}"#)
        #expect(object["a"]?.integer == 1)
        #expect(object["b"]?.integer == 2)
        #expect(object[""]?.integer == 3)
        #expect(object["é"]?.integer == 4)
        #expect(object["c"]?["a"]?.integer == 5)
        #expect(object["ab"]?.integer == 6)
        #expect(object["A"] == nil)
        #expect(object["abc"] == nil)
        // Keys are compared scalar by scalar: this é is an e with an accent.
        #expect(object["e\u{301}"] == nil)
        #expect(object["\\u0062"] == nil)
    }

    @Test func findsElementsFromBothEnds() throws {
        let array = try root("[[0],1,2]")
        #expect([0, 1, 2, 3, -1, -2, -3, -4].map { array[$0]?.text } == ["[0]", "1", "2", nil, "2", "1", "[0]", nil])
    }

    @Test func hasItsMembersRange() throws {
        let text = #"{ "a" : [ 10 , 20 ] }"#
        let list = try #require(try root(text)["a"])
        #expect(list.byteRange == 8..<19)
        #expect(list.memberRange == 2..<19)
        #expect(list[1]?.memberRange == 15..<17)
        #expect(try root(text).memberRange == 0..<21)
    }

    /// A value keeps its document alive.
    @Test func outlivesItsDocument() throws {
        #expect(try root(#"{"a":["x"]}"#)["a"]?[0]?.string == "x")
    }
}
