import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONDocumentTests {
    @Test(arguments: [
        "{}", "[]", "[[]]", "[{}]", #"{"a":{}}"#, #""""#, "0", "-0", "1", "-1", "123456789012345678901234567890",
        "0.5", "-0.5", "1e1", "1E1", "1e+1", "1e-1", "1.5e300", "1e400", "0e0", "0e+00", "1.000", "true", "false",
        "null",
        " 1", "1 ", "\t1\n", "\r\n[1]\r\n", "[ ]", "{ }", "[1 , 2]", #"{ "a" : 1 , "b" : 2 }"#, #"{"":0}"#,
        #"{"a":1,"A":2}"#, #"{"é":1,"e":2}"#, #"{"a":1,"b":{"a":1}}"#, #"[{"a":1},{"a":1}]"#,
        #""\"\\\/\b\f\n\r\t""#, #""\u0000""#, #""\u00e9""#, #""\uD83D\uDE00""#, #""\ud83d\ude00""#, #""\uFFFF""#,
        #""\\u0041""#, #""/""#, "\"\u{7F}\"", "\"é\"", "\"€\"", "\"😀\"", "\"\u{2028}\"", "\"\u{FEFF}\"", "\"\u{FFFF}\"",
        "\"\u{10FFFF}\"", "\"1234567\"", "\"12345678\"", "\"123456789\"", #"[[],{},"",0,true,false,null]"#,
        #"{"asd":"sdf","dfg":{"x":[1,{"y":null}]}}"#, "[null,1,1e1]", "[ \t\r\n ]",
    ])
    func acceptsValidText(_ text: String) throws {
        let document = try JSONDocument(parsing: Array(text.utf8))
        #expect(document.bytes == Array(text.utf8))
        #expect(JSONDocument.isCompleteValue(Array(text.utf8)))
    }

    @Test(arguments: [
        // Structure
        "[", "]", "{", "}", "[1", "[1,", "[1,]", "[,1]", "[1,,2]", "[1 2]", "[1:2]", "[}", "{]", "[1}", "{\"a\":1]",
        "[1]]",
        "{\"a\"", "{\"a\":", "{\"a\" 1}", "{\"a\":1,}", "{,}", "{\"a\":1 \"b\":2}", "{\"a\":1,,\"b\":2}", "{a:1}",
        "{1:1}",
        "{'a':1}", "{\"a\"::1}", "{\"a\",1}", "{null:1}", "{[]:1}", "{\"a\":}", "[\"a\":1]", ",", ":", "[1],", "1 1",
        "{}{}",
        "[] x", "[1]\0", "[\u{0B}1]", "[\u{0C}1]", "[\u{A0}1]", "[1]/* c */", "// c\n1", "# c\n1", "{\"a\":1}/", "<a>",
        "[*]",
        // Numbers
        "-", "+1", "01", "-01", "00", "1.", ".5", "-.5", "1.e1", "1e", "1e+", "1e-", "1E", "1e1.5", "1.2.3", "0x10",
        "1_000",
        "1a", "--1", "-a", "- 1", "1e 1", "0e", "2.e3", "1,000", "NaN", "-NaN", "Infinity", "-Infinity", "inf", "１",
        // Literals
        "tru", "truth", "True", "TRUE", "fals", "False", "nul", "nulL", "None", "undefined", "t", "f", "n", "truefalse",
        "nullnull", "true1", "[nul]", "[tru", "yes",
        // Strings
        "\"", "\"a", "'a'", "\"\\\"", "\"\\", "\"\\a\"", "\"\\x41\"", "\"\\'\"", "\"\\0\"", "\"\\U0041\"", "\"\\u\"",
        "\"\\u1\"",
        "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\u 123\"", "\"\\u+123\"", "\"\\u12", "\"\n\"", "\"\t\"", "\"\0\"",
        "\"\u{1F}\"", "\"\r\"", "\"a\u{01}b\"", "\"12345678\u{1F}\"", "\"\\\n\"", "\"\\é\"", "“a”", "\"a\"b\"", "a\"",
        "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800x\"", "\"\\ud800\\n\"", "\"\\ud800\\u0041\"", "\"\\ud800\\ud800\"",
        "\"\\udc00\\ud800\"", "\"\\udc00\\udc00\"", "\"\\ud83d\\ude0\"", "\"\\ud83d\\\"", "\"\\uDBFF\\uE000\"",
        "{\"\\ud800\":1}",
    ])
    func rejectsInvalidText(_ text: String) throws {
        let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: Array(text.utf8)) }
        #expect(error.code == .payloadInvalidJSON)
        #expect(error.message.hasSuffix("."))
        #expect((0...text.utf8.count).contains(error.position.offset))
        #expect(!JSONDocument.isCompleteValue(Array(text.utf8)))
    }

    /// Well-known suites truncate texts at any point; no prefix of an object or array is a document.
    @Test func rejectsEveryPrefix() throws {
        let text = Array(#"{"a":[1.5e+3,"x\n\u00e9\ud83d\ude00é€😀",true,null,{"b":false}],"c":-0}"#.utf8)
        _ = try JSONDocument(parsing: text)
        for length in 0..<text.count {
            #expect(throws: JSONError.self, "first \(length) bytes") {
                try JSONDocument(parsing: Array(text[..<length]))
            }
        }
    }

    /// Every byte at every position: the parser always ends, and reports a position within the text.
    @Test func acceptsAnyByteAtAnyPosition() throws {
        let text = Array(#"{"a":[1.5e+3,"\u00e9😀",true],"b":null}"#.utf8)
        for position in text.indices {
            for byte in UInt8.min...UInt8.max {
                var changed = text
                changed[position] = byte
                do throws(JSONError) {
                    #expect(try JSONDocument(parsing: changed).bytes == changed)
                } catch {
                    #expect((0...text.count).contains(error.position.offset))
                }
            }
        }
    }

    @Test(arguments: ["[", "{\"a\":"])
    func acceptsDepthOf512(_ opening: String) throws {
        let closing = opening == "[" ? "]" : "}"
        func nested(_ depth: Int) -> [UInt8] {
            Array(
                (String(repeating: opening, count: depth - 1) + "[]" + String(repeating: closing, count: depth - 1))
                    .utf8
            )
        }
        let document = try JSONDocument(parsing: nested(512))
        #expect(document.root.count == 1)
        #expect(document.compacted() == nested(512))

        let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: nested(513)) }
        #expect(error.code == .payloadTooDeep)
        #expect(error.position.offset == opening.utf8.count * 512)
        // Too deep for a payload, and nevertheless one complete value.
        #expect(JSONDocument.isCompleteValue(nested(513)))
    }

    @Test(arguments: ["[", "{\"a\":", "[{\"a\":"])
    func rejectsHostileDepth(_ opening: String) throws {
        let text = Array(String(repeating: opening, count: 100_000).utf8)
        let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: text) }
        #expect(error.code == .payloadTooDeep)
        #expect(!JSONDocument.isCompleteValue(text))
    }

    /// Siblings are not depth.
    @Test func depthDecreasesAtEnd() throws {
        let text = "[" + String(repeating: "[[]],", count: 1000) + "{}]"
        #expect(try JSONDocument(parsing: Array(text.utf8)).root.count == 1001)
    }
}
