import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

/// Edits of a document's text: they are written like the members around them, and all other bytes stay.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONEditTests {
    private func document(_ text: String) throws -> JSONDocument { try JSONDocument(parsing: Array(text.utf8)) }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test(arguments: [
        ("{}", #"{"k":1}"#), (#"{"a":2}"#, #"{"a":2,"k":1}"#), ("{\n  \"a\": 2\n}", "{\n  \"a\": 2,\n  \"k\": 1\n}"),
        (#"{ "a" : [1], "b" : {} }"#, #"{ "a" : [1], "b" : {}, "k" : 1 }"#),
    ])
    func memberIsAddedAtTheEnd(_ before: String, _ after: String) throws {
        let document = try document(before)
        #expect(text(document.applying([document.adding("k", Array("1".utf8), to: document.root)])) == after)
    }

    @Test(arguments: [
        (#"{"a":1}"#, "{}"), (#"{"a":1, "b":2}"#, #"{"b":2}"#), (#"{"b":2, "a":1 }"#, #"{"b":2 }"#),
        (#"{"b":2,"a":1,"c":3}"#, #"{"b":2,"c":3}"#),
    ])
    func childIsRemovedWithOneComma(_ before: String, _ after: String) throws {
        let document = try document(before)
        let child = try #require(document.root["a"])
        #expect(text(document.applying([document.removing(child, from: document.root)])) == after)
    }

    @Test func keyIsEscaped() throws {
        let document = try document(#"{"a":1}"#)
        let child = try #require(document.root["a"])
        let edit = try #require(document.renaming(child, to: #"q"\"#))
        #expect(text(document.applying([edit])) == #"{"q\"\\":1}"#)
        #expect(document.renaming(document.root, to: "x") == nil)
    }

    @Test(
        arguments: [
            ("", #"{"a":[1,{"/":2}],"~":3,"1":4}"#), ("/a/0", "1"), ("/a/1/~1", "2"), ("/~0", "3"), ("/1", "4"),
            ("/a/2", nil), ("/a/-1", nil), ("/a/x", nil), ("a", nil), ("/", nil), ("/a/0/0", nil),
        ] as [(String, String?)]
    )
    func pointerLeadsToAValue(_ pointer: String, _ expected: String?) throws {
        let document = try document(#"{"a":[1,{"/":2}],"~":3,"1":4}"#)
        #expect(document.root.value(at: pointer)?.text == expected)
    }

    @Test func positionsAreThoseOfSingleOffsets() {
        let bytes = Array("a\né한\n\n😀x".utf8)
        let offsets = [bytes.count, 0, 2, 4, 7, 8, 9, 13, 2]
        let positions = JSONPosition.positions(of: offsets, in: bytes)
        #expect(positions == offsets.map { JSONPosition(offset: $0, in: bytes.span) })
    }
}
