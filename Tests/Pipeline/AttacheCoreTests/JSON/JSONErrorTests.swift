import AttacheCore
import AttacheTesting
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
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
        // The end of the text is a position too.
        ("[1", 2, 1, 3),
        ("[1\n", 3, 2, 1),
        ("\"abc", 4, 1, 5),
        // The position is that of the invalid byte, not of the token's start.
        ("[1.x]", 3, 1, 4),
        ("[\"a\\q\"]", 4, 1, 5),
        ("[\"a\\ud800\"]", 3, 1, 4),
        ("{\"a\":1,\"b\":2,\"a\":3}", 13, 1, 14),
    ])
    func reportsPosition(_ text: String, offset: Int, line: Int, column: Int) throws {
        let position = try error(Array(text.utf8)).position
        #expect(position.offset == offset)
        #expect(position.line == line)
        #expect(position.column == column)
    }

    @Test(arguments: ["", " ", "\n", " \t\r\n "])
    func emptyTextIsReported(_ text: String) throws {
        let error = try error(Array(text.utf8))
        #expect(error.code == .payloadEmpty)
        #expect(error.position.offset == text.utf8.count)
        #expect(!JSONDocument.isCompleteValue(Array(text.utf8)))
    }

    @Test(
        arguments: [
            ("[1,]", "json.trailing-comma", "\"]\""), ("{\"a\":1,}", "json.trailing-comma", "\"}\""),
            ("{'a':1}", "json.key", "\"'\""), ("['a']", "json.single-quotes", ""),
            ("[1] // x", "json.trailing-text", "\"/\""), ("/* */", "json.comment", "\"/\""),
            ("[+1]", "json.plus", ""), ("[.5]", "json.point", ""), ("[1.]", "json.fraction", "\"]\""),
            ("[01]", "json.leading-zero", ""), ("[-]", "json.minus", "\"]\""), ("[1e]", "json.exponent", "\"]\""),
            ("[NaN]", "json.nan", "\"N\""), ("[True]", "json.value", "\"T\""), ("[nil]", "json.word", ""),
            ("[\"a", "json.open-string", ""), ("[\"\t\"]", "json.control-character", "U+0009"),
            ("[\"\\a\"]", "json.escape", "\"a\""), ("[\"\\u12x4\"]", "json.unicode-escape", ""),
            ("[\"\\ud800\"]", "json.surrogate", ""), ("{} {}", "json.trailing-text", "\"{\""),
            ("{\"a\" 1}", "json.colon", "\"1\""), ("{\"a\":1 2}", "json.comma-or-brace", "\"2\""),
            ("[1 2]", "json.comma-or-bracket", "\"2\""),
            ("[1", "json.comma-or-bracket", GoldenMessages["json.end-of-text"]), ("[", "json.end", ""),
            ("[é]", "json.value", "\"é\" (U+00E9)"), ("[\u{A0}]", "json.value", "\"\u{A0}\" (U+00A0)"),
        ] as [(String, String, String)]
    )
    func reportsCause(_ text: String, key: String, found: String) throws {
        #expect(try error(Array(text.utf8)).message == GoldenMessages[key, ["found": found]])
    }

    @Test func reportsDuplicateKey() throws {
        let error = try error(Array(#"{"media_url":1,"media_url":2}"#.utf8))
        #expect(error.code == .payloadDuplicateKey)
        #expect(error.message == GoldenMessages["json.duplicate-key", ["key": "media_url"]])
        #expect(error.description == "line 1, column 16: \(error.message)")
    }

    /// A message must not contain a whole payload.
    @Test(arguments: ["a", "é", "€", "😀", #"\n"#])
    func truncatesLongKeys(_ unit: String) throws {
        let key = String(repeating: unit, count: 1000)
        let message = try error(Array("{\"\(key)\":1,\"\(key)\":2}".utf8)).message
        #expect(message.utf8.count < 150)
        #expect(message.contains("…"))
        #expect(!message.contains("\u{FFFD}"))
    }

    @Test(arguments: [
        ([0xEF, 0xBB, 0xBF, 0x31] as [UInt8], "json.byte-order-mark"),
        ([0xFF, 0xFE, 0x31, 0x00], "json.wide-encoding"),
        ([0xFE, 0xFF, 0x00, 0x31], "json.wide-encoding"),
        ([0x31, 0x00], "json.wide-encoding"),
        ([0x00, 0x31], "json.wide-encoding"),
        ([0x00, 0x00, 0x00, 0x31], "json.wide-encoding"),
        ([0x5B, 0xFF, 0x5D], "json.no-utf8"),
        ([0x22, 0xFF, 0x22], "json.no-utf8"),
    ])
    func detectsOtherEncodings(_ bytes: [UInt8], key: String) throws {
        let error = try error(bytes)
        #expect(error.code == .payloadInvalidJSON)
        #expect(error.message.contains(GoldenMessages[key, ["byte": "0xFF"]]), "\(error.message)")
    }
}
