import AttacheCore
import TestWidth
import Testing

/// Which exception applies to a host: the rows of Apple's pages on NSExceptionDomains and NSIncludesSubdomains.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSEvaluatorTests {
    private func isGoverned(
        _ host: String,
        by key: String,
        _ rules: ATSDictionary.ExceptionDomain = .init(),
        _ profile: ATSDictionary.Profile = .ios17
    ) throws -> Bool {
        let dictionary = ATSDictionary.with(profile) { $0.exceptionDomains[key] = rules }
        return try ATSEvaluator(dictionary).exception(for: .reading(host)) != nil
    }

    @Test(
        "Host keys match as written",
        arguments: [
            ("example.com", "example.com", true), ("EXAMPLE.com", "example.com", true),
            // Upper-case keys, ports, trailing full stops and wildcards match nothing.
            ("example.com", "Example.com", false), ("example.com", "example.com:80", false),
            ("example.com", "example.com.", false), ("math.example.com", "*.example.com", false),
            ("math.example.com", ".example.com", false), ("example.com", "com", false),
            ("math.example.com", "example.com", false), ("example.com", "math.example.com", false),
            ("bücher.example", "xn--bcher-kva.example", true), ("bücher.example", "bücher.example", false),
            ("localhost", "localhost", true),
        ]
    )
    func keys(host: String, key: String, matches: Bool) throws {
        #expect(try isGoverned(host, by: key) == matches)
    }

    @Test(
        "Subdomains are those of every level, or of one by the other interpretation, on every release",
        arguments: [
            ("example.com", true, true), ("math.example.com", true, true), ("a.math.example.com", true, false),
            ("notexample.com", false, false), ("example.com.evil.example", false, false),
        ],
        ATSDictionary.Profile.allCases
    )
    func subdomains(row: (host: String, everyLevel: Bool, oneLabel: Bool), profile: ATSDictionary.Profile) throws {
        var dictionary = ATSDictionary.with(profile) {
            $0.exceptionDomains["example.com"] = ATSDictionary.exception { $0.includesSubdomains = true }
        }
        #expect(try (ATSEvaluator(dictionary).exception(for: .reading(row.host)) != nil) == row.everyLevel)
        dictionary.readings.subdomains = .oneLabel
        #expect(try (ATSEvaluator(dictionary).exception(for: .reading(row.host)) != nil) == row.oneLabel)
    }

    @Test("The nearest parent that includes subdomains applies, beyond one that does not")
    func nearest() throws {
        let dictionary = ATSDictionary.with {
            $0.exceptionDomains["example.com"] = ATSDictionary.httpSubdomainsException
            $0.exceptionDomains["a.example.com"] = ATSDictionary.exception { $0.includesSubdomains = true }
            $0.exceptionDomains["b.a.example.com"] = ATSDictionary.exception { $0.minimumTLSVersion = .tls10 }
        }
        let evaluator = ATSEvaluator(dictionary)
        #expect(
            try evaluator.exception(for: .reading("x.b.a.example.com")) == dictionary.exceptionDomains["a.example.com"]
        )
        #expect(try evaluator.exception(for: .reading("x.b.example.com")) == ATSDictionary.httpSubdomainsException)
    }

    @Test(
        "Address and CIDR keys count from iOS 17 on",
        arguments: [
            ("192.0.2.1", "192.0.2.1", true), ("192.0.2.2", "192.0.2.1", false), ("192.0.2.255", "192.0.2.0/24", true),
            ("192.0.3.0", "192.0.2.0/24", false), ("[2001:db8::1]", "2001:db8::1", true),
            ("[2001:db8::1]", "2001:DB8:0::1", true), ("[2001:db8::1]", "2001:db8::/32", true),
            ("[2001:db9::1]", "2001:db8::/32", false), ("100.64.1.1", "100.64.0.0/10", true),
            ("8.8.8.8", "0.0.0.0/0", true), ("8.8.8.8", "::/0", false),
        ]
    )
    func addressKeys(host: String, key: String, matches: Bool) throws {
        #expect(try isGoverned(host, by: key) == matches)
        #expect(try !isGoverned(host, by: key, .init(), .ios10))
        #expect(try !isGoverned(host, by: key, .init(), .ios9))
    }

    @Test("Names and addresses do not cover each other, and subdomains do not apply to addresses")
    func namesAndAddresses() throws {
        let subdomains = ATSDictionary.exception { $0.includesSubdomains = true }
        #expect(try !isGoverned("192.0.2.1", by: "example.com", subdomains))
        #expect(try !isGoverned("example.com", by: "192.0.2.1", subdomains))
        #expect(try !isGoverned("7.192.0.2.1", by: "192.0.2.1", subdomains))
        #expect(try !isGoverned("192.0.2.1", by: "0.2.1", subdomains))
    }

    @Test("The most specific exception wins")
    func specificity() throws {
        let dictionary = ATSDictionary.with {
            $0.exceptionDomains["example.com"] = ATSDictionary.httpSubdomainsException
            $0.exceptionDomains["math.example.com"] = ATSDictionary.exception()
            $0.exceptionDomains["10.0.0.0/8"] = ATSDictionary.httpException
            $0.exceptionDomains["10.1.0.0/16"] = ATSDictionary.exception()
            $0.exceptionDomains["10.1.1.1"] = ATSDictionary.httpException
        }
        let evaluator = ATSEvaluator(dictionary)
        func allows(_ host: String) throws -> Bool? {
            try evaluator.exception(for: .reading(host))?.allowsInsecureHTTPLoads
        }
        #expect(try allows("example.com") == true)
        #expect(try allows("art.example.com") == true)
        #expect(try allows("math.example.com") == false)
        #expect(try allows("10.9.9.9") == true)
        #expect(try allows("10.1.9.9") == false)
        #expect(try allows("10.1.1.1") == true)
        #expect(try allows("11.0.0.0") == nil)
    }

    @Test("Pins apply to names only, and not before iOS 14")
    func pins() throws {
        var pins = ATSDictionary.PinnedDomain()
        pins.includesSubdomains = true
        func isPinned(_ host: String, _ profile: ATSDictionary.Profile) throws -> Bool {
            let dictionary = ATSDictionary.with(profile) {
                $0.pinnedDomains["example.com"] = pins
                $0.pinnedDomains["192.0.2.1"] = pins
            }
            return try ATSEvaluator(dictionary).pins(for: .reading(host)) != nil
        }
        for profile in [ATSDictionary.Profile.ios10, .ios17] {
            #expect(try isPinned("example.com", profile))
            #expect(try isPinned("a.example.com", profile))
            #expect(try isPinned("a.b.example.com", profile))
            #expect(try !isPinned("example.com.evil.example", profile))
            #expect(try !isPinned("192.0.2.1", profile))
        }
        #expect(try !isPinned("example.com", .ios9))
    }
}
