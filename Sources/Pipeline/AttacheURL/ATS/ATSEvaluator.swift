/// Evaluates an `NSAppTransportSecurity` dictionary as a device would.
///
/// Host keys are compared as written. Hosts arrive in lower case and without a trailing dot, so keys with upper-case
/// letters, a port, a wildcard or a trailing dot match nothing. The parser of the dictionary translates legacy key
/// names (`NSThirdPartyException…`, `NSTemporaryException…`).
package struct ATSEvaluator: Sendable {
    package let dictionary: ATSDictionary

    /// The exceptions for literal addresses, longest prefix first.
    private let addressExceptions: [(block: AddressBlock, rules: ATSDictionary.ExceptionDomain)]

    /// Creates an evaluator for the extension's own dictionary, not its app's; make one per policy, not per request.
    package init(_ dictionary: ATSDictionary) {
        self.dictionary = dictionary
        // Before iOS 17 address and CIDR keys had no effect.
        let keys = dictionary.profile == .ios17 ? dictionary.exceptionDomains : [:]
        addressExceptions =
            keys.compactMap { key, rules in AddressBlock(parsing: key).map { (block: $0, rules: rules) } }
            .sorted { $0.block.prefixLength > $1.block.prefixLength }
    }

    /// Returns the exception that applies to a host, or `nil` when only the global keys apply; an empty exception
    /// applies too. The host's own entry precedes one for its subdomains, and a longer prefix a shorter one: Apple does
    /// not document the order, and the most specific entry is assumed to win.
    package func exception(for host: MediaHost) -> ATSDictionary.ExceptionDomain? {
        switch host {
        case .address(let address): addressExceptions.first { $0.block.contains(address) }?.rules
        case .name(let name): entry(of: dictionary.exceptionDomains, for: name, includes: \.includesSubdomains)
        }
    }

    /// Returns the pins of a host. Pinned domains exist since iOS 14 and are names only.
    package func pins(for host: MediaHost) -> ATSDictionary.PinnedDomain? {
        guard case .name(let name) = host, dictionary.profile != .ios9 else { return nil }
        return entry(of: dictionary.pinnedDomains, for: name, includes: \.includesSubdomains)
    }

    /// Whether `NSAllowsArbitraryLoads` is set and effective.
    ///
    /// Since iOS 10 it counts as NO when one of the narrower global keys is present; whether NSAllowsLocalNetworking =
    /// NO has that effect depends on `ATSReadings`.
    package var allowsArbitraryLoads: Bool {
        guard dictionary.allowsArbitraryLoads == true else { return false }
        if dictionary.profile == .ios9 { return true }
        return dictionary.allowsArbitraryLoadsForMedia == nil && dictionary.allowsArbitraryLoadsInWebContent == nil
            && !localNetworkingEndsArbitraryLoads
    }

    private var localNetworkingEndsArbitraryLoads: Bool {
        guard let value = dictionary.allowsLocalNetworking else { return false }
        return value || dictionary.readings.localNetworkingNoEndsArbitraryLoads
    }

    /// Returns the entry of a name, or that of the nearest parent domain that includes subdomains.
    private func entry<Rules>(of table: [String: Rules], for name: String, includes: KeyPath<Rules, Bool>) -> Rules? {
        guard !table.isEmpty else { return nil }
        if let rules = table[name] { return rules }
        var rest = name[...]
        while let stop = rest.firstIndex(of: ".") {
            rest = rest[rest.index(after: stop)...]
            // NSIncludesSubdomains has no effect on addresses: 7.192.0.2.1 is a name, and not below 192.0.2.1.
            if let rules = table[String(rest)], rules[keyPath: includes], IPAddress(parsing: rest) == nil {
                return rules
            }
            if dictionary.readings.subdomains == .oneLabel { return nil }
        }
        return nil
    }

    /// Returns whether a device would load an `http` URL of the host. `NSAllowsArbitraryLoadsForMedia` has no effect:
    /// it covers loads by AVFoundation, not a download in an extension.
    package func permitsHTTP(_ host: MediaHost) -> HTTPPermission {
        // Global keys never apply to a host that has an exception of its own, even an empty one.
        if let exception = exception(for: host) {
            return exception.allowsInsecureHTTPLoads ? .permitted(.exceptionDomain) : .refused(.exceptionDomain(host))
        }
        if allowsArbitraryLoads { return .permitted(.arbitraryLoads) }
        if isLocal(host) { return .permitted(.localDestination(host)) }
        return .refused(.secureConnectionRequired(host))
    }

    /// Whether the profile's release treats a host as a local destination, to which ATS does not apply.
    package func isLocal(_ host: MediaHost) -> Bool {
        switch (dictionary.profile, host) {
        case (.ios9, _): return false
        case (.ios10, .address): return true
        // An absent key counts as YES: only an explicit NO blocks local destinations (Apple's code).
        case (.ios17, _) where dictionary.allowsLocalNetworking == false: return false
        case (.ios17, .address(let address)):
            let needsKey = dictionary.readings.localAddressesNeedKey && dictionary.allowsLocalNetworking == nil
            return !needsKey && Self.localBlocks.contains { $0.contains(address.unmapped) }
        case (_, .name(let name)):
            return !name.utf8.contains(UInt8(ascii: ".")) || HostPattern.isSuffix("local", of: name)
        }
    }

    /// Loopback, RFC 1918 and link-local. Shared address space (100.64.0.0/10) stays closed on devices even with
    /// NSAllowsLocalNetworking, and needs an exception for its block.
    private static let localBlocks = [
        "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "::1/128", "fe80::/10",
    ].map(AddressRegistry.block)

    /// Top-level domains that are always loaded over https.
    ///
    /// Since iOS 13.3 (release notes, 56247242) URLSession upgrades them before App Transport Security applies.
    private static let preloadedDomains = ["app", "dev"]

    /// Returns the URL that a device loads: upgraded to https where the host's domain requires it; port 80 becomes 443,
    /// another port stays (RFC 6797, section 8.3).
    package func loaded(_ url: MediaURL) -> MediaURL {
        guard dictionary.profile == .ios17, url.scheme == .http, case .name(let name) = url.host,
            Self.preloadedDomains.contains(where: { HostPattern.isSuffix($0, of: name) })
        else { return url }
        // The default port is omitted from the text, as in every URL.
        let rest = String(url.text.dropFirst("http".count))
        let isDefault = url.port == MediaURL.Scheme.https.defaultPort
        return MediaURL(
            text: "https" + (isDefault ? rest.replacing(":443", with: "", maxReplacements: 1) : rest),
            scheme: .https,
            host: url.host,
            port: url.port == MediaURL.Scheme.http.defaultPort ? MediaURL.Scheme.https.defaultPort : url.port,
            path: url.path
        )
    }
}

extension ATSEvaluator {
    /// Rules for a TLS session, in the order in which their findings are listed.
    private static let sessionRules: [any TLSSessionRule] = [
        TLSVersionRule(),
        ForwardSecrecyRule(),
        CipherSuiteRule(),
        CertificateStrengthRule(),
        WeakTrustRule(),
        PinnedKeysRule(),
    ]

    /// Rules that only add notes.
    private static let noteRules: [any TLSSessionRule] = [CertificateTransparencyRule(), StapledStatusRule()]

    /// Returns the requirements of App Transport Security for a TLS session with a host.
    /// NSExceptionAllowsInsecureHTTPLoads alone relaxes nothing for https; together with
    /// NSExceptionRequiresForwardSecrecy = NO it lifts the restriction of cipher suites (Apple's code, and the reason
    /// why nscurl tries the two together). Local destinations and arbitrary loads have no requirements, except that
    /// pins always apply.
    package func demands(on host: MediaHost) -> TLSDemands {
        var demands = TLSDemands.standard
        if let exception = exception(for: host) {
            demands.minimumVersion = exception.minimumTLSVersion
            demands.requiresForwardSecrecy = exception.requiresForwardSecrecy
            demands.restrictsCipherSuites = exception.requiresForwardSecrecy || !exception.allowsInsecureHTTPLoads
            demands.requiresTransparency = exception.requiresCertificateTransparency
        } else if allowsArbitraryLoads || isLocal(host) {
            demands = .none
        }
        // Apple's code has its present list since about iOS 17; before, the documented list applied.
        let isDocumented = dictionary.readings.cipherSuites == .documented || dictionary.profile != .ios17
        demands.cipherSuites = isDocumented ? .documented : .system
        demands.refusesWeakTrust = dictionary.profile == .ios17
        if let pins = pins(for: host) {
            demands.authorityKeys = pins.authorityKeys
            demands.leafKeys = pins.leafKeys
        }
        return demands
    }

    /// Returns every reason to refuse a TLS session; certificate trust is checked elsewhere and never relaxed.
    package func refusals(of session: TLSSession, host: MediaHost) -> [Reason] {
        let demands = demands(on: host)
        return Self.sessionRules.compactMap { $0.reason(against: session, under: demands, host: host) }
    }

    /// Returns the notes on a TLS session that a device would accept.
    package func notes(on session: TLSSession, host: MediaHost) -> [Reason] {
        let demands = demands(on: host)
        return Self.noteRules.compactMap { $0.reason(against: session, under: demands, host: host) }
    }
}
