import TestWidth
import Testing

@testable import AttacheCore

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct LowDataRuleTests {
    @Test(
        "Only Low Data Mode with an extension that respects it rejects",
        arguments: [
            (Network.lowData, NetworkRules.Choice.skip, true),
            (Network.lowData, .download, false),
            (Network.wifi, .skip, false),
            (Network.lte, .skip, false),
        ]
    )
    func lowData(network: Network, choice: NetworkRules.Choice, isRefused: Bool) {
        let reason = LowDataRule.refusal(on: network, under: NetworkRules(lowData: choice))
        #expect(reason?.code == (isRefused ? .networkLowData : nil))
    }
}
