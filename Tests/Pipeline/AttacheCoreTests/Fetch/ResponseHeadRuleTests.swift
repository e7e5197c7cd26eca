import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ResponseHeadRuleTests {
    private let rule = ResponseHeadRule(policy: Policy(name: "test"))

    private func decide(_ status: Int, _ fields: [(String, String)] = []) -> TransferDecision {
        rule.decide(ResponseHead(status: status, fields: fields.map { (name: $0.0, value: $0.1) }), limit: 100)
    }

    private func refusal(_ status: Int, _ fields: [(String, String)] = []) -> Reason? {
        guard case .refuse(let reason) = decide(status, fields) else { return nil }
        return reason
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func redirectsNeedNoBody(_ status: Int) {
        #expect(decide(status) == .discard)
    }

    @Test(arguments: [
        (300, true), (304, true), (305, true), (306, true), (400, true), (404, true), (410, true), (408, false),
        (425, false), (429, false), (500, false), (503, false), (599, false),
    ])
    func otherStatusesAreRejected(_ status: Int, isPermanent: Bool) {
        #expect(refusal(status)?.code == .fetchStatus)
        #expect(refusal(status)?.isPermanent == isPermanent)
    }

    @Test(arguments: [(304, true), (300, false), (404, false)])
    func notModifiedIsAcceptedOnlyForConditionalRequests(_ status: Int, isTaken: Bool) {
        let asking = ResponseHeadRule(policy: Policy(name: "test"), isConditional: true)
        #expect((asking.decide(ResponseHead(status: status, fields: []), limit: 100) == .discard) == isTaken)
        #expect(decide(status) != .discard)
    }

    @Test(arguments: [204, 205])
    func statusesWithoutBodyAreEmpty(_ status: Int) {
        #expect(refusal(status)?.code == .fetchEmpty)
    }

    @Test(arguments: [
        ("bytes 0-9/10", true), ("bytes 0-8/10", false), ("bytes 1-9/10", false), ("bytes 0-9/*", false),
        ("bytes 0-9223372036854775807/1", false), ("", false),
    ])
    func partialContentIsAcceptedOnlyIfComplete(_ range: String, isTaken: Bool) {
        #expect((decide(206, [("Content-Range", range)]) == .proceed) == isTaken)
    }

    @Test(arguments: [("100", true), ("101", false)])
    func declaredLengthIsLimited(_ length: String, passes: Bool) {
        #expect((decide(200, [("content-length", length)]) == .proceed) == passes)
        if !passes { #expect(refusal(200, [("Content-Length", length)])?.code == .sizeTooLarge) }
    }

    @Test(arguments: [("identity", true), ("gzip", false), ("br", false)])
    func encodedBodiesAreRejected(_ encoding: String, passes: Bool) {
        #expect((decide(200, [("Content-Encoding", encoding)]) == .proceed) == passes)
    }
}
