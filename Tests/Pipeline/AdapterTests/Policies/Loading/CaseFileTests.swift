import TestWidth
import Testing

@testable import PolicyFiles

@Suite("Files of cases", .inProcess, .timeLimit(.minutes(1)))
struct CaseFileTests {
    private func texts(_ yaml: String) throws -> [String] {
        try CaseFile(yaml: Array(yaml.utf8), file: "c.yaml").cases.map {
            String(decoding: $0.field.value.json, as: UTF8.self)
        }
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
        let yaml = try CaseFile(yaml: Array("- a: 1\n- b: 2".utf8), file: "c.yaml")
        #expect(yaml.cases.map(\.place) == ["c.yaml#1", "c.yaml#2"])
        #expect(yaml.cases.map(\.field.mark) == [FileMark(line: 1, column: 3), FileMark(line: 2, column: 3)])
        let lines = CaseFile(lines: Array("{\"a\":1}\n \t\r\n\n {\"b\":{}}".utf8), file: "c.ndjson")
        #expect(lines.cases.map(\.place) == ["c.ndjson#1", "c.ndjson#4"])
        #expect(lines.cases.map(\.field.mark) == [FileMark(line: 1, column: 1), FileMark(line: 4, column: 2)])
        #expect(lines.problems.isEmpty)
    }

    @Test("A payload of a line stays as it is, with its escapes and spaces")
    func payload() {
        let lines = CaseFile(lines: Array(#"{"payload":{"a": "caf\u00e9"}}"#.utf8), file: "c.ndjson")
        #expect(lines.cases.map { $0.payload.map { String(decoding: $0, as: UTF8.self) } } == [#"{"a": "caf\u00e9"}"#])
    }

    @Test("A line that is not JSON has its place, and the others are read")
    func brokenLine() {
        let file = CaseFile(lines: Array("{}\n{\n[]".utf8), file: "c.ndjson")
        #expect(file.cases.count == 2 && file.problems.map(\.line) == [2])
    }

    @Test("Anything but a list is an error", arguments: ["a: 1", "x", "- a: {b: 1, b: 2}", "- [", "- &a x\n- *a"])
    func invalid(_ yaml: String) {
        #expect(throws: PolicyFileError.self) { try texts(yaml) }
    }
}
