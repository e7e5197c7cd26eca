/// A search for the smallest dictionary under which a URL loads; each candidate is tested by a real load.
///
/// An exception is added only for the failing host, including hosts of redirects. Opening one host is a smaller change
/// than opening all of them, so NSAllowsArbitraryLoads comes last.
package struct ATSRemedySearch: Sendable {
    /// A limit of hosts with an exception each.
    private static let hostLimit = 4

    /// Loads the URL under a dictionary.
    package typealias Load = @Sendable (ATSDictionary) async -> ATSLoadResult

    private let load: Load

    package init(load: @escaping Load) {
        self.load = load
    }

    /// The exceptions that may help a host whose URL has this scheme, fewest keys first, then the least permissive.
    package static func candidates(for scheme: MediaURL.Scheme) -> [ATSDictionary.ExceptionDomain] {
        let versions: [TLSVersion] = [.tls12, .tls11, .tls10]
        var candidates: [ATSDictionary.ExceptionDomain] = []
        for allowsHTTP in scheme == .http ? [true] : [false, true] {
            for requiresForwardSecrecy in [true, false] {
                // With https, allowing http matters only where forward secrecy is off, for the cipher suites.
                if scheme == .https, allowsHTTP, requiresForwardSecrecy { continue }
                for version in versions {
                    var rules = ATSDictionary.ExceptionDomain()
                    rules.allowsInsecureHTTPLoads = allowsHTTP
                    rules.requiresForwardSecrecy = requiresForwardSecrecy
                    rules.minimumTLSVersion = version
                    if rules != ATSDictionary.ExceptionDomain() { candidates.append(rules) }
                }
            }
        }
        return candidates.enumerated().sorted { left, right in
            (left.element.weight, left.offset) < (right.element.weight, right.offset)
        }.map(\.element)
    }

    /// Returns the smallest dictionary, starting from one without keys.
    package func search(from empty: ATSDictionary, for url: MediaURL) async -> ATSRemedy {
        var result = await load(empty)
        if result.passes { return .notNeeded }
        var everything = empty
        everything.allowsArbitraryLoads = true
        // A load that fails with ATS off fails under every dictionary.
        guard await load(everything).passes else { return .none }
        var dictionary = empty
        for _ in 0..<Self.hostLimit {
            guard let next = await step(from: dictionary, past: result) else { break }
            if next.result.passes { return .dictionary(next.dictionary) }
            // A wider exception than needed must not be recommended because time ran out or a connection failed.
            if next.result.isUnrelatedToATS { return .undetermined }
            (dictionary, result) = next
        }
        return .dictionary(everything)
    }

    /// The first exception for the failing host with which the load passes, or fails at a later host.
    private func step(
        from dictionary: ATSDictionary,
        past failure: ATSLoadResult
    ) async -> (dictionary: ATSDictionary, result: ATSLoadResult)? {
        let key = failure.url.host.exceptionKey
        guard dictionary.exceptionDomains[key] == nil else { return nil }
        for rules in Self.candidates(for: failure.url.scheme) {
            var candidate = dictionary
            candidate.exceptionDomains[key] = rules
            let result = await load(candidate)
            if result.passes || result.isUnrelatedToATS || result.url.host != failure.url.host {
                return (candidate, result)
            }
        }
        return nil
    }
}

extension ATSDictionary.ExceptionDomain {
    /// How many keys differ from the default.
    fileprivate var weight: Int {
        [allowsInsecureHTTPLoads, !requiresForwardSecrecy, minimumTLSVersion != .tls12].count { $0 }
    }
}
