import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONWriterTests {
    private func written(_ write: (inout JSONWriter) -> Void) throws -> String {
        var writer = JSONWriter()
        write(&writer)
        // The output is always a valid document.
        _ = try JSONDocument(parsing: writer.bytes)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    @Test func separatesMembersWithCommas() throws {
        let text = try written { writer in
            writer.beginObject()
            writer.key("empty")
            writer.beginObject()
            writer.endObject()
            writer.key("list")
            writer.beginArray()
            writer.integer(1)
            writer.beginArray()
            writer.endArray()
            writer.beginArray()
            writer.null()
            writer.endArray()
            writer.beginObject()
            writer.key("a")
            writer.boolean(true)
            writer.key("b")
            writer.boolean(false)
            writer.endObject()
            writer.string("x")
            writer.endArray()
            writer.key("raw")
            writer.raw(#"{"n":0.10}"#.utf8)
            writer.key("last")
            writer.raw(Array("[1e400]".utf8))
            writer.endObject()
        }
        #expect(text == #"{"empty":{},"list":[1,[],[null],{"a":true,"b":false},"x"],"raw":{"n":0.10},"last":[1e400]}"#)
    }

    @Test(arguments: [
        ("", #""""#), ("a", #""a""#), ("a/b", #""a/b""#), ("\"", #""\"""#), ("\\", #""\\""#),
        ("\u{08}\t\n\u{0C}\r", #""\b\t\n\f\r""#), ("\0\u{01}\u{0F}\u{10}\u{1F}", #""\u0000\u0001\u000f\u0010\u001f""#),
        ("\u{7F}é€😀", "\"\u{7F}é€😀\""), ("\u{7F}\u{80}\u{9F}\u{A0}", "\"\u{7F}\\u0080\\u009f\u{A0}\""),
        ("\u{2027}\u{2028}\u{2029}\u{202A}\u{202E}\u{202F}", "\"\u{2027}\\u2028\\u2029\\u202a\\u202e\u{202F}\""),
        ("\u{2065}\u{2066}\u{2069}\u{206A}é\"", "\"\u{2065}\\u2066\\u2069\u{206A}é\\\"\""),
        ("\u{1080}\u{E028}\u{12028}", "\"\u{1080}\u{E028}\u{12028}\""), ("é\n", "\"é\\n\""),
        ("éééééééé\"", #""éééééééé\"""#),
        ("12345678\t", #""12345678\t""#), ("</script>", #""</script>""#),
    ])
    func escapesOnlyRequiredCharacters(_ text: String, json: String) throws {
        #expect(try written { $0.string(text) } == json)
        #expect(try JSONDocument(parsing: Array(json.utf8)).root.string == text)
        let object = try written { writer in
            writer.beginObject()
            writer.key(text)
            writer.string(text)
            writer.endObject()
        }
        #expect(object == "{\(json):\(json)}")
    }

    @Test(
        arguments: [
            (0, "0"), (1, "1"), (12, "12"), (0.5, "0.5"), (12.345, "12.345"), (12.3456, "12.346"), (12.3454, "12.345"),
            (0.0004, "0"), (0.0005, "0.001"), (0.001, "0.001"), (0.05, "0.05"), (0.999, "0.999"), (0.9996, "1"),
            (1.1, "1.1"),
            (100, "100"), (1000.010, "1000.01"), (-1.5, "-1.5"), (-0.0004, "0"), (-0.25, "-0.25"), (-0.0, "0"),
            (29_999.9999, "30000"),
            (4_000_000_000_000.5, "4000000000000.5"), (1e20, "1e+20"), (.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)]
    )
    func roundsToThousandths(_ value: Double, text: String) throws {
        #expect(try written { $0.decimal(value) } == text)
    }

    @Test(
        arguments: [
            (0, "0"), (0.75, "0.75"), (1, "1"), (-2, "-2"), (0.1, "0.1"), (1e300, "1e+300"),
            (.leastNonzeroMagnitude, "5e-324"),
            (1.0 / 3, "0.3333333333333333"), (.infinity, "null"), (-.infinity, "null"), (.nan, "null"),
        ] as [(Double, String)]
    )
    func writesNumbersThatParseBack(_ value: Double, text: String) throws {
        #expect(try written { $0.number(value) } == text)
        #expect(!value.isFinite || Double(text) == value)
    }

    @Test func writesIntegersOfAnyWidth() throws {
        #expect(try written { $0.integer(Int.min) } == "-9223372036854775808")
        #expect(try written { $0.integer(UInt64.max) } == "18446744073709551615")
        #expect(try written { $0.integer(UInt8(7)) } == "7")
    }
}
