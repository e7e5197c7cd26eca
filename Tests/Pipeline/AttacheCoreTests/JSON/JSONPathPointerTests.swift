import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

/// Paths that a person types: JSON Pointer and JSONPath.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct JSONPathPointerTests {
    @Test(
        arguments: [
            ("/att/id1", [[.name("att"), .name("id1")]]), ("/a~1b/c~0~01", [[.name("a/b"), .name("c~~1")]]),
            ("/", [[.name("")]]), ("/a/0", [[.name("a"), .index(0)], [.name("a"), .name("0")]]),
            ("/a/01", [[.name("a"), .name("01")]]), ("$.a.b", [[.name("a"), .name("b")]]), ("$", [[]]),
        ] as [(String, [[JSONPathSegment]])]
    )
    func bothFormsAreRead(_ text: String, segments: [[JSONPathSegment]]) throws {
        #expect(try JSONPath.paths(orPointer: text).map(\.segments) == segments)
    }

    @Test(arguments: ["", "a.b", "att/id1", "$a", "$..a", "$['a"])
    func othersAreOneClause(_ text: String) throws {
        let error = try #require(throws: ConfigurationError.self) { try JSONPath.paths(orPointer: text) }
        let problem = try #require(error.problems.first)
        #expect(error.problems.count == 1 && !problem.contains(": ") && !problem.hasSuffix("."), "\(problem)")
    }

    @Test(
        "A path has at most 64 steps",
        arguments: [("/", 64, true), ("/", 65, false), (".", 64, true), (".", 65, false)]
    )
    func longPaths(_ separator: String, count: Int, isRead: Bool) {
        let text = (separator == "." ? "$" : "") + String(repeating: "\(separator)a", count: count)
        #expect((try? JSONPath.paths(orPointer: text).map(\.segments.count)) == (isRead ? [count] : nil))
    }

    /// Each number doubles the readings, and a request line may have eight thousand.
    @Test func thousandsOfNumbersAreRefused() {
        let text = String(repeating: "/0", count: 8000)
        #expect(throws: ConfigurationError.self) { try JSONPath.paths(orPointer: text) }
    }

    @Test func aPointerOfAResultLeadsBack() throws {
        let text = #"{"a/b":[{"0":{"~":"x"}}]}"#
        let root = try JSONDocument(parsing: Array(text.utf8)).root
        let match = try #require(try JSONPath(parsing: "$['a/b'][0]['0']['~']").first(in: root))
        let found = try JSONPath.paths(orPointer: match.pointer).compactMap { $0.first(in: root)?.value.index }
        #expect(found == [match.value.index])
    }
}
