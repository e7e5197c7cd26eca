import TestWidth
import Testing

@testable import AttacheCore

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct NetworkRulesJudgementTests {
    private let strict = NetworkRules(cellularSkip: [.video], cellularWithoutExtension: .skip, lowData: .skip)

    @Test("Rules that download everything reject only a missing link", arguments: Network.presets)
    func permissive(network: Network) {
        let reasons = NetworkRules().refusals(on: network, kindOfExtension: .video, hasExtension: true)
        #expect(reasons.map(\.code) == (network.name == "offline" ? [.networkOffline] : []))
    }

    @Test("All reasons are reported, in the order of the device's checks")
    func all() {
        var network = Network.lte
        network.isConstrained = true
        let reasons = strict.refusals(on: network, kindOfExtension: .video, hasExtension: true)
        #expect(reasons.map(\.code) == [.networkLowData, .networkCellularSkip])
    }
}
