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
        PolicyFingerprint.write(policy, to: &writer)
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
        for path in policies.ownMediaPaths { writer.string(path.description) }
        for policy in policies.policies { PolicyFingerprint.write(policy, to: &writer) }
        writer.endArray()
    }
}

/// Encodes a policy for fingerprints: its file, and what a caller may change of it. Equal content gives equal bytes in
/// every process.
enum PolicyFingerprint {
    static func write(_ policy: Policy, to writer: inout JSONWriter) {
        writer.beginObject()
        // Reasons name the policy.
        writer.field("name", policy.name)
        writer.field("definition", policy.rules.definition)
        writer.field("extension", policy.extensionStrategies.map(\.rawValue))
        writer.key("ats")
        ATSDictionaryFingerprint.write(policy.ats, to: &writer)
        writer.endObject()
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
