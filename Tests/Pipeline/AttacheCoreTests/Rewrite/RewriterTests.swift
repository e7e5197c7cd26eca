import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RewriterTests {
    private struct NoPush: Error {}

    private let payload =
        #"{"z":18446744073709551617,"aps":{"alert":"x","mutable-content":1,"badge":-2},"ct_mediaUrl":"u","a":0.10,"ct_mediaType":"t","b":1e400}"#
    private let item = InputItem(source: "test", content: .bytes([]), arrival: .now)

    private func result(_ outcome: Outcome) throws -> RewriteResult {
        let input = InputItem(source: "test", content: .bytes(Array(payload.utf8)), arrival: .now)
        guard case .success(let notification) = PayloadReader().read(input) else { throw NoPush() }
        let policy = Policy(
            name: "test",
            payload: PayloadRules(media: [
                .init(url: try JSONPath(parsing: "$.ct_mediaUrl"), type: try JSONPath(parsing: "$.ct_mediaType"))
            ])
        )
        let terms = EvaluationContext(policy: policy, network: .wifi, deadline: Deadline(at: .now), findings: [])
        return Rewriter().rewrite(
            notification,
            of: item,
            under: terms,
            stop: GateStop(outcome, [Reason(.gateNoMedia, "None.")]),
            elapsed: .milliseconds(3)
        )
    }

    @Test func plainLosesOnlyMediaMembers() throws {
        let expected =
            #"{"z":18446744073709551617,"aps":{"alert":"x","mutable-content":1,"badge":-2},"a":0.10,"b":1e400}"#
        #expect(try result(.plain).payload == Array(expected.utf8))
    }

    @Test func untouchedIsAsReceived() throws {
        #expect(try result(.untouched).payload == Array(payload.utf8))
    }

    @Test func reportMembersAreInOrder() throws {
        let expected = [
            #"{"schema":"attache/1","source":"test","outcome":"untouched","policy":"test","network":"wifi","#,
            #""content":{"body":"x","badge":0,"userInfo":\#(payload)},"payload":\#(payload),"#,
            #""reasons":[{"code":"gate.no-media","severity":"note","permanent":true,"message":"None.","stage":"gate"}],"#,
            #""stages":{"payload":{"ran":true,"passed":true,"bytes":\#(payload.utf8.count)},"#,
            #""gate":{"ran":true,"passed":false},"policy":{"ran":false},"fetch":{"ran":false},"#,
            #""inspect":{"ran":false},"attach":{"ran":false},"rewrite":{"ran":true,"passed":true}},"#,
            #""timing":{"total_ms":3}}"#,
        ]
        #expect(String(decoding: try result(.untouched).json(), as: UTF8.self) == expected.joined())
    }

    @Test func rejectedItemHasNeitherContentNorPayload() {
        let rejected = Rewriter().reject(item, RejectedPayload(reasons: []), elapsed: .zero)
        #expect(rejected.content == nil && rejected.payload == nil)
        var writer = JSONWriter()
        ResultEncoder().payload(rejected, to: &writer)
        #expect(writer.bytes == Array("null".utf8))
        writer = JSONWriter()
        ResultEncoder().content(rejected, to: &writer)
        #expect(writer.bytes == Array("null".utf8))
    }
}
