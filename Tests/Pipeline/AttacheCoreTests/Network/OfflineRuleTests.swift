import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct OfflineRuleTests {
    @Test("A missing link is -1009, and a later attempt may succeed")
    func offline() throws {
        let reason = try #require(OfflineRule.refusal(on: .offline))
        #expect(reason.code == .networkOffline)
        #expect(reason.apple == .url(-1009))
        #expect(reason.severity == .block)
        #expect(!reason.isPermanent)
    }

    @Test("Any link passes, even one that loses everything", arguments: Network.presets.filter { $0.kind != .none })
    func online(network: Network) {
        #expect(OfflineRule.refusal(on: network) == nil)
    }
}
