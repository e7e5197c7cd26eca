import AttacheCore
import TestWidth
import Testing

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSLoadTests {
    @Test("The sixteen loads have nscurl's order and names")
    func names() throws {
        let loads = ATSLoad.sixteen(for: try .reading("h.example"))
        #expect(
            loads.map(\.name) == [
                "ATS Default Connection", "Allow All Loads", "TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1.0",
                "Disabling Perfect Forward Secrecy", "Disabling Perfect Forward Secrecy and Allowing Insecure HTTP",
                "TLSv1.3 with PFS disabled", "TLSv1.2 with PFS disabled", "TLSv1.1 with PFS disabled",
                "TLSv1.0 with PFS disabled", "TLSv1.3 with PFS disabled and insecure HTTP allowed",
                "TLSv1.2 with PFS disabled and insecure HTTP allowed",
                "TLSv1.1 with PFS disabled and insecure HTTP allowed",
                "TLSv1.0 with PFS disabled and insecure HTTP allowed",
            ]
        )
        #expect(Set(loads.map(\.section)).count == 7)
    }

    @Test("Each load uses the settings of its name")
    func dictionaries() throws {
        let loads = ATSLoad.sixteen(for: try .reading("h.example"))
        #expect(loads[0].dictionary == ATSDictionary())
        #expect(loads[1].dictionary == .with { $0.allowsArbitraryLoads = true })
        for (index, load) in loads.enumerated().dropFirst(2) {
            let rules = try #require(load.dictionary.exceptionDomains["h.example"])
            #expect(rules.requiresForwardSecrecy == (index < 6), "\(load.name)")
            #expect(rules.allowsInsecureHTTPLoads == (index == 7 || index >= 12), "\(load.name)")
            let version = TLSVersion.allCases.first { load.name.hasPrefix($0.rawValue) }
            #expect(rules.minimumTLSVersion == version ?? .tls12, "\(load.name)")
        }
    }

    @Test("Release and interpretation match the context, and an address key has no brackets")
    func terms() throws {
        var terms = ATSDictionary.with(.ios10) { $0.allowsArbitraryLoads = true }
        terms.readings.subdomains = .oneLabel
        let loads = ATSLoad.sixteen(for: try .reading("[2001:db8::1]"), withReadings: terms)
        #expect(loads.allSatisfy { $0.dictionary.profile == .ios10 })
        #expect(loads.allSatisfy { $0.dictionary.readings.subdomains == .oneLabel })
        #expect(loads[0].dictionary.allowsArbitraryLoads == nil)
        #expect(loads[2].dictionary.exceptionDomains.keys.first == "2001:db8::1")
    }
}
