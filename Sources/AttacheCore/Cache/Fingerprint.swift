import AttacheSystem

/// Digest of everything except the URL that a media verdict depends on; the same in every process.
package struct ContextFingerprint: Hashable, Sendable {
    /// SHA-256 in lower-case hexadecimal, 64 characters.
    package let text: String
}

/// Fingerprints of the contexts of a run, each computed once.
///
/// Within a run the names of a policy and a network identify their content but for the strategies, and serve with those as
/// the cache key.
package final class ContextFingerprinter: Sendable {
    private struct Names: Hashable {
        let policy: String
        let strategies: [ExtensionStrategy]
        let network: String
    }

    private let facts: FingerprintInputs
    private let digester: any ContentDigesting
    private let known = Locked<[Names: ContextFingerprint]>([:])

    package init(facts: FingerprintInputs, digester: any ContentDigesting) {
        self.facts = facts
        self.digester = digester
    }

    /// Returns the fingerprint of a policy, with its ATS dictionary already replaced if requested, and a network.
    package func fingerprint(of policy: Policy, on network: Network) -> ContextFingerprint {
        let names = Names(policy: policy.name, strategies: policy.extensionStrategies, network: network.name)
        if let fingerprint = known.withLock({ $0[names] }) { return fingerprint }
        let fingerprint = ContextFingerprint(text: digester.digest(of: encode(policy, network)))
        known.withLock { $0[names] = fingerprint }
        return fingerprint
    }

    private func encode(_ policy: Policy, _ network: Network) -> [UInt8] {
        var writer = JSONWriter(capacity: 2048)
        writer.beginObject()
        writer.field("version", facts.version)
        writer.key("policy")
        PolicyFingerprint.write(policy, .media, to: &writer)
        writer.key("network")
        NetworkFingerprint.write(network, to: &writer)
        writer.field("link", "\(facts.link)")
        writer.key("egress")
        EgressPolicyFingerprint.write(facts.egress, to: &writer)
        writer.field("authorities", facts.authorities)
        writer.field("proxy", facts.proxy)
        writer.field("name-servers", facts.nameServers)
        writer.field("repair", facts.repair)
        writer.endObject()
        return writer.bytes
    }
}

/// Inputs of media verdicts besides policy and network, constant for a whole run.
package struct FingerprintInputs: Sendable {
    package var link: LinkMode
    package var egress: EgressPolicy
    /// Digest of the CA file, or `nil` for the system's authorities.
    package var authorities: String?
    /// The proxy as configured, or `nil`.
    package var proxy: String?
    /// DNS servers in the order of queries; empty for the system's.
    package var nameServers: [String]
    /// The version of repairs, or `nil` without them.
    package var repair: String?
    /// The versions of the product and of libmagic, since verdicts may change between versions.
    package var version: String

    package init(
        link: LinkMode,
        egress: EgressPolicy,
        authorities: String? = nil,
        proxy: String? = nil,
        nameServers: [String] = [],
        repair: String? = nil,
        version: String
    ) {
        self.link = link
        self.egress = egress
        self.authorities = authorities
        self.proxy = proxy
        self.nameServers = nameServers
        self.repair = repair
        self.version = version
    }
}

/// Hashes bytes; the digest is the same in every process and on every machine.
package protocol ContentDigesting: Sendable {
    /// Returns SHA-256 in lower-case hexadecimal, 64 characters.
    func digest(of bytes: [UInt8]) -> String
}

/// Encodes all policies for fingerprints of whole runs, since an envelope may request any of them.
package enum PolicySetFingerprint {
    package static func write(_ policies: PolicySet, to writer: inout JSONWriter) {
        writer.beginArray()
        for policy in policies.policies { PolicyFingerprint.write(policy, .everything, to: &writer) }
        writer.endArray()
    }
}

/// Encodes a policy for fingerprints: equal content gives equal bytes in every process.
enum PolicyFingerprint {
    /// The part of a policy that counts.
    enum Extent {
        /// Everything that affects a single URL.
        case media
        /// Everything that affects a whole payload.
        case everything
    }

    static func write(_ policy: Policy, _ extent: Extent, to writer: inout JSONWriter) {
        writer.beginObject()
        // Reasons name the policy.
        writer.field("name", policy.name)
        writer.field("extension", policy.extensionStrategies.map(\.rawValue))
        writer.key("types")
        write(policy.types, to: &writer)
        writer.field("completeness", policy.completeness.rawValue)
        writer.field("cellular-skip", policy.network.cellularSkip.map(\.rawValue).sorted())
        writer.field("cellular-without-extension", policy.network.cellularWithoutExtension.rawValue)
        writer.field("low-data", policy.network.lowData.rawValue)
        writer.field("status", policy.fetch.status.rawValue)
        writer.field("redirects", policy.fetch.redirectLimit)
        writer.key("ats")
        ATSDictionaryFingerprint.write(policy.ats, to: &writer)
        if extent == .everything { writePayload(policy, to: &writer) }
        writer.endObject()
    }

    private static func write(_ types: [MediaKind: TypeRule], to writer: inout JSONWriter) {
        writer.beginObject()
        for (kind, rule) in types.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            writer.key(kind.rawValue)
            writer.beginObject()
            writer.field("extensions", rule.extensions)
            writer.field("limit", rule.limit)
            writer.field("warn", rule.warn)
            writer.endObject()
        }
        writer.endObject()
    }

    private static func writePayload(_ policy: Policy, to writer: inout JSONWriter) {
        writer.field("order", policy.order)
        writer.array("media", policy.payload.media) { location, writer in
            writer.beginObject()
            writer.field("url", location.url.description)
            writer.field("type", location.type?.description)
            if !location.when.isEmpty { writer.field("when", location.when.map(\.description)) }
            if !location.unless.isEmpty { writer.field("unless", location.unless.map(\.description)) }
            writer.endObject()
        }
        writer.field("all", policy.payload.takesAll)
        if policy.payload.fallsBack { writer.field("fallback", true) }
        writer.field("auto", policy.payload.evidence.map(\.description))
        writer.field("requires", policy.payload.requires.map(\.description))
        if !policy.payload.forms.isEmpty { writer.field("forms", policy.payload.forms.map(\.description)) }
        writer.field("on-missing", policy.payload.onMissing.rawValue)
        if let behaviour = policy.payload.onMalformed { writer.field("on-malformed", behaviour.rawValue) }
        writer.field("timeout", policy.fetch.timeout)
        writer.field("lint", policy.lints.map(\.rawValue))
        guard var rules = policy.device?.rules else { return }
        // Dictionaries have another order in each process.
        let tables = [rules.mime, rules.values].map { table in table.map { "\($0) \($1)" }.sorted() }
        (rules.mime, rules.values) = ([:], [:])
        writer.field("device", "\(rules)")
        writer.field("device-tables", tables.flatMap(\.self))
    }
}

/// Encodes an ATS dictionary and its readings for fingerprints.
package enum ATSDictionaryFingerprint {
    package static func write(_ dictionary: ATSDictionary, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("profile", dictionary.profile.rawValue)
        writer.field("local-addresses-need-key", dictionary.readings.localAddressesNeedKey)
        writer.field(
            "local-networking-no-ends-arbitrary-loads",
            dictionary.readings.localNetworkingNoEndsArbitraryLoads
        )
        writer.field("subdomains", dictionary.readings.subdomains.rawValue)
        writer.field("cipher-suites", dictionary.readings.cipherSuites.rawValue)
        writer.key("keys")
        dictionary.tree.write(to: &writer)
        writer.field("unknown", dictionary.unknownKeys.sorted())
        writer.endObject()
    }
}

/// Encodes an egress policy for fingerprints.
package enum EgressPolicyFingerprint {
    /// Encodes the options, without the machine's own addresses, which change with every lease and are not
    /// configuration.
    package static func write(_ egress: EgressPolicy, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("allow-address", egress.allowedAddresses.map(text).sorted())
        writer.field("allow-port", egress.allowedPorts.sorted().map(\.description))
        writer.field("allow-host", egress.allowedHosts.map { "\($0.name) \($0.port ?? 0)" }.sorted())
        writer.field("deny-host", egress.deniedHosts.map(text).sorted())
        writer.field("deny-address", egress.deniedAddresses.map(text).sorted())
        writer.endObject()
    }

    /// No port is 0, and neither names nor blocks have spaces.
    private static func text(_ allowance: AddressAllowance) -> String { "\(allowance.block) \(allowance.port ?? 0)" }

    private static func text(_ pattern: HostPattern) -> String {
        switch pattern {
        case .exactly(let host): "= \(host)"
        case .below(let name): "*. \(name)"
        case .atOrBelow(let name): ". \(name)"
        }
    }
}

/// Encodes a network for fingerprints.
package enum NetworkFingerprint {
    package static func write(_ network: Network, to writer: inout JSONWriter) {
        writer.beginObject()
        writer.field("name", network.name)
        writer.field("kind", network.kind.rawValue)
        writer.field("expensive", network.isExpensive)
        writer.field("constrained", network.isConstrained)
        writer.field("down", network.link.downBitsPerSecond)
        writer.field("up", network.link.upBitsPerSecond)
        writer.field("delay-down", network.link.delayDown)
        writer.field("delay-up", network.link.delayUp)
        writer.field("loss-down", network.link.lossDown)
        writer.field("loss-up", network.link.lossUp)
        writer.field("dns-delay", network.link.dnsDelay)
        writer.endObject()
    }
}

extension JSONWriter {
    /// Writes a string member, `null` for `nil`: an absent value also affects the fingerprint.
    mutating func field(_ name: String, _ value: String?) {
        key(name)
        if let value { string(value) } else { null() }
    }

    mutating func field(_ name: String, _ value: Int?) {
        key(name)
        if let value { integer(value) } else { null() }
    }

    mutating func field(_ name: String, _ value: Double?) {
        key(name)
        if let value { number(value) } else { null() }
    }

    mutating func field(_ name: String, _ value: Bool) {
        member(name, value)
    }

    /// Writes a duration exactly, as seconds and attoseconds.
    mutating func field(_ name: String, _ value: Duration) {
        key(name)
        beginArray()
        integer(value.components.seconds)
        integer(value.components.attoseconds)
        endArray()
    }

    mutating func field(_ name: String, _ values: [String]) {
        key(name)
        beginArray()
        for value in values { string(value) }
        endArray()
    }
}
