import AttacheCore
import TestWidth
import Testing

@Suite("Reason decoder", .inProcess, .timeLimit(.minutes(1)))
struct ReasonDecoderTests {
    @Test("Every code with every member is read back unchanged")
    func everyCode() throws {
        let reasons = ReasonCode.allCases.enumerated().map { index, code in
            Reason(
                code,
                "Number \(index), \"quoted\" \u{1F600}.",
                fix: index.isMultiple(of: 2) ? "Do something." : nil,
                severity: Severity.allCases[index % 3],
                isPermanent: index.isMultiple(of: 3)
            )
        }
        var writer = JSONWriter()
        writer.beginObject()
        ReasonEncoder.write(reasons, to: &writer)
        writer.endObject()
        let value = try #require(JSONDocument(parsing: writer.bytes).root["reasons"])
        #expect(ReasonDecoder.reasons(value) == reasons)
    }

    @Test(
        "Unknown values are ignored",
        arguments: [
            #"[{"code":"fetch.by-telegram","severity":"block","permanent":true,"message":"m"}]"#,
            #"[{"code":"fetch.status","severity":"mild","permanent":true,"message":"m"}]"#,
            #"[{"code":"fetch.status","severity":"block","message":"m"}]"#,
        ]
    )
    func unknown(text: String) throws {
        #expect(ReasonDecoder.reasons(try JSONDocument(parsing: Array(text.utf8)).root) == nil)
    }
}
