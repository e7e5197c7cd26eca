import AttacheCore
import TestWidth
import Testing

/// Precedence of keys: the rows of Apple's pages on NSAppTransportSecurity and its global keys.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSEvaluatorPrecedenceTests {
    private func permits(_ host: String, _ dictionary: ATSDictionary) throws -> Bool {
        try ATSEvaluator(dictionary).permitsHTTP(.reading(host)).isPermitted
    }

    @Test("Without keys http is blocked, with arbitrary loads it is not", arguments: ATSDictionary.Profile.allCases)
    func arbitraryLoads(profile: ATSDictionary.Profile) throws {
        #expect(try !permits("example.com", .with(profile)))
        #expect(try !permits("example.com", .with(profile) { $0.allowsArbitraryLoads = false }))
        #expect(try permits("example.com", .with(profile) { $0.allowsArbitraryLoads = true }))
        #expect(try permits("8.8.8.8", .with(profile) { $0.allowsArbitraryLoads = true }))
    }

    @Test("An exception overrides the global keys even when it is empty", arguments: ATSDictionary.Profile.allCases)
    func emptyException(profile: ATSDictionary.Profile) throws {
        let dictionary = ATSDictionary.with(profile) {
            $0.allowsArbitraryLoads = true
            $0.exceptionDomains["example.com"] = ATSDictionary.exception()
            $0.exceptionDomains["localhost"] = ATSDictionary.exception()
        }
        #expect(try !permits("example.com", dictionary))
        #expect(try !permits("localhost", dictionary))
        #expect(try permits("other.example", dictionary))
        // Without NSIncludesSubdomains the subdomain does not match, and the global key applies.
        #expect(try permits("a.example.com", dictionary))
    }

    @Test("An exception may allow http without a global key", arguments: ATSDictionary.Profile.allCases)
    func exception(profile: ATSDictionary.Profile) throws {
        let dictionary = ATSDictionary.with(profile) {
            $0.exceptionDomains["example.com"] = ATSDictionary.httpException
        }
        #expect(try permits("example.com", dictionary))
        #expect(try !permits("a.example.com", dictionary))
    }

    @Test("A narrower global key of any value disables arbitrary loads, from iOS 10 on", arguments: [true, false])
    func neutralised(value: Bool) throws {
        let changes: [(inout ATSDictionary) -> Void] = [
            { $0.allowsArbitraryLoadsForMedia = value }, { $0.allowsArbitraryLoadsInWebContent = value },
            { $0.allowsLocalNetworking = value },
        ]
        for change in changes {
            for profile in ATSDictionary.Profile.allCases {
                let dictionary = ATSDictionary.with(profile) {
                    $0.allowsArbitraryLoads = true
                    change(&$0)
                }
                // iOS 9 knows none of them and does the opposite.
                #expect(try permits("example.com", dictionary) == (profile == .ios9))
                #expect(ATSEvaluator(dictionary).allowsArbitraryLoads == (profile == .ios9))
            }
        }
    }

    @Test("By the older interpretation only YES of the local key disables arbitrary loads", arguments: [true, false])
    func localNetworkingReading(value: Bool) throws {
        let dictionary = ATSDictionary.with {
            $0.allowsArbitraryLoads = true
            $0.allowsLocalNetworking = value
            $0.readings.localNetworkingNoEndsArbitraryLoads = false
        }
        #expect(try permits("example.com", dictionary) == !value)
    }

    @Test("Neither the media key nor the web key allows a download", arguments: ATSDictionary.Profile.allCases)
    func narrowKeys(profile: ATSDictionary.Profile) throws {
        #expect(try !permits("example.com", .with(profile) { $0.allowsArbitraryLoadsForMedia = true }))
        #expect(try !permits("example.com", .with(profile) { $0.allowsArbitraryLoadsInWebContent = true }))
        #expect(try !permits("example.com", .with(profile) { $0.allowsLocalNetworking = true }))
    }
}
