import AttacheTesting
import TestWidth
import Testing

@testable import PolicyFiles

@Suite("Option file", .inProcess, .timeLimit(.minutes(1)))
struct OptionFileTests {
    @Test("Options keep their text and position")
    func entries() throws {
        let text = "policy: hive\njobs: 8\nallow-port: [443, 8443]\ndeadline: '30s'\nquiet: true\n"
        let file = try OptionFile(Array(text.utf8), file: "config.yaml", allowsLists: true)
        #expect(file.entries.map(\.key) == ["policy", "jobs", "allow-port", "deadline", "quiet"])
        #expect(file.entries.map(\.values) == [["hive"], ["8"], ["443", "8443"], ["30s"], ["true"]])
        #expect(file.entries.map(\.isList) == [false, false, true, false, false])
        #expect(file.entries.map(\.line) == [1, 2, 3, 4, 5])
        #expect(file["jobs"]?.column == 1)
        #expect(file["missing"] == nil)
    }

    @Test(
        "Nested values are rejected with their line",
        arguments: [
            ("a: 1\nb: { c: 1 }", true, 2), ("a: [1, [2]]", true, 1), ("a:", true, 1), ("a: 1\na: 2", true, 2),
            ("- a", true, 1),
            ("a: 1\nb: [2]", false, 2), ("a: [", true, 1),
        ]
    )
    func rejected(text: String, allowsLists: Bool, line: Int) throws {
        let error = try #require(throws: PolicyFileError.self) {
            try OptionFile(Array(text.utf8), file: "f.yaml", allowsLists: allowsLists)
        }
        #expect(error.problems.map(\.file) == ["f.yaml"])
        #expect((line...line + 1).contains(error.problems[0].line ?? 0))
    }

    @Test("Unknown names are all reported, with advice")
    func unknownKeys() throws {
        let file = try OptionFile(Array("jbos: 1\npolicy: a\nzzz: 2".utf8), file: "f.yaml", allowsLists: true)
        let problems = file.unknownKeys(known: ["jobs", "policy"])
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
            try OptionFile(reading: "/nonexistent/config.yaml", allowsLists: true)
        }
        #expect(error.problems.map(\.file) == ["/nonexistent/config.yaml"])
    }

    @Test(
        "A configuration may have only comments; a file of one network may not",
        arguments: ["", "\n", "# a\r\n \t# b: 1"]
    )
    func blank(_ text: String) throws {
        #expect(try OptionFile(Array(text.utf8), file: "f.yaml", allowsLists: true).entries.isEmpty)
        #expect(throws: PolicyFileError.self) {
            try OptionFile(Array(text.utf8), file: "f.yaml", allowsLists: false)
        }
    }
}
