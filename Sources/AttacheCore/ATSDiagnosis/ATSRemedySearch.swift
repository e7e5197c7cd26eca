/// Looks for the smallest dictionary under which a URL loads; each candidate is tried by a real load.
///
/// An exception is added for the host that fails, the redirects' too, and for no other. Opening one host is smaller than
/// opening all of them, so NSAllowsArbitraryLoads comes last.
package struct ATSRemedySearch: Sendable {
    /// Hosts that may need an exception each; more are no accident.
    private static let hostLimit = 4

    /// Loads the URL under a dictionary.
    package typealias Load = @Sendable (ATSDictionary) async -> ATSLoadResult

    private let load: Load

    /// Creates a search.
    ///
    /// - Parameter load: Loads the URL under a dictionary.
    package init(load: @escaping Load) {
        self.load = load
    }

    /// The exceptions that may help a host, by the number of their keys, and among those what gives least away first.
    ///
    /// - Parameter scheme: The scheme of the URL that fails.
    /// - Returns: The exceptions in the order in which to try them.
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

    /// Looks for the smallest dictionary.
    ///
    /// - Parameters:
    ///   - empty: A dictionary without keys, on the terms that hold.
    ///   - url: What is loaded.
    /// - Returns: The dictionary, or that none is needed or helps, or that the loads could not tell.
    package func search(from empty: ATSDictionary, for url: MediaURL) async -> ATSRemedy {
        var result = await load(empty)
        if result.passes { return .notNeeded }
        var everything = empty
        everything.allowsArbitraryLoads = true
        // What fails with ATS off fails under every dictionary.
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

    /// The first exception for the failing host with which the load passes, or fails at a host further on.
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
