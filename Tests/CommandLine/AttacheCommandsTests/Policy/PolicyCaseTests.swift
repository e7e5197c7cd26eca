import AttacheCore
import PolicyFiles
import TestWidth
import Testing

@testable import AttacheCommands
@testable import CommandSupport
@testable import DeviceCommands

@Suite("Cases of a policy", .inProcess, .timeLimit(.minutes(1)))
struct PolicyCaseTests {
    private func read(_ text: String) -> (test: PolicyCase?, problems: [PolicyProblem]) {
        let file = CaseFile(lines: Array(text.utf8), file: "c")
        var reader = FieldReader(file: "c")
        for problem in file.problems { reader.report(problem) }
        let tests = file.cases.map { PolicyCase($0, &reader) }
        return (reader.problems.isEmpty ? tests.first : nil, reader.problems)
    }

    private static let rest = #""payload":{"aps":{}},"expect":{"outcome":"plain"}"#

    @Test("A case has a name or a place, an envelope, and one answer without its own")
    func standard() throws {
        let test = try #require(read(#"{\#(Self.rest),"network":"lte"}"#).test)
        #expect(test.name == "c#1" && test.responses.count == 1 && test.responses[0].status == 200)
        #expect(String(decoding: test.input, as: UTF8.self) == #"{"network":"lte","payload":{"aps":{}}}"#)
        #expect(read(#"{\#(Self.rest),"name":"n"}"#).test?.name == "n")
    }

    @Test(
        "An answer has a status, fields and a body",
        arguments: [
            (#"{"status":404}"#, 404, []), (#"{"location":"/b.png"}"#, 302, ["Location: /b.png"]),
            (#"{"status":307,"location":"/b"}"#, 307, ["Location: /b"]),
            (#"{"body":"photo.png"}"#, 200, ["Content-Type: image/png"]),
            (#"{"body":"photo.png","content-type":"x/y"}"#, 200, ["Content-Type: x/y"]),
            (#"{"headers":{"ETag":"a","Age":3}}"#, 200, ["ETag: a", "Age: 3"]),
        ] as [(String, Int, [String])]
    )
    func responses(_ text: String, status: Int, fields: [String]) throws {
        let test = try #require(read(#"{\#(Self.rest),"response":\#(text)}"#).test)
        #expect(test.responses[0].status == status)
        #expect(test.responses[0].fields.map { "\($0.name): \($0.value)" } == fields)
    }

    @Test("Several answers are those of several requests, and a failure is one")
    func list() throws {
        let test = try #require(read(#"{\#(Self.rest),"response":[{"location":"/b"},{"fails":"fetch.tls"}]}"#).test)
        #expect(test.responses.map(\.failure) == [nil, .fetchTLS])
    }

    @Test(
        "Every mistake is reported with its place, and makes the case unusable",
        arguments: [
            ("[]", [""]), ("{", [""]), ("{}", ["", ""]), (#"{"payload":{}}"#, [""]),
            (#"{"payload":{},"expect":{}}"#, ["expect"]),
            (#"{"payload":{},"expect":{"outcom":"plain"}}"#, ["expect.outcom"]),
            (#"{"payload":{},"expect":{"outcome":"seen"}}"#, ["expect.outcome"]),
            (#"{"payload":{},"expect":{"reason":"x.y","reasons":["a"]}}"#, ["expect.reason", "expect.reasons[0]"]),
            (#"{"payload":{},"expect":{"outcome":"plain"},"network":3,"nte":1}"#, ["network", "nte"]),
            (
                #"{"payload":{},"expect":{"outcome":"plain"},"response":{"status":99,"body":"x","fails":"url.invalid"}}"#,
                ["response.status", "response.body", "response.fails"]
            ),
            (
                #"{"payload":{},"expect":{"outcome":"plain"},"response":[{},{"location":1.5,"headers":[]}]}"#,
                ["response[1].headers"]
            ),
        ]
    )
    func mistakes(_ text: String, paths: [String]) {
        let (test, problems) = read(text)
        #expect(test == nil && problems.map(\.keyPath) == paths, "\(problems)")
        #expect(problems.allSatisfy { $0.file == "c" && $0.line == 1 && !$0.fix.isEmpty })
    }

    @Test("Expectations are compared in the order of the file")
    func order() throws {
        let test = try #require(
            read(#"{"payload":{},"expect":{"reason":null,"outcome":"plain","attachments":0}}"#).test
        )
        #expect(test.expectations.map(\.member) == [.reason, .outcome, .attachments])
    }

    @Test(
        "An expected value has what it names, and the result may have more",
        arguments: [
            (#"{"a":1,"b":[{"c":"d"}]}"#, #"{"a":1.0}"#, true), (#"{"a":1}"#, #"{"a":2}"#, false),
            (#"{"b":[{"c":"d","e":1}]}"#, #"{"b":[{"c":"d"}]}"#, true), (#"{"b":[1,2]}"#, #"{"b":[1]}"#, false),
            (#"{"a":1}"#, #"{"x":null}"#, true), (#"{"a":1}"#, #"{"a":null}"#, false), (#""é""#, #""\u00e9""#, true),
            ("true", "true", true), ("true", "\"true\"", false),
        ]
    )
    func subset(_ found: String, _ expected: String, isContained: Bool) throws {
        let root = try #require(MarkedFile(Array(expected.utf8), file: "expected.json").root)
        #expect(PolicyExpectation.contains(try JSONDocument(parsing: Array(found.utf8)).root, root) == isContained)
    }
}
