import AttacheCore
import TestWidth
import Testing

@testable import AttacheBatch

@Suite("Input file names", .inProcess, .timeLimit(.minutes(1)))
struct InputNameTests {
    @Test(
        "The extension determines the framing, ignoring case",
        arguments: [
            ("a.json", "a.json"), ("A.JSON", "A.JSON"), ("a.apns", "a.apns"), ("a.ndjson", "a.ndjson"),
            ("a.jsonl", "a.jsonl"), ("a.ndjson.gz", "a.ndjson"), ("a.jsonl.zst", "a.jsonl"),
            ("A.NDJSON.GZ", "A.NDJSON"),
        ]
    )
    func payloads(name: String, output: String) throws {
        let found = try #require(InputName.payloads(Array(name.utf8)))
        #expect(String(decoding: found.output, as: UTF8.self) == output)
        let isLines = name.lowercased().contains("ndjson") || name.lowercased().contains("jsonl")
        #expect(found.framing == (isLines ? .lines : .oneValue))
        #expect((found.compression != nil) == (output.count < name.count))
    }

    @Test(
        "Other names are ignored",
        arguments: ["a", "a.txt", "json", "a.json.gz", "a.ndjson.bz2", "a.gz", "a.json~", "a.json.swp", ""]
    )
    func others(name: String) {
        #expect(InputName.payloads(Array(name.utf8)) == nil)
    }

    @Test("An explicitly named file is read whatever its extension")
    func given() {
        #expect(InputName.given(Array("payload".utf8)).framing == .oneValue)
        #expect(InputName.given(Array("payload.ndjson".utf8)).framing == .lines)
    }
}
