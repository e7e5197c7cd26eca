import AttacheTesting
import TestWidth
import Testing

@testable import PolicyFiles

@Suite("Option file", .inProcess, .timeLimit(.minutes(1)))
struct OptionFileTests {
    @Test("Options keep their text and position")
    func entries() throws {
        let text = "policy: hive\njobs: 8\nallow-port: [443, 8443]\ndeadline: '30s'\nquiet: true\n"
        let known = ["policy", "jobs", "allow-port", "deadline", "quiet"]
        let file = try OptionFile(Array(text.utf8), file: "config.yaml", known: known)
        #expect(file.entries.map(\.key) == known)
        #expect(file.unknown.isEmpty)
        #expect(file.entries.map(\.values) == [["hive"], ["8"], ["443", "8443"], ["30s"], ["true"]])
        #expect(file.entries.map(\.mark) == (1...5).map { FileMark(line: $0, column: 1) })
    }

    @Test(
        "Nested values are rejected with their line",
        arguments: [
            ("a: 1\nb: { c: 1 }", 2), ("a: [1, [2]]", 1), ("a:", 1), ("a: 1\na: 2", 2), ("- a", 1), ("a: [", 1),
        ]
    )
    func rejected(text: String, line: Int) throws {
        let error = try #require(throws: PolicyFileError.self) {
            try OptionFile(Array(text.utf8), file: "f.yaml", known: ["a", "b"])
        }
        #expect(error.problems.map(\.file) == ["f.yaml"])
        #expect((line...line + 1).contains(error.problems[0].line ?? 0))
    }

    @Test("Unknown names are all reported, with advice")
    func unknownKeys() throws {
        let text = "jbos: 1\npolicy: a\nzzz: 2"
        let problems = try OptionFile(Array(text.utf8), file: "f.yaml", known: ["jobs", "policy"]).unknown
        #expect(problems.map(\.line) == [1, 3])
        #expect(
            problems.map(\.fix) == [
                GoldenMessages["problem.did-you-mean", ["name": "jobs"]],
                GoldenMessages["problem.known-here", ["names": "jobs, policy"]],
            ]
        )
    }

    @Test("A missing file is reported by name")
    func missing() throws {
        let error = try #require(throws: PolicyFileError.self) {
            try OptionFile(reading: "/nonexistent/config.yaml", known: [])
        }
        #expect(error.problems.map(\.file) == ["/nonexistent/config.yaml"])
    }

    @Test(
        "A configuration may have only comments; a file of one network may not",
        arguments: ["", "\n", "# a\r\n \t# b: 1"]
    )
    func blank(_ text: String) throws {
        #expect(try OptionFile(Array(text.utf8), file: "f.yaml", known: []).entries.isEmpty)
        #expect(throws: PolicyFileError.self) { try NetworkKeys.read(Array(text.utf8), file: "f.yaml") }
    }
}
