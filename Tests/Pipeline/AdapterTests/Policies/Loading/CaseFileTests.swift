import TestWidth
import Testing

@testable import PolicyFiles

@Suite("Files of cases", .inProcess, .timeLimit(.minutes(1)))
struct CaseFileTests {
    private func texts(_ yaml: String) throws -> [String] {
        try CaseFile.cases(Array(yaml.utf8), file: "c.yaml").map { String(decoding: $0.text, as: UTF8.self) }
    }

    @Test(
        "Values of YAML become JSON as they are spelled",
        arguments: [
            ("- {a: 1.50, b: -2, c: 1e3}", #"{"a":1.50,"b":-2,"c":1e3}"#),
            ("- {a: true, b: null, c: ~, d: 'true', e: \"1\"}", #"{"a":true,"b":null,"c":null,"d":"true","e":"1"}"#),
            ("- a: [x, {y: z}]\n  b:", #"{"a":["x",{"y":"z"}],"b":null}"#),
            // Not numbers of JSON: texts.
            (
                "- {a: 01, b: .5, c: 1., d: 0x1F, e: -, f: 2026-11-22}",
                #"{"a":"01","b":".5","c":"1.","d":"0x1F","e":"-","f":"2026-11-22"}"#
            ),
            (
                #"- {"aps": {"alert": "caf\u00e9 \"x\"", "mutable-content": 1}}"#,
                #"{"aps":{"alert":"café \"x\"","mutable-content":1}}"#
            ),
        ]
    )
    func conversion(_ yaml: String, json: String) throws {
        #expect(try texts(yaml) == [json])
    }

    @Test("Cases are numbered, lines too")
    func places() throws {
        #expect(
            try CaseFile.cases(Array("- a: 1\n- b: 2".utf8), file: "c.yaml").map(\.place) == ["c.yaml#1", "c.yaml#2"]
        )
        let lines = CaseFile.lines(Array("{\"a\":1}\n \t\r\n\n{}".utf8), file: "c.ndjson")
        #expect(lines.map(\.place) == ["c.ndjson#1", "c.ndjson#4"])
        #expect(lines.map { String(decoding: $0.text, as: UTF8.self) } == [#"{"a":1}"#, "{}"])
    }

    @Test("Anything but a list is an error", arguments: ["a: 1", "x", "- a: {b: 1, b: 2}", "- [", "- &a x\n- *a"])
    func invalid(_ yaml: String) {
        #expect(throws: PolicyFileError.self) { try texts(yaml) }
    }
}
