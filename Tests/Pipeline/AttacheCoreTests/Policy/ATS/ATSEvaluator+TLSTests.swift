import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSEvaluatorTLSTests {
    /// A session that every rule except that of pins rejects.
    private let weak = TLSSession.testing(
        .tls10,
        "TLS_RSA_WITH_3DES_EDE_CBC_SHA",
        certificates: [.leaf(.rsa(bits: 1024), "SHA1")]
    )
    /// A session that is weak in everything except its certificate.
    private let old = TLSSession.testing(.tls10, "TLS_RSA_WITH_3DES_EDE_CBC_SHA")
    private let everyRefusal: [ReasonCode] = [
        .atsTLSVersion, .atsForwardSecrecy, .atsCipherSuite, .atsCertificateStrength,
    ]

    private func codes(
        _ session: TLSSession,
        _ host: String = "example.com",
        _ dictionary: ATSDictionary = .with()
    ) throws -> [ReasonCode] {
        try ATSEvaluator(dictionary).refusals(of: session, host: .reading(host)).map(\.code)
    }

    @Test("A good session passes; a weak one is rejected with all its weaknesses")
    func standard() throws {
        #expect(try codes(.testing()).isEmpty)
        #expect(try codes(.testing(.tls13, "TLS_AES_256_GCM_SHA384")).isEmpty)
        #expect(try codes(weak) == everyRefusal)
        let reasons = try ATSEvaluator(.with()).refusals(of: weak, host: .reading("example.com"))
        #expect(reasons.allSatisfy { $0.apple?.code == -1200 && $0.severity == .block })
    }

    @Test("Arbitrary loads remove the requirements, but not for a host with an exception")
    func arbitraryLoads() throws {
        let dictionary = ATSDictionary.with {
            $0.allowsArbitraryLoads = true
            $0.exceptionDomains["example.com"] = ATSDictionary.exception()
        }
        // The system's own trust still applies.
        #expect(try codes(weak, "other.example", dictionary) == [.fetchCertificate])
        #expect(try codes(old, "other.example", dictionary).isEmpty)
        #expect(try codes(weak, "example.com", dictionary) == everyRefusal)
    }

    @Test("Local destinations have no requirements in releases that treat them as local")
    func local() throws {
        for host in ["localhost", "printer.local", "10.0.0.1"] {
            #expect(try codes(weak, host) == [.fetchCertificate])
            #expect(try codes(old, host).isEmpty)
            #expect(try codes(weak, host, .with(.ios9)) == everyRefusal)
        }
        #expect(try codes(weak, "8.8.8.8") == everyRefusal)
        #expect(try codes(weak, "8.8.8.8", .with(.ios10)).isEmpty)
    }

    @Test("Allowing http relaxes nothing for https")
    func insecureHTTP() throws {
        let dictionary = ATSDictionary.with { $0.exceptionDomains["example.com"] = ATSDictionary.httpException }
        #expect(try codes(weak, "example.com", dictionary) == everyRefusal)
    }

    @Test("An exception relaxes the version and forward secrecy separately")
    func exceptions() throws {
        func remaining(_ change: (inout ATSDictionary.ExceptionDomain) -> Void) throws -> [ReasonCode] {
            let rules = ATSDictionary.exception(change)
            return try codes(weak, "example.com", .with { $0.exceptionDomains["example.com"] = rules })
        }
        #expect(try remaining { $0.minimumTLSVersion = .tls10 } == Array(everyRefusal.dropFirst()))
        #expect(
            try remaining { $0.requiresForwardSecrecy = false }
                == [.atsTLSVersion, .atsCipherSuite, .atsCertificateStrength]
        )
        #expect(try remaining { $0.requiresCertificateTransparency = true } == everyRefusal)
    }

    @Test("Allowing http and disabling forward secrecy together allow any cipher suite; each alone does not")
    func freeSuites() throws {
        func remaining(http: Bool, secrecy: Bool) throws -> [ReasonCode] {
            let rules = ATSDictionary.exception {
                $0.allowsInsecureHTTPLoads = http
                $0.requiresForwardSecrecy = secrecy
                $0.minimumTLSVersion = .tls10
            }
            return try codes(old, "example.com", .with { $0.exceptionDomains["example.com"] = rules })
        }
        #expect(try remaining(http: true, secrecy: false).isEmpty)
        #expect(try remaining(http: false, secrecy: false) == [.atsCipherSuite])
        #expect(try remaining(http: true, secrecy: true) == [.atsForwardSecrecy, .atsCipherSuite])
    }

    @Test("The device offers exactly what it accepts")
    func offers() throws {
        func offer(_ host: String, _ change: (inout ATSDictionary) -> Void) throws -> TLSOffer {
            ATSEvaluator(.with(.ios17, change)).demands(on: try .reading(host)).offer
        }
        let usual = try offer("example.com") { _ in }
        #expect(usual == TLSOffer(minimumVersion: .tls12, cipherSuites: CipherSuiteList.system.forwardSecret))
        let documented = try offer("example.com") { $0.readings.cipherSuites = .documented }
        #expect(documented.cipherSuites == CipherSuiteList.documented.forwardSecret)
        #expect(try offer("example.com") { $0.allowsArbitraryLoads = true } == .everything)
        #expect(try offer("localhost") { _ in } == .everything)
        let lenient = try offer("example.com") {
            $0.exceptionDomains["example.com"] = ATSDictionary.exception {
                $0.minimumTLSVersion = .tls11
                $0.requiresForwardSecrecy = false
            }
        }
        let suites = CipherSuiteList.system.forwardSecret + CipherSuiteList.system.withoutForwardSecrecy
        #expect(lenient == TLSOffer(minimumVersion: .tls11, cipherSuites: suites))
    }

    @Test("Timestamps and a stapled revocation are noted, and reject nothing")
    func notes() throws {
        func notes(_ host: String, _ dictionary: ATSDictionary, _ session: TLSSession) throws -> [ReasonCode] {
            try ATSEvaluator(dictionary).notes(on: session, host: .reading(host)).map(\.code)
        }
        let asking = ATSDictionary.with {
            $0.exceptionDomains["example.com"] = ATSDictionary.exception { $0.requiresCertificateTransparency = true }
        }
        var session = TLSSession.testing()
        #expect(try notes("example.com", .with(), session).isEmpty)
        #expect(try notes("example.com", asking, session) == [.atsCertificateTransparency])
        session.isPubliclyTrusted = true
        #expect(try notes("example.com", .with(), session) == [.atsCertificateTransparency])
        session.timestampCount = 1
        #expect(try notes("example.com", asking, session).isEmpty)
        session.stapledStatus = .good
        #expect(try notes("example.com", .with(), session).isEmpty)
        session.stapledStatus = .revoked
        #expect(try notes("example.com", .with(), session) == [.fetchCertificateRevoked])
        #expect(try codes(session).isEmpty)
    }

    @Test("Pins apply whatever else is relaxed")
    func pins() throws {
        var pins = ATSDictionary.PinnedDomain()
        pins.leafKeys = ["missing"]
        let dictionary = ATSDictionary.with {
            $0.allowsArbitraryLoads = true
            $0.pinnedDomains["example.com"] = pins
        }
        #expect(try codes(.testing(), "example.com", dictionary) == [.atsPinMismatch])
        #expect(try codes(.testing(), "a.example.com", dictionary).isEmpty)
    }
}
