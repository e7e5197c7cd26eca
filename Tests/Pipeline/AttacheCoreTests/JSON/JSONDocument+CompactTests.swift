import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONDocumentCompactTests {
    @Test(arguments: [
        (" 1 ", "1"), ("[ ]", "[]"), ("{ \n }", "{}"), ("[ 1 , 2 ]", "[1,2]"), ("\t[\r\n\"a b\" ]", #"["a b"]"#),
        (#"{ "a b" : " \t\n x " , "c":[ { } , [ ] ] }"#, #"{"a b":" \t\n x ","c":[{},[]]}"#),
        (
            #"{"z": 9223372036854775808, "a": 0.10, "m": 1e400, "k": -0}"#,
            #"{"z":9223372036854775808,"a":0.10,"m":1e400,"k":-0}"#
        ),
        (#"[ "\u0061\/" , "é" ]"#, #"["\u0061\/","é"]"#), ("[1]\n", "[1]"), ("\n[1]", "[1]"), ("[1\n]", "[1]"),
        (#"{"a":1, "b":" , : "}"#, #"{"a":1,"b":" , : "}"#), (#"{"a" :1}"#, #"{"a":1}"#), (#"{"a": 1}"#, #"{"a":1}"#),
        (#"{ "a":1}"#, #"{"a":1}"#), ("[1 ,2]", "[1,2]"), ("[[1] ]", "[[1]]"), ("\"a b\"", "\"a b\""),
        ("true ", "true"),
    ])
    func dropsOnlyInsignificantWhiteSpace(_ text: String, compact: String) throws {
        let document = try JSONDocument(parsing: Array(text.utf8))
        #expect(String(decoding: document.compacted(), as: UTF8.self) == compact)
        #expect(String(decoding: document.compacted(document.root), as: UTF8.self) == compact)
    }

    @Test(arguments: [true, false])
    func compactsOneValue(_ isSpaced: Bool) throws {
        let text = #"{"a":[1,{"b":"x y"},2],"c":"d e"}"#
        let spaced = #" { "a" : [ 1 , { "b" : "x y" } , 2 ] , "c" : "d e" } "#
        let document = try JSONDocument(parsing: Array((isSpaced ? spaced : text).utf8))
        func compacted(_ value: JSONValue?) -> String? {
            value.map { String(decoding: document.compacted($0), as: UTF8.self) }
        }
        #expect(compacted(document.root["a"]) == #"[1,{"b":"x y"},2]"#)
        #expect(compacted(document.root["a"]?[1]) == #"{"b":"x y"}"#)
        #expect(compacted(document.root["a"]?[2]) == "2")
        #expect(compacted(document.root["c"]) == #""d e""#)
    }
}
