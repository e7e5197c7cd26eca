import AttacheTesting
import TestWidth
import Testing

@testable import PolicyFiles

@Suite("YAML", .inProcess, .timeLimit(.minutes(1)))
struct YAMLComposerTests {
    @Test("Values have their lines and columns")
    func marks() throws {
        let root = try compose("a: 1\nlist:\n  - x\n  - { k: v }\n")
        let entries = try #require(root.members)
        let list = try #require(entries[1].value.list)
        #expect(entries.map(\.key) == ["a", "list"])
        #expect(entries[0].value.mark == FileMark(line: 1, column: 4))
        #expect(entries[1].mark == FileMark(line: 2, column: 1))
        #expect(list.map(\.mark) == [FileMark(line: 3, column: 5), FileMark(line: 4, column: 5)])
    }

    @Test(
        "Only true and false are booleans",
        arguments: ["true", "false", "yes", "no", "on", "off", "True", "'true'", "y"]
    )
    func booleans(text: String) throws {
        #expect(try compose("a: \(text)")["a"]?.boolean == ["true": true, "false": false][text])
    }

    @Test(
        "Null is written without quotes",
        arguments: [("", true), ("~", true), ("null", true), ("'null'", false), ("''", false)]
    )
    func null(text: String, isNull: Bool) throws {
        #expect(try compose("a: \(text)")["a"]?.isNull == isNull)
    }

    @Test(
        "A number is written without quotes, and keeps its spelling",
        arguments: [
            ("1", true), ("-1.50", true), ("+4", true), ("007", true), ("0x1F", true), ("1e3", true), (".5", true),
            ("'1'", false), ("nan", false), ("inf", false), ("2xx", false), ("10MB", false), ("1:2", false),
        ]
    )
    func numbers(text: String, isNumber: Bool) throws {
        let value = try #require(try compose("a: \(text)")["a"])
        #expect(value.kindName == (isNumber ? "a number" : "a text"))
        #expect(value.scalarText == text.replacing("'", with: ""))
    }

    @Test("64 levels are read, 65 are rejected", arguments: ["[", "{a: ", "- "])
    func depth(opening: String) throws {
        let closing = ["[": "]", "{a: ": "}"][opening] ?? ""
        func text(_ depth: Int) -> String {
            String(repeating: opening, count: depth) + "x" + String(repeating: closing, count: depth)
        }
        _ = try compose(text(64))
        let error = try #require(throws: PolicyFileError.self) { try compose(text(65)) }
        #expect(error.problems[0].message.contains("64"))
        #expect(throws: PolicyFileError.self) { try compose(String(repeating: opening, count: 20_000)) }
    }

    @Test("256 KiB are read, one byte more is rejected")
    func size() throws {
        let text = "a: \(String(repeating: "x", count: YAMLLimits.byteCount - 3))"
        _ = try compose(text)
        #expect(throws: PolicyFileError.self) { try compose(text + "x") }
    }

    @Test("An alias bomb is not expanded")
    func aliases() throws {
        let lines = ["a0: &a0 [x, x]"] + (1...40).map { "a\($0): &a\($0) [*a\($0 - 1), *a\($0 - 1)]" }
        let error = try #require(throws: PolicyFileError.self) { try compose(lines.joined(separator: "\n")) }
        #expect(error.problems.map(\.place) == ["f.yaml:2:10"])
        #expect(error.problems[0].message == GoldenMessages["problem.aliases"])
    }

    @Test(
        "Invalid YAML is rejected with its line",
        arguments: [
            ("a: [1, 2", 1), ("a: 1\nb: 2\n  c: 3", 3), ("a: 1\n\tb: 2", 2), ("a: 'x", 1), ("a: 1\na b", 2), ("", 1),
            ("# nothing\n", 2), ("a: 1\n---\nb: 2", 2), ("a: @x", 1), ("%YAML 9.9\n---\na: 1", 1),
            ("a: 1\nb: \u{1}", 2), ("a: \u{0}", 1), ("bplist00\u{0}\u{1}", 1),
        ]
    )
    func syntax(text: String, line: Int) throws {
        let error = try #require(throws: PolicyFileError.self) { try compose(text) }
        #expect((line...line + 1).contains(error.problems[0].line ?? 0), "\(error)")
        #expect(!error.problems[0].message.isEmpty && !error.problems[0].fix.isEmpty)
    }

    @Test(
        "Bytes that are not valid UTF-8 are rejected with their position",
        arguments: [[0xFF, 0xFE], [0xC0, 0x80], [0xED, 0xA0, 0x80]] as [[UInt8]]
    )
    func binary(bytes: [UInt8]) throws {
        let error = try #require(throws: PolicyFileError.self) {
            var composer = try YAMLComposer(Array("a: 1\nb: ".utf8) + bytes, file: "f.yaml")
            return try composer.compose()
        }
        #expect(error.problems.map(\.place) == ["f.yaml:2:4"])
    }

    @Test("Duplicate keys, anchors and tags are all reported, and the rest is read")
    func problems() throws {
        var composer = try YAMLComposer(
            Array("a: 1\nb: &x 2\na: 3\nc: !!binary eA==\n[1]: 2\nd: 4".utf8),
            file: "f.yaml"
        )
        let root = try composer.compose()
        #expect(composer.problems.map(\.line) == [2, 3, 4, 5])
        #expect(composer.problems.map { $0.fault == .duplicateKey } == [false, true, false, false])
        #expect(root.members?.map(\.key) == ["a", "b", "c", "d"])
    }

    @Test("Any prefix of a valid file is read or rejected, without a crash")
    func cuts() {
        let bytes = Array(
            "schema: attache-policy/1\ntypes:\n  image: { extensions: [\"p\\x6eg\"], limit: 10MiB }\n".utf8
        )
        for count in bytes.indices {
            _ = try? YAMLFile.parse(Array(bytes.prefix(count)), file: "cut")
            _ = try? YAMLFile.parse(Array(bytes.suffix(count)), file: "cut")
        }
    }

    private func compose(_ text: String) throws -> MarkedValue {
        var composer = try YAMLComposer(Array(text.utf8), file: "f.yaml")
        return try composer.compose()
    }
}
