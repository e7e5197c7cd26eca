import AttacheCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONPathTests {
    @Test(
        arguments: [
            ("$", []),
            ("$.a", [.name("a")]),
            ("$.media_url", [.name("media_url")]),
            ("$._1", [.name("_1")]),
            ("$.größe.日本.😀", [.name("größe"), .name("日本"), .name("😀")]),
            ("$['a']", [.name("a")]),
            ("$[\"a\"]", [.name("a")]),
            (
                "$['com.urbanairship.media_attachment'].urls[*].url",
                [.name("com.urbanairship.media_attachment"), .name("urls"), .wildcard, .name("url")]
            ),
            ("$['']", [.name("")]),
            ("$['a b']['\"'][\"'\"]", [.name("a b"), .name("\""), .name("'")]),
            (#"$['\'\\\/\b\f\n\r\t']"#, [.name("'\\/\u{08}\u{0C}\n\r\t")]),
            (#"$["\""]"#, [.name("\"")]),
            (#"$['\u0061\u00E9\ud83d\uDE00']"#, [.name("aé😀")]),
            ("$[0]", [.index(0)]), ("$[10]", [.index(10)]), ("$[-1]", [.index(-1)]),
            ("$[9007199254740991]", [.index(9_007_199_254_740_991)]),
            ("$[-9007199254740991]", [.index(-9_007_199_254_740_991)]),
            ("$[*]", [.wildcard]), ("$.*", [.wildcard]), ("$.a.*[0]", [.name("a"), .wildcard, .index(0)]),
            ("$ .a [ 'b' ]\t[\n*\r]", [.name("a"), .name("b"), .wildcard]),
        ] as [(String, [JSONPathSegment])]
    )
    func reads(_ text: String, segments: [JSONPathSegment]) throws {
        let path = try JSONPath(parsing: text)
        #expect(path.segments == segments)
        #expect(path.description == text)
    }

    @Test(arguments: [
        ("", 1, "\"$\""), ("a", 1, "\"$\""), (".a", 1, "\"$\""), (" $", 1, "\"$\""), ("@.a", 1, "\"$\""),
        ("$a", 2, "\".\" or \"[\""), ("$.", 3, "A name"), ("$.a.", 5, "A name"), ("$. a", 3, "A name"),
        ("$.1", 3, "A name"),
        ("$.a-b", 4, "\".\" or \"[\""), ("$.-a", 3, "A name"), ("$.'a'", 3, "['name']"), ("$ ", 2, "\".\" or \"[\""),
        ("$..a", 2, "Descendants"), ("$..*", 2, "Descendants"), ("$.a..b", 4, "Descendants"),
        ("$[", 3, "ends"), ("$[]", 3, "expected"), ("$[a]", 3, "expected"), ("$['a'", 6, "\"]\""),
        ("$['a", 3, "closing quote"),
        ("$['a\"]", 3, "closing quote"), ("$[0", 4, "\"]\""), ("$[0 1]", 5, "\"]\""), ("$[**]", 4, "\"]\""),
        ("$['a','b']", 6, "Several selectors"), ("$[0,1]", 4, "Several selectors"), ("$[1:2]", 4, "Slices"),
        ("$[:2]", 3, "Slices"), ("$[::]", 3, "Slices"), ("$[?@.a]", 3, "Filters"), ("$[?(@.a)]", 3, "Filters"),
        ("$[01]", 3, "leading zeros"), ("$[-0]", 3, "leading zeros"), ("$[-]", 3, "integer"),
        ("$[-01]", 3, "leading zeros"),
        ("$[9007199254740992]", 3, "2^53"), ("$[-9007199254740992]", 3, "2^53"), ("$[99999999999999999999]", 3, "2^53"),
        ("$[1.5]", 4, "\"]\""), ("$[+1]", 3, "expected"), (#"$['\q']"#, 4, "backslash"), (#"$['\"']"#, 4, "backslash"),
        (#"$["\'"]"#, 4, "backslash"), (#"$['\u12']"#, 4, "hexadecimal"), (#"$['\ud800']"#, 4, "surrogate"),
        (#"$['\udc00']"#, 4, "surrogate"), (#"$['\ud800\u0041']"#, 4, "surrogate"),
        ("$['a\nb']", 5, "control character"),
        ("$['é'].😀.", 10, "A name"), (#"$['\"#, 4, "backslash"),
    ])
    func refuses(_ text: String, column: Int, part: String) throws {
        let error = try #require(throws: JSONPathError.self) { try JSONPath(parsing: text) }
        #expect(error.column == column)
        #expect(error.message.contains(part), "\(error.message)")
        #expect(error.message.hasSuffix("."))
    }

    @Test func isTheSameHoweverWritten() throws {
        let paths = try ["$.a[0].*", "$['a'][0][*]", #"$[ "\u0061" ] [0] .*"#].map { try JSONPath(parsing: $0) }
        #expect(Set(paths).count == 1)
        #expect(try JSONPath(parsing: "$['0']") != JSONPath(parsing: "$[0]"))
        #expect(try JSONPath(parsing: "$['*']") != JSONPath(parsing: "$.*"))
    }

    @Test(
        arguments: [
            ("$", nil), ("$[*]", nil), ("$[0]", nil), ("$.a", "a"), ("$.a.b", "b"), ("$.a['b c']", "b c"),
            ("$.a[0]", "a"),
            ("$.os_data.att.*", "att"), ("$.a[*].url", "url"),
        ] as [(String, String?)]
    )
    func knowsItsLastName(_ text: String, name: String?) throws {
        #expect(try JSONPath(parsing: text).lastName == name)
    }
}
