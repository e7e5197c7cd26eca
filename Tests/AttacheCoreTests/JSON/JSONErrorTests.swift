import AttacheCore
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONErrorTests {
    private func error(_ bytes: [UInt8]) throws -> JSONError {
        try #require(throws: JSONError.self) { try JSONDocument(parsing: bytes) }
    }

    @Test(arguments: [
        ("x", 0, 1, 1),
        (" x", 1, 1, 2),
        ("\nx", 1, 2, 1),
        ("\r\nx", 2, 2, 1),
        ("{\n  \"a\": tru\n}", 9, 2, 8),
        ("[1,\n 2,\n  3,]", 12, 3, 5),
        // Columns count characters: é has two bytes, € three, 😀 four.
        ("[\"é\" x", 6, 1, 6),
        ("[\"€\" x", 7, 1, 6),
        ("[\"😀\" x", 8, 1, 6),
        ("[\"日本\n", 8, 1, 5),
        // The end of the text is a place too.
        ("[1", 2, 1, 3),
        ("[1\n", 3, 2, 1),
        ("\"abc", 4, 1, 5),
        // The byte that is wrong, not the token's first.
        ("[1.x]", 3, 1, 4),
        ("[\"a\\q\"]", 4, 1, 5),
        ("[\"a\\ud800\"]", 3, 1, 4),
        ("{\"a\":1,\"b\":2,\"a\":3}", 13, 1, 14),
    ])
    func tellsWhere(_ text: String, offset: Int, line: Int, column: Int) throws {
        let position = try error(Array(text.utf8)).position
        #expect(position.offset == offset)
        #expect(position.line == line)
        #expect(position.column == column)
    }

    @Test(arguments: ["", " ", "\n", " \t\r\n "])
    func nothingIsEmpty(_ text: String) throws {
        let error = try error(Array(text.utf8))
        #expect(error.code == .payloadEmpty)
        #expect(error.position.offset == text.utf8.count)
        #expect(!JSONDocument.isCompleteValue(Array(text.utf8)))
    }

    @Test(arguments: [
        ("[1,]", #"",""#), ("{\"a\":1,}", "trailing comma"), ("{'a':1}", "double quotes"), ("['a']", "single"),
        ("[1] // x", #""/""#), ("/* */", "no comments"), ("[+1]", "\"+\""), ("[.5]", "decimal point"),
        ("[1.]", "decimal point"),
        ("[01]", "leading zero"), ("[-]", "after \"-\""), ("[1e]", "exponent"), ("[NaN]", "NaN"), ("[True]", "\"T\""),
        ("[nil]", "true, false and null"), ("[\"a", "ends inside a string"), ("[\"\t\"]", "U+0009"),
        ("[\"\\a\"]", "\"a\""),
        ("[\"\\u12x4\"]", "four hexadecimal digits"), ("[\"\\ud800\"]", "surrogate"), ("{} {}", "complete"),
        ("{\"a\" 1}", "\":\""), ("{\"a\":1 2}", "\"}\""), ("[1 2]", "\"]\""), ("[1", "end of the text"), ("[", "ends"),
        ("[é]", "\"é\" (U+00E9)"), ("[\u{A0}]", "U+00A0"),
    ])
    func saysWhat(_ text: String, part: String) throws {
        let message = try error(Array(text.utf8)).message
        #expect(message.contains(part), "\(message)")
    }

    @Test func namesTheDuplicateKey() throws {
        let error = try error(Array(#"{"media_url":1,"media_url":2}"#.utf8))
        #expect(error.code == .payloadDuplicateKey)
        #expect(error.message == #"The key "media_url" appears a second time in its object."#)
        #expect(error.description == "line 1, column 16: \(error.message)")
    }

    /// A message must not carry a whole payload.
    @Test(arguments: ["a", "é", "€", "😀", #"\n"#])
    func cutsLongKeys(_ unit: String) throws {
        let key = String(repeating: unit, count: 1000)
        let message = try error(Array("{\"\(key)\":1,\"\(key)\":2}".utf8)).message
        #expect(message.utf8.count < 150)
        #expect(message.contains("…"))
        #expect(!message.contains("\u{FFFD}"))
    }

    @Test(arguments: [
        ([0xEF, 0xBB, 0xBF, 0x31] as [UInt8], "byte order mark"),
        ([0xFF, 0xFE, 0x31, 0x00], "UTF-16"),
        ([0xFE, 0xFF, 0x00, 0x31], "UTF-16"),
        ([0x31, 0x00], "UTF-16"),
        ([0x00, 0x31], "UTF-16"),
        ([0x00, 0x00, 0x00, 0x31], "UTF-32"),
        ([0x5B, 0xFF, 0x5D], "0xFF, which is not UTF-8"),
        ([0x22, 0xFF, 0x22], "0xFF, which is not UTF-8"),
    ])
    func tellsOtherEncodings(_ bytes: [UInt8], part: String) throws {
        let error = try error(bytes)
        #expect(error.code == .payloadInvalidJSON)
        #expect(error.message.contains(part), "\(error.message)")
    }
}
