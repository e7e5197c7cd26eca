import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct TLSVersionRuleTests {
    @Test("The required version passes, an older one fails", arguments: TLSVersion.allCases, TLSVersion.allCases)
    func versions(version: TLSVersion, minimum: TLSVersion) throws {
        var demands = TLSDemands.standard
        demands.minimumVersion = minimum
        let reason = TLSVersionRule().reason(against: .testing(version), under: demands, host: .name("h.example"))
        #expect(reason?.code == (version < minimum ? .atsTLSVersion : nil))
    }

    @Test("The default is TLS 1.2, and none requires nothing")
    func defaults() {
        let rule = TLSVersionRule()
        let host = MediaHost.name("h.example")
        #expect(rule.reason(against: .testing(.tls11), under: .standard, host: host) != nil)
        #expect(rule.reason(against: .testing(.tls12), under: .standard, host: host) == nil)
        #expect(rule.reason(against: .testing(.tls10), under: .none, host: host) == nil)
    }
}
