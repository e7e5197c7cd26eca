import AttacheCore
import TestWidth
import Testing

/// The public addresses of this machine.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct EgressPolicyOwnAddressTests {
    private static let own = IPAddress.v4(0x0808_0808)
    private static let host = MediaHost.name("media.example")

    @Test(arguments: [(own, false), (.v6(high: 0, low: 0xFFFF_0808_0808), false), (.v4(0x0808_0809), true)])
    func ownAddressIsDeniedAndItsNeighbourIsNot(address: IPAddress, isPermitted: Bool) {
        let policy = EgressPolicy(ownAddresses: [Self.own])
        let reason = policy.refusal(dialling: address, host: Self.host, port: 443)
        #expect((reason == nil) == isPermitted)
        #expect(isPermitted || reason?.code == .egressAddressDenied)
    }

    @Test(arguments: ["8.8.8.8", "8.8.0.0/16", "8.8.8.8:443"])
    func allowanceOpensOwnAddress(option: String) throws {
        let policy = EgressPolicy(
            allowedAddresses: [try AddressAllowance(parsing: option)],
            ownAddresses: [Self.own]
        )
        #expect(policy.refusal(dialling: Self.own, host: Self.host, port: 443) == nil)
    }

    @Test func ownAddressAmongOthersDeniesAnswer() {
        let policy = EgressPolicy(ownAddresses: [Self.own])
        let verdict = policy.judge(addresses: [.v4(0x0101_0101), Self.own], host: Self.host, port: 443)
        guard case .refused(let reasons) = verdict else {
            Issue.record("The answer was permitted.")
            return
        }
        #expect(reasons.map(\.code) == [.egressMixedAnswers])
    }
}
