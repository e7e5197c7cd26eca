import AttacheSystem
import TestWidth
import Testing

@testable import AttacheCore
@testable import AttacheJSON
@testable import AttacheURL

/// The remedy search against simulated servers that consist of a session each, checked like real ones.
@Suite(.inProcess, .timeLimit(.minutes(1)))
struct ATSRemedySearchTests {
    /// Loads a chain of URLs, each with the session of its host; hosts without one use http.
    private struct Route: Sendable {
        let hops: [(url: MediaURL, session: TLSSession?)]
        let tried = Locked(0)

        init(_ hops: [(String, TLSSession?)]) throws {
            self.hops = try hops.map { (try .reading($0.0), $0.1) }
        }

        func load(_ dictionary: ATSDictionary) -> ATSLoadResult {
            tried.withLock { $0 += 1 }
            let evaluator = ATSEvaluator(dictionary)
            for hop in hops {
                let reasons =
                    hop.session.map { evaluator.refusals(of: $0, host: hop.url.host) }
                    ?? evaluator.permitsHTTP(hop.url.host).reasons
                if !reasons.isEmpty { return ATSLoadResult(reasons: reasons, url: hop.url) }
            }
            return ATSLoadResult(reasons: [], url: hops[hops.count - 1].url)
        }

        func remedy() async -> ATSRemedy {
            await ATSRemedySearch { load($0) }.search(from: ATSDictionary(), for: hops[0].url)
        }
    }

    private let good = TLSSession.testing()
    private let old = TLSSession.testing(.tls10, "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA")
    private let withoutSecrecy = TLSSession.testing(.tls12, "TLS_RSA_WITH_AES_128_GCM_SHA256")
    private let worst = TLSSession.testing(.tls11, "TLS_RSA_WITH_3DES_EDE_CBC_SHA")

    private func exceptions(_ hops: [(String, TLSSession?)]) async throws -> [String: ATSDictionary.ExceptionDomain] {
        guard case .dictionary(let dictionary) = try await Route(hops).remedy() else { return [:] }
        return dictionary.exceptionDomains
    }

    @Test("A good host needs no remedy, and is loaded once")
    func good() async throws {
        let route = try Route([("https://a.example/", good)])
        #expect(await route.remedy() == .notNeeded)
        #expect(route.tried.withLock { $0 } == 1)
    }

    @Test("A load that cannot connect leaves the remedy undetermined", arguments: [3, 4])
    func connectionLostOnTheWay(_ failing: Int) async throws {
        let route = try Route([("https://a.example/", withoutSecrecy)])
        let remedy = await ATSRemedySearch { dictionary in
            let result = route.load(dictionary)
            guard route.tried.withLock({ $0 }) == failing else { return result }
            return ATSLoadResult(reasons: [Reason(.fetchDeadline, "Time ran out.")], url: result.url)
        }.search(from: ATSDictionary(), for: route.hops[0].url)
        #expect(remedy == .undetermined)
    }

    @Test("One host gets only the keys it needs")
    func oneHost() async throws {
        #expect(
            try await exceptions([("https://a.example/", old)])
                == ["a.example": ATSDictionary.exception { $0.minimumTLSVersion = .tls10 }]
        )
        #expect(
            try await exceptions([("https://a.example/", withoutSecrecy)])
                == ["a.example": ATSDictionary.exception { $0.requiresForwardSecrecy = false }]
        )
        let all = ATSDictionary.exception {
            $0.requiresForwardSecrecy = false
            $0.allowsInsecureHTTPLoads = true
            $0.minimumTLSVersion = .tls11
        }
        #expect(try await exceptions([("https://a.example/", worst)]) == ["a.example": all])
        #expect(try await exceptions([("http://a.example/", nil)]) == ["a.example": ATSDictionary.httpException])
    }

    @Test("Each host of a redirect chain gets its own keys")
    func redirects() async throws {
        let found = try await exceptions([
            ("https://a.example/", good), ("https://b.example/", old), ("http://c.example/", nil),
        ])
        #expect(
            found == [
                "b.example": ATSDictionary.exception { $0.minimumTLSVersion = .tls10 },
                "c.example": ATSDictionary.httpException,
            ]
        )
    }

    @Test("A host that needs both http and weaker https gets one entry")
    func bothSchemes() async throws {
        let found = try await exceptions([("http://a.example/", nil), ("https://a.example/", old)])
        let rules = ATSDictionary.exception {
            $0.allowsInsecureHTTPLoads = true
            $0.minimumTLSVersion = .tls10
        }
        #expect(found == ["a.example": rules])
    }

    @Test("A failure with ATS disabled has no remedy")
    func hopeless() async throws {
        let weak = TLSSession.testing(certificates: [.leaf(.rsa(bits: 1024))])
        let route = try Route([("https://a.example/", weak)])
        #expect(await route.remedy() == .none)
        #expect(route.tried.withLock { $0 } == 2)
    }

    @Test("Too many hosts end with arbitrary loads")
    func manyHosts() async throws {
        let hops = (0..<6).map { ("https://h\($0).example/", Optional(old)) }
        #expect(try await Route(hops).remedy() == .dictionary(.with { $0.allowsArbitraryLoads = true }))
    }

    @Test("Candidates are ordered by their number of keys, and unique", arguments: [MediaURL.Scheme.http, .https])
    func order(scheme: MediaURL.Scheme) {
        let candidates = ATSRemedySearch.candidates(for: scheme)
        let weights = candidates.map { rules in
            [rules.allowsInsecureHTTPLoads, !rules.requiresForwardSecrecy, rules.minimumTLSVersion != .tls12]
                .count { $0 }
        }
        #expect(weights == weights.sorted())
        #expect(weights.first == 1)
        for (index, rules) in candidates.enumerated() { #expect(candidates.firstIndex(of: rules) == index) }
        #expect(candidates.contains { $0 == ATSDictionary.httpException } == (scheme == .http))
    }
}
