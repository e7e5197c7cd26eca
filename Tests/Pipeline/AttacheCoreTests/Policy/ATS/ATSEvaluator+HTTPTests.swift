import AttacheCore
import AttacheTesting
import TestWidth
import Testing

/// Local destinations by release: the rows of Apple's page on NSAllowsLocalNetworking and the iOS 17 notes.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSEvaluatorHTTPTests {
    private func decision(_ host: String, _ dictionary: ATSDictionary) throws -> HTTPPermission {
        try ATSEvaluator(dictionary).permitsHTTP(.reading(host))
    }

    private static let names = ["localhost", "media", "printer.local", "a.b.local"]
    private static let localAddresses = [
        "127.0.0.1", "127.255.255.255", "10.0.0.0", "10.255.255.255", "172.16.0.0", "172.31.255.255", "192.168.0.0",
        "192.168.255.255", "169.254.0.0", "169.254.255.255", "[::1]", "[fe80::1]", "[febf::1]", "[::ffff:10.0.0.1]",
    ]
    private static let otherAddresses = [
        "8.8.8.8", "9.255.255.255", "11.0.0.0", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0",
        "169.253.255.255", "169.255.0.0", "100.64.0.1", "[2606:4700::1]", "[::2]", "[fec0::1]", "[fd00::1]",
        "126.255.255.255", "128.0.0.0",
    ]

    @Test("iOS 9 blocks every local destination", arguments: names + localAddresses + otherAddresses)
    func ios9(host: String) throws {
        #expect(try !decision(host, .with(.ios9)).isPermitted)
        #expect(try !decision(host, .with(.ios9) { $0.allowsLocalNetworking = true }).isPermitted)
    }

    @Test(
        "iOS 10 to 16 allow unqualified and local names and any address",
        arguments: names + localAddresses + otherAddresses
    )
    func ios10(host: String) throws {
        #expect(try decision(host, .with(.ios10)).reasons.map(\.code) == [.atsLocalHTTP])
    }

    @Test(
        "iOS 17 allows unqualified and local names and local addresses, with a note",
        arguments: names + localAddresses
    )
    func ios17Local(host: String) throws {
        let decision = try decision(host, .with(.ios17))
        #expect(decision.isPermitted)
        #expect(decision.reasons.map(\.code) == [.atsLocalHTTP])
        #expect(decision.reasons.first?.severity == .note)
        #expect(try self.decision(host, .with(.ios17) { $0.allowsLocalNetworking = true }) == decision)
    }

    @Test("iOS 17 blocks every other address, with the key too", arguments: otherAddresses)
    func ios17Other(host: String) throws {
        for dictionary in [ATSDictionary.with(.ios17), .with(.ios17) { $0.allowsLocalNetworking = true }] {
            let decision = try decision(host, dictionary)
            #expect(!decision.isPermitted)
            #expect(decision.reasons.map(\.code) == [.atsInsecureHTTP])
            #expect(decision.reasons.first?.apple == .url(-1022))
        }
    }

    @Test("A CIDR exception allows addresses that the key leaves blocked")
    func sharedAddressSpace() throws {
        let dictionary = ATSDictionary.with {
            $0.allowsLocalNetworking = true
            $0.exceptionDomains["100.64.0.0/10"] = ATSDictionary.httpException
        }
        #expect(try decision("100.64.0.1", dictionary) == .permitted(.exceptionDomain))
        #expect(try !decision("100.128.0.0", dictionary).isPermitted)
    }

    @Test("Where local addresses need the key, names do not", arguments: [nil, false, true])
    func strictReading(key: Bool?) throws {
        let dictionary = ATSDictionary.with {
            $0.readings.localAddressesNeedKey = true
            $0.allowsLocalNetworking = key
        }
        #expect(try decision("10.0.0.1", dictionary).isPermitted == (key == true))
        #expect(try decision("localhost", dictionary).isPermitted == (key != false))
        #expect(try !decision("8.8.8.8", dictionary).isPermitted)
    }

    @Test("An explicit NO blocks local destinations on iOS 17", arguments: names + localAddresses)
    func explicitNo(host: String) throws {
        #expect(try !decision(host, .with(.ios17) { $0.allowsLocalNetworking = false }).isPermitted)
        #expect(try decision(host, .with(.ios10) { $0.allowsLocalNetworking = false }).isPermitted)
    }

    @Test("Public names are not local", arguments: ["example.com", "local.example", "notlocal.example", "x.locals"])
    func publicNames(host: String) throws {
        for profile in ATSDictionary.Profile.allCases {
            #expect(try !decision(host, .with(profile)).isPermitted)
        }
    }

    @Test("Only a local destination gets a note; a rejection reports its cause")
    func reasons() throws {
        let exception = ATSDictionary.with { $0.exceptionDomains["example.com"] = ATSDictionary.exception() }
        let message = try decision("example.com", exception).reasons.first?.message
        #expect(message == GoldenMessages["ats.exception-refuses-http", ["host": "example.com"]])
        #expect(try decision("example.com", .with { $0.allowsArbitraryLoads = true }).reasons.isEmpty)
        #expect(try decision("example.com", .with()).reasons.first?.fix == GoldenMessages["ats.insecure-http.fix"])
    }
}
