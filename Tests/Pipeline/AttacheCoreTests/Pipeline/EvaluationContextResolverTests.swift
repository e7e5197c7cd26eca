import AttacheCore
import TestWidth
import Testing

/// The deadline of an item.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct EvaluationContextResolverTests {
    private struct NoPush: Error {}

    private static let bare = #"{"aps":{"alert":"x"}}"#
    private static let timed = #"{"deadline_ms":5000,"payload":{"aps":{"alert":"x"}}}"#

    /// The time from the arrival of an item, 2 s before its processing starts, to its deadline.
    private func time(_ text: String, asked: Duration? = nil, configured: Duration? = nil) throws -> Duration {
        let received = ContinuousClock.now
        let item = InputItem(
            source: "test",
            content: .bytes(Array(text.utf8)),
            arrival: received.advanced(by: .seconds(2)),
            received: received
        )
        guard case .success(let notification) = PayloadReader().read(item) else { throw NoPush() }
        let resolver = EvaluationContextResolver(
            policies: PolicySet([Policy(name: "test")]),
            networks: [.wifi],
            policy: "test",
            network: "wifi",
            timeout: configured,
            ats: nil
        )
        let terms = try resolver.context(for: notification, of: item, asked: RequestOverrides(timeout: asked))
        return received.duration(to: terms.deadline.instant)
    }

    @Test func extensionTimeStartsWithProcessing() throws {
        #expect(try time(Self.bare) == .seconds(32))
        #expect(try time(Self.bare, configured: .seconds(10)) == .seconds(12))
        #expect(try time(Self.bare, asked: .seconds(3), configured: .seconds(10)) == .seconds(5))
    }

    @Test func sendersTimeStartsWithArrival() throws {
        #expect(try time(Self.timed) == .seconds(5))
        #expect(try time(Self.timed, asked: .seconds(3), configured: .seconds(10)) == .seconds(5))
    }
}
