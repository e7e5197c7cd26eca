import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONValueScalarsTests {
    private func root(_ text: String) throws -> JSONValue {
        try JSONDocument(parsing: Array(text.utf8)).root
    }

    @Test(arguments: [
        "9223372036854775808", "0.10", "1e400", "-0", "-0.0", "1E+05", "100000000000000000000000000000000000001",
        "0.1000000000000000055511151231257827", "1.0", "1e-400",
    ])
    func keepsNumberText(_ text: String) throws {
        #expect(try root(text).numberText == text)
        #expect(try JSONDocument(parsing: Array("[ \(text) ]".utf8)).compacted() == Array("[\(text)]".utf8))
    }

    @Test(arguments: [
        ("0", 0), ("-0", 0), ("7", 7), ("-7", -7), ("1.0", 1), ("1e2", 100), ("1E+2", 100), ("1.5e1", 15),
        ("1500e-2", 15),
        ("0.0", 0), ("0e999999999999999999999", 0), ("0e-999999999999999999999", 0), ("-0.000e5", 0),
        ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("9223372036854775807.000", Int.max),
        ("0.9223372036854775807e19", Int.max), ("-92233720368547758080e-1", Int.min), ("10e-1", 1), ("12.340e2", 1234),
        ("00.1e1".dropFirst().description, 1), ("0.0000000000000000000000001e25", 1),
    ])
    func readsIntegers(_ text: String, value: Int) throws {
        #expect(try root(text).integer == value)
    }

    @Test(arguments: [
        "0.5", "1.5", "-0.1", "1e-1", "15e-1", "9223372036854775808", "-9223372036854775809", "1e19", "1e400", "1e-400",
        "1e999999999999999999999", "1e-999999999999999999999", "1e9223372036854775808", "12.345e2",
        "9223372036854775807.0000000001",
    ])
    func rejectsRounding(_ text: String) throws {
        #expect(try root(text).integer == nil)
    }

    @Test(
        arguments: [
            ("0.1", 0.1), ("1e2", 100), ("-0", -0.0), ("1.7976931348623157e308", .greatestFiniteMagnitude),
            ("1e-400", 0),
            ("9007199254740993", 9_007_199_254_740_992),
        ] as [(String, Double)]
    )
    func readsDoubles(_ text: String, value: Double) throws {
        let double = try #require(try root(text).double)
        #expect(double == value)
        #expect(double.sign == value.sign)
    }

    @Test(arguments: ["1e400", "-1e400", "1.7976931348623159e308"])
    func rejectsInfiniteDoubles(_ text: String) throws {
        #expect(try root(text).double == nil)
    }

    @Test(arguments: [
        (#""""#, ""), (#""a""#, "a"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{08}\u{0C}\n\r\t"),
        (#""\u0041\u00e9\u20AC""#, "Aé€"),
        (#""\ud83d\ude00""#, "😀"), (#""\uD83D\uDE00x""#, "😀x"), (#""\uDBFF\uDFFF""#, "\u{10FFFF}"),
        (#""\ud800\udc00""#, "\u{10000}"), (#""\u0000""#, "\0"), (#""\\u0041""#, #"\u0041"#),
        (#""é\n€\t😀""#, "é\n€\t😀"),
        (#""\ufffd\uFFFF""#, "\u{FFFD}\u{FFFF}"), (#""https:\/\/x.example\/a""#, "https://x.example/a"),
    ])
    func decodesStrings(_ text: String, value: String) throws {
        let string = try #require(try root(text).string)
        #expect(Array(string.unicodeScalars) == Array(value.unicodeScalars))
        // The same as a key.
        let member = try root("{\(text):1}").members.map(\.key)
        #expect(member == [value])
        #expect(try root("{\(text):1}")[value]?.integer == 1)
    }

    /// Every escape of the basic plane represents its scalar.
    @Test func decodesEveryCodeUnit() throws {
        for unit in UInt32(0)...0xFFFF {
            let digits = String(unit, radix: 16)
            let text = Array("\"\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)\"".utf8)
            guard let scalar = Unicode.Scalar(unit) else {
                #expect(!JSONDocument.isCompleteValue(text))
                continue
            }
            let string = try JSONDocument(parsing: text).root.string
            #expect(string.map { Array($0.unicodeScalars) } == [scalar])
        }
    }

    @Test func readsBooleans() throws {
        #expect(try root("true").boolean == true)
        #expect(try root("false").boolean == false)
    }
}
