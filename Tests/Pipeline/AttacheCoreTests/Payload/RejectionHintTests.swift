import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// What to do about text that is not a payload.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RejectionHintTests {
    private func rejection(_ text: String, line: Int? = nil) throws -> Reason {
        let item = InputItem(source: "test", line: line, content: .bytes(Array(text.utf8)), arrival: .now)
        guard case .failure(let rejected) = PayloadReader().read(item) else {
            throw ConfigurationError(problems: ["\(text) was not rejected"])
        }
        return try #require(rejected.reasons.first)
    }

    @Test(
        "The fix of invalid JSON is that of the mistake",
        arguments: [
            (#"{"aps":{}} {"aps":{}}"#, nil, "--ndjson"), (#"{"aps":{},}"#, nil, "comma"),
            ("{// x\n\"aps\":{}}", nil, "comment"), ("{\"aps\":{} # x\n}", nil, "comment"),
            (#"{'aps':{}}"#, nil, "double quotes"), (#"{"aps":{}"#, nil, "cut off"), ("{", 1, "jq -c"),
            (#""aps": {"#, 2, "jq -c"), ("}", 3, "jq -c"), (#"{"aps":{}} {}"#, 1, "its own line"),
            ("\u{FEFF}{}", nil, "byte order mark"),
        ] as [(String, Int?, String)]
    )
    func invalidJSON(_ text: String, line: Int?, words: String) throws {
        let reason = try rejection(text, line: line)
        #expect(reason.code == .payloadInvalidJSON)
        #expect(reason.fix?.contains(words) == true, "\(reason)")
    }

    @Test(
        "A URL alone is named as one, and what is not encoded in it",
        arguments: [
            ("https://h/a.png\n", "attache explain"),
            ("https://api.day.app/key/x?icon=https://h/a.png", "icon=https%3A"),
            ("https://h/x?a=1&u=http://b", "u=https%3A"), ("https://h/x?u=https%3A%2F%2Fb", "attache explain"),
        ]
    )
    func loneURL(_ text: String, words: String) throws {
        let reason = try rejection(text)
        #expect(reason.code == .payloadInvalidJSON && reason.fix?.contains(words) == true, "\(reason)")
        #expect(!reason.message.contains("key"))
    }

    @Test(
        "Other objects without aps are not taken for a request",
        arguments: ["{}", #"{"message":"x"}"#, #"{"to":"x"}"#]
    )
    func noRequest(_ text: String) throws {
        #expect(try rejection(text).message.contains("aps"))
    }

    @Test("An envelope without a payload is named as one")
    func emptyEnvelope() throws {
        #expect(try rejection(#"{"id":"x","deadline_ms":300}"#).message.contains("envelope"))
        #expect(try !rejection(#"{"payload":{"id":"1"}}"#).message.contains("envelope"))
    }

    @Test(
        "Members of an envelope that are not read are reported, all at once",
        arguments: [
            (#""deadlin_ms":300,"nte":1"#, Severity.warning), (#""campaign":"spring""#, .note), (#""uid":"7""#, .note),
        ]
    )
    func unknownMembers(_ members: String, severity: Severity) throws {
        let text = #"{\#(members),"payload":{"aps":{"alert":"x"}}}"#
        let item = InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
        let notification = try PayloadReader().read(item).get()
        let findings = notification.findings.filter { $0.code == .payloadUnknownMember }
        #expect(findings.count == 1 && findings.first?.severity == severity)
        if severity == .warning {
            #expect(findings.first?.message.contains("deadline_ms") == true)
            #expect(findings.first?.message.contains("nte") == true)
        }
    }
}
