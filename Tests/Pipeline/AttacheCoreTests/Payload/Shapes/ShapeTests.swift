import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttachePayload

/// What the phone receives for a request to a push service, and the way back.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ShapeTests {
    private func item(_ text: String) -> InputItem {
        InputItem(source: "test", content: .bytes(Array(text.utf8)), arrival: .now)
    }

    private func read(_ text: String) throws(RejectedPayload) -> AttacheCore.Notification {
        try PayloadReader().read(item(text)).get()
    }

    private func rewrite(_ text: String, _ outcome: Outcome, reasons: [Reason] = []) throws -> RewriteResult {
        let policy = try #require(ShapeCase.policy)
        return Rewriter().rewrite(
            try read(text),
            of: item(text),
            under: EvaluationContext(policy: policy, network: .wifi, deadline: Deadline(at: .now), findings: []),
            stop: GateStop(outcome, reasons),
            elapsed: .zero
        )
    }

    private func payload(_ text: String, _ outcome: Outcome) throws -> String {
        String(decoding: try #require(try rewrite(text, outcome).payload), as: UTF8.self)
    }

    @Test("The payload is built of the request's own text", arguments: ShapeCase.all)
    func delivered(_ test: ShapeCase) throws {
        let notification = try read(test.request)
        #expect(notification.delivery?.shape == test.shape)
        #expect(String(decoding: notification.payload.bytes, as: UTF8.self) == test.delivered)
    }

    @Test("A request with shown media comes back byte for byte", arguments: ShapeCase.all)
    func roundTrip(_ test: ShapeCase) throws {
        #expect(try payload(test.request, .attached) == test.request)
        #expect(try payload(test.request, .untouched) == test.request)
        // White space between tokens is all that is lost.
        #expect(try payload(" \n\(test.request)\t", .attached) == test.request)
    }

    @Test("A plain request loses its media and nothing else", arguments: ShapeCase.all)
    func plain(_ test: ShapeCase) throws {
        #expect(test.plain != test.request)
        let plain = try payload(test.request, .plain)
        #expect(plain == test.plain)
        #expect(JSONDocument.isCompleteValue(Array(plain.utf8)))
    }

    @Test("A reason names the place in the request", arguments: ShapeCase.all)
    func pointers(_ test: ShapeCase) throws {
        let notification = try read(test.request)
        let policy = try #require(ShapeCase.policy)
        let found = policy.payload.media.flatMap { $0.url.matches(in: notification.payload.root) }
        let reason = Reason(.fetchStatus, "No.", pointer: try #require(found.first).pointer)
        #expect(try rewrite(test.request, .plain, reasons: [reason]).reasons.first?.pointer == test.pointer)
    }

    @Test(
        "The envelope of a request gives its identifier",
        arguments: ShapeCase.all.filter { $0.request.hasPrefix("{") }
    )
    func envelope(_ test: ShapeCase) throws {
        let result = try rewrite(#"{"id":7,"payload":\#(test.request)}"#, .plain)
        #expect(result.shape == test.shape && result.identifier == Array("7".utf8))
        #expect(result.payload == Array(test.plain.utf8))
    }

    @Test(
        "An object with aps at its root stays a payload",
        arguments: ShapeCase.all.filter { $0.request.hasPrefix("{") }
    )
    func payloads(_ test: ShapeCase) throws {
        let text = #"{"aps":{"alert":"x"},"# + test.request.dropFirst()
        let notification = try read(text)
        #expect(notification.delivery == nil)
        #expect(notification.payload.bytes == Array(text.utf8))
    }

    @Test("The result names the shape")
    func resultMember() throws {
        let json = String(decoding: try rewrite(ShapeCase.all[0].request, .plain).json(), as: UTF8.self)
        #expect(json.hasPrefix(#"{"schema":"attache/1","source":"test","shape":"fcm-v1","outcome":"plain""#))
    }

    @Test(
        "Every shape has a case",
        arguments: RequestShapes.all.map { $0.name }.filter { !["iterable", "fcm-legacy"].contains($0) }
    )
    func coverage(_ name: String) { #expect(ShapeCase.all.contains { $0.shape == name }) }

    @Test("The fix for a missing mutable-content names the member of the request", arguments: ShapeCase.all)
    func advice(_ test: ShapeCase) throws {
        let reason = Reason(.gateMutableContentMissing, "No.", fix: "Other.")
        let fix = try rewrite(test.request, .untouched, reasons: [reason]).reasons.first?.fix
        #expect(fix == RequestShapes.all.first { $0.name == test.shape }?.extensionAdvice)
    }
}
