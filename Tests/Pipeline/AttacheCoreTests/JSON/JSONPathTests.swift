import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
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
    func parsesValidPaths(_ text: String, segments: [JSONPathSegment]) throws {
        let path = try JSONPath(parsing: text)
        #expect(path.segments == segments)
        #expect(path.description == text)
    }

    @Test(
        arguments: [
            ("", 1, "jsonpath.root"), ("a", 1, "jsonpath.root"), (".a", 1, "jsonpath.root"), (" $", 1, "jsonpath.root"),
            ("@.a", 1, "jsonpath.root"), ("$a", 2, "jsonpath.step"), ("$.", 3, "jsonpath.name"),
            ("$.a.", 5, "jsonpath.name"), ("$. a", 3, "jsonpath.name"), ("$.1", 3, "jsonpath.name"),
            ("$.a-b", 4, "jsonpath.step"), ("$.-a", 3, "jsonpath.name"), ("$.'a'", 3, "jsonpath.name"),
            ("$ ", 2, "jsonpath.step"), ("$..a", 2, "jsonpath.descendants"), ("$..*", 2, "jsonpath.descendants"),
            ("$.a..b", 4, "jsonpath.descendants"), ("$[", 3, "jsonpath.end"), ("$[]", 3, "jsonpath.selector"),
            ("$[a]", 3, "jsonpath.selector"), ("$['a'", 6, "jsonpath.bracket"), ("$['a", 3, "jsonpath.quote"),
            ("$['a\"]", 3, "jsonpath.quote"), ("$[0", 4, "jsonpath.bracket"), ("$[0 1]", 5, "jsonpath.bracket"),
            ("$[**]", 4, "jsonpath.bracket"), ("$['a','b']", 6, "jsonpath.selectors"),
            ("$[0,1]", 4, "jsonpath.selectors"), ("$[1:2]", 4, "jsonpath.slices"), ("$[:2]", 3, "jsonpath.slices"),
            ("$[::]", 3, "jsonpath.slices"), ("$[?@.a]", 3, "jsonpath.filters"), ("$[?(@.a)]", 3, "jsonpath.filters"),
            ("$[01]", 3, "jsonpath.index"), ("$[-0]", 3, "jsonpath.index"), ("$[-]", 3, "jsonpath.index"),
            ("$[-01]", 3, "jsonpath.index"), ("$[9007199254740992]", 3, "jsonpath.index"),
            ("$[-9007199254740992]", 3, "jsonpath.index"), ("$[99999999999999999999]", 3, "jsonpath.index"),
            ("$[1.5]", 4, "jsonpath.bracket"), ("$[+1]", 3, "jsonpath.selector"),
            (#"$['\q']"#, 4, "jsonpath.backslash"), (#"$['\"']"#, 4, "jsonpath.backslash"),
            (#"$["\'"]"#, 4, "jsonpath.backslash"), (#"$['\u12']"#, 4, "jsonpath.unicode-escape"),
            (#"$['\ud800']"#, 4, "jsonpath.unicode-escape"), (#"$['\udc00']"#, 4, "jsonpath.unicode-escape"),
            (#"$['\ud800\u0041']"#, 4, "jsonpath.unicode-escape"), ("$['a\nb']", 5, "jsonpath.control-character"),
            ("$['é'].😀.", 10, "jsonpath.name"), (#"$['\"#, 4, "jsonpath.backslash"),
        ] as [(String, Int, String)]
    )
    func rejectsInvalidPaths(_ text: String, column: Int, key: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try JSONPath(parsing: text) }
        #expect(error.problems == ["column \(column): \(GoldenMessages[key])"])
    }

    @Test func notationDoesNotMatter() throws {
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
    func lastNameIsKnown(_ text: String, name: String?) throws {
        #expect(try JSONPath(parsing: text).lastName == name)
    }
}
