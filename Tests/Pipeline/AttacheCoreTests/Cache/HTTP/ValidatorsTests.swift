import TestWidth
import Testing

@testable import AttacheCore

@Suite("Validators", .inProcess, .timeLimit(.minutes(1)))
struct ValidatorsTests {
    private func lines(_ tag: String?, _ date: String? = nil) -> [String]? {
        Validators(CacheFields(lastModified: date, entityTag: tag), url: "https://a.example/")?.lines
    }

    @Test(arguments: [
        "\"x\"", "W/\"x\"", "\"\"", "\"a,b;c=d\"", "\"!#$%&'()*+-./:<=>?@[\\]^_`{|}~\"",
    ])
    func tagsAreSentUnchanged(_ tag: String) {
        #expect(lines(tag) == ["If-None-Match: \(tag)"])
    }

    @Test(arguments: [
        "", "x", "\"x", "x\"", "\"", "w/\"x\"", "\"a\"b\"", "\"a\r\nX: y\"", "\"a b\"", "\"a\tb\"", "\"a\u{0}\"",
        "\"ä\"",
        "\"\u{7F}\"", "W/x", "\"a\", \"b\"", "*",
    ])
    func invalidTagIsNotSent(_ tag: String) {
        #expect(lines(tag) == nil)
    }

    @Test(arguments: [(512, true), (513, false)])
    func tagLengthIsLimited(byteCount: Int, isSent: Bool) {
        #expect((lines("\"" + String(repeating: "x", count: byteCount - 2) + "\"") != nil) == isSent)
    }

    @Test(arguments: [
        ("Sun, 06 Nov 1994 08:49:37 GMT", true), ("Sun, 06 Nov 1994 08:49:37 GMT\r\nX: y", false), ("yesterday", false),
    ])
    func onlyValidDateIsSent(_ date: String, isSent: Bool) {
        #expect(lines(nil, date) == (isSent ? ["If-Modified-Since: \(date)"] : nil))
    }

    @Test func bothValidatorsAreSent() {
        let date = "Sun, 06 Nov 1994 08:49:37 GMT"
        #expect(lines("\"x\"", date) == ["If-None-Match: \"x\"", "If-Modified-Since: \(date)"])
        #expect(lines("x", date) == ["If-Modified-Since: \(date)"])
    }

    @Test(
        arguments: [
            ("\"1\"", nil, true), ("\"1\"", "\"1\"", true), ("\"1\"", "W/\"1\"", true), ("W/\"1\"", "\"1\"", true),
            ("\"1\"", "\"2\"", false), ("\"1\"", "1", false),
        ] as [(String, String?, Bool)]
    )
    func confirmationMustNameSameVersionOrNone(_ own: String, named: String?, isConfirmed: Bool) throws {
        let validators = try #require(Validators(CacheFields(entityTag: own), url: "https://a.example/"))
        let fields = named.map { [(name: "etag", value: $0)] } ?? []
        #expect(validators.isConfirmed(by: ResponseHead(status: 304, fields: fields)) == isConfirmed)
    }
}
