import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct RequestRulesTests {
    private func codes(_ text: String, _ context: RequestContext = .testing()) throws -> [ReasonCode] {
        try RequestRules.standard.reasons(for: .reading(text), in: context).map(\.code)
    }

    @Test(
        "Every reason is listed, the device's before the operator's",
        arguments: [
            ("https://h.example/a.png", []),
            ("http://h.example:22/", [.atsInsecureHTTP, .urlPort]),
            ("http://8.8.8.8:22/", [.atsInsecureHTTP, .urlPort]),
            ("http://127.0.0.1:22/", [.atsLocalHTTP, .urlPort, .egressAddressDenied]),
            ("http://127.0.0.1/", [.atsLocalHTTP, .egressAddressDenied]),
            ("http://100.64.0.1:22/", [.atsInsecureHTTP, .urlPort, .egressAddressDenied]),
            ("http://localhost:22/", [.atsLocalHTTP, .urlPort, .urlHostLocal]),
            ("http://x.internal/", [.atsInsecureHTTP, .urlHostLocal]),
            ("http://x.internal:22/", [.atsInsecureHTTP, .urlPort, .urlHostLocal]),
        ] as [(String, [ReasonCode])]
    )
    func order(text: String, wanted: [ReasonCode]) throws {
        #expect(try codes(text) == wanted)
    }

    @Test("The standard list contains the device's rules, then the operator's")
    func lists() {
        let names = { (rules: [any RequestRule]) in rules.map { "\(type(of: $0))" } }
        #expect(names(RequestRules.standard) == names(RequestRules.device + RequestRules.egress))
        #expect(names(RequestRules.standard) == ["ATSInsecureHTTPRule", "PortRule", "HostRule", "AddressRule"])
    }
}
